/**
 * Reads the consolidated list of the UN Security Council (consolidated.xml): INDIVIDUAL and ENTITY with the names in
 * FIRST_NAME to FOURTH_NAME, aliases with a QUALITY, births by DATE, YEAR or FROM_YEAR and TO_YEAR.
 */
import { basename } from 'node:path';
import { add, addNumber, birthOf, type Draft, isTaxKind, isUnitedStates } from './entry-parts.ts';
import type { ListReading } from './list-reading.ts';
import { nodesAt, readXml, textAt, textsAt, type XmlNode } from './xml-records.ts';

export const UN = 'UN Security Council';
const NAMES = ['FIRST_NAME', 'SECOND_NAME', 'THIRD_NAME', 'FOURTH_NAME'];

export async function readUn(path: string, reading: ListReading): Promise<void> {
  const file = basename(path);
  reading.addFile(file);
  let record = 0;
  await readXml({
    path,
    records: ['INDIVIDUAL', 'ENTITY'],
    root: ({ attributes }) => {
      reading.published = attributes.dateGenerated ?? null;
    },
    record: (node) => {
      record += 1;
      const uid = textAt(node, 'REFERENCE_NUMBER') || textAt(node, 'DATAID');
      const name = NAMES.map((part) => textAt(node, part))
        .filter((part) => part !== '')
        .join(' ');
      if (uid === '' || name === '') {
        reading.fault(file, record, uid === '' ? 'it has no REFERENCE_NUMBER' : `entry ${uid} has no name`);
        return;
      }
      readEntry(node, name, reading.draft(uid, node.name.toLowerCase()));
      reading.count();
    },
  });
}

function readEntry(node: XmlNode, name: string, draft: Draft): void {
  draft.names.push({ text: name, strength: 'own' });
  for (const text of textsAt(node, 'NAME_ORIGINAL_SCRIPT')) draft.names.push({ text, strength: 'strong' });
  for (const alias of nodesAt(node, `${node.name}_ALIAS`)) {
    const strength = /^low$/i.test(textAt(alias, 'QUALITY')) ? 'weak' : 'strong';
    for (const text of textAt(alias, 'ALIAS_NAME').split(';')) {
      if (text.trim() !== '') draft.names.push({ text: text.trim(), strength });
    }
  }
  add(draft.programs, textAt(node, 'UN_LIST_TYPE'));
  add(draft.countries, ...textsAt(node, `${node.name}_ADDRESS`, 'COUNTRY'));
  add(draft.nationalities, ...textsAt(node, 'NATIONALITY', 'VALUE'));
  for (const birth of nodesAt(node, 'INDIVIDUAL_DATE_OF_BIRTH')) {
    const read = birthIn(birth);
    if (read !== undefined) draft.births.push(read);
  }
  for (const paper of nodesAt(node, 'INDIVIDUAL_DOCUMENT')) {
    const country = textAt(paper, 'COUNTRY_OF_ISSUE') || textAt(paper, 'ISSUING_COUNTRY');
    const isUsTaxId = isUnitedStates(country) && isTaxKind(textAt(paper, 'TYPE_OF_DOCUMENT'));
    addNumber(draft, { number: textAt(paper, 'NUMBER'), isUsTaxId });
  }
}

function birthIn(node: XmlNode) {
  const [, year, month, day] = /^([0-9]{4})-([0-9]{2})-([0-9]{2})/.exec(textAt(node, 'DATE'))?.map(Number) ?? [];
  const circa = /approximately/i.test(textAt(node, 'TYPE_OF_DATE'));
  if (year !== undefined) return birthOf({ day: day ?? 0, month: month ?? 0, fromYear: year, toYear: year, circa });
  const only = Number(textAt(node, 'YEAR'));
  const [from, to] = [Number(textAt(node, 'FROM_YEAR')), Number(textAt(node, 'TO_YEAR'))];
  return birthOf({ fromYear: from || only, toYear: to || only, circa });
}
