/**
 * Reads the sanctions lists of the United Kingdom: the UK Sanctions List (UK-Sanctions-List.xml, and .csv with a line
 * for each name and address of an entry), and the consolidated list that OFSI published until 2026 (ConList.csv).
 * Name6 is the family name of an individual and the whole name of anything else; Name1 to Name5 come before it.
 */
import { basename } from 'node:path';
import { type NamedRecord, readNamed } from './csv-records.ts';
import type { ListedName } from './entries.ts';
import { add, addNumber, birthOf, type Draft, isUnitedStates } from './entry-parts.ts';
import type { ListReading } from './list-reading.ts';
import { nodesAt, readXml, textAt, textsAt, type XmlNode } from './xml-records.ts';

export const UK = 'UK Sanctions List';
export const OFSI = 'OFSI consolidated list';

const TYPES: Readonly<Record<string, string>> = { individual: 'individual', ship: 'vessel' };
const PLACES = [1, 2, 3, 4, 5, 6] as const;

export async function readUkXml(path: string, reading: ListReading): Promise<void> {
  const file = basename(path);
  reading.addFile(file);
  let record = 0;
  await readXml({
    path,
    records: ['Designation'],
    root: () => {},
    other: ({ name, text }) => {
      if (name === 'DateGenerated' && text !== '') reading.published = text;
    },
    record: (node) => {
      record += 1;
      const uid = textAt(node, 'UniqueID') || textAt(node, 'OFSIGroupID');
      if (uid === '') reading.fault(file, record, 'it has no UniqueID');
      else readDesignation(node, reading.draft(uid, typeOf(textAt(node, 'IndividualEntityShip'))));
      reading.count();
    },
  });
}

function readDesignation(node: XmlNode, draft: Draft): void {
  for (const name of nodesAt(node, 'Names', 'Name')) {
    const said = { type: textAt(name, 'NameType'), strength: textAt(name, 'AliasStrength') };
    addName(draft, (place) => textAt(name, `Name${place}`), said);
  }
  for (const text of textsAt(node, 'NonLatinNames', 'NonLatinName', 'NameNonLatinScript')) {
    draft.names.push({ text, strength: 'strong' });
  }
  add(draft.programs, textAt(node, 'RegimeName'));
  add(draft.countries, ...textsAt(node, 'Addresses', 'Address', 'AddressCountry'));
  for (const person of nodesAt(node, 'IndividualDetails', 'Individual')) {
    add(draft.nationalities, ...textsAt(person, 'Nationalities', 'Nationality'));
    for (const born of textsAt(person, 'DOBs', 'DOB')) addBirth(draft, born);
    for (const number of textsAt(person, 'PassportDetails', 'Passport', 'PassportNumber')) {
      addNumber(draft, { number, isUsTaxId: false });
    }
    for (const one of nodesAt(person, 'NationalIdentifierDetails', 'NationalIdentifier')) {
      const more = textAt(one, 'NationalIdentifierAdditionalInformation');
      addNumber(draft, { number: textAt(one, 'NationalIdentifierNumber'), isUsTaxId: saysUsTaxId(more) });
    }
  }
  const numbers = ['EntityDetails', 'Entity', 'BusinessRegistrationNumbers', 'BusinessRegistrationNumber'];
  for (const number of textsAt(node, ...numbers)) addNumber(draft, { number, isUsTaxId: false });
  for (const number of textsAt(node, 'ShipDetails', 'Ship', 'IMONumbers', 'IMONumber')) {
    addNumber(draft, { number, isUsTaxId: false });
  }
}

/** Where the two CSV files differ: the headings. */
interface CsvForm {
  readonly heading: string;
  readonly id: readonly string[];
  readonly name: (place: number) => string;
  readonly nameType: string;
  readonly strength: string;
  readonly type: string;
  readonly nonLatin: string;
  readonly regime: string;
  readonly country: string;
  readonly born: string;
  readonly nationality: string;
  readonly numbers: readonly string[];
  readonly national: string;
  readonly nationalMore: string;
}

const UK_CSV: CsvForm = {
  heading: 'Unique ID',
  id: ['Unique ID', 'OFSI Group ID'],
  name: (place) => `Name ${place}`,
  nameType: 'Name type',
  strength: 'Alias strength',
  type: 'Designation Type',
  nonLatin: 'Name non-latin script',
  regime: 'Regime Name',
  country: 'Address Country',
  born: 'D.O.B',
  nationality: 'Nationality(/ies)',
  numbers: ['Passport number', 'Business registration number (s)', 'IMO number'],
  national: 'National Identifier number',
  nationalMore: 'National Identifier additional information',
};

const OFSI_CSV: CsvForm = {
  heading: 'Group ID',
  id: ['Group ID'],
  name: (place) => `Name ${place}`,
  nameType: 'Alias Type',
  strength: 'Alias Quality',
  type: 'Group Type',
  nonLatin: 'Name Non-Latin Script',
  regime: 'Regime',
  country: 'Country',
  born: 'DOB',
  nationality: 'Nationality',
  numbers: ['Passport Number'],
  national: 'National Identification Number',
  nationalMore: 'National Identification Details',
};

export function readUkCsv(path: string, reading: ListReading): Promise<void> {
  return readCsv(path, reading, UK_CSV);
}

export function readOfsiCsv(path: string, reading: ListReading): Promise<void> {
  return readCsv(path, reading, OFSI_CSV);
}

async function readCsv(path: string, reading: ListReading, form: CsvForm): Promise<void> {
  const file = basename(path);
  reading.addFile(file);
  await readNamed({
    path,
    heading: form.heading,
    // Report Date: 01-Jan-2026, or Last Updated,01/01/2026.
    above: (line) => {
      reading.published ??= (line.length > 1 ? line[1] : line[0]?.split(':')[1])?.trim() || null;
    },
    each: (column, record) => {
      const uid = form.id.map((heading) => column(heading)).find((id) => id !== '') ?? '';
      const isNamed = PLACES.some((place) => column(form.name(place)) !== '') || column(form.nonLatin) !== '';
      if (uid === '' || !isNamed) {
        reading.fault(file, record, uid === '' ? `it has no ${form.heading}` : `entry ${uid} has no name`);
        return;
      }
      readLine(column, form, reading.draft(uid, typeOf(column(form.type))));
      reading.count();
    },
  });
}

function readLine(column: NamedRecord, form: CsvForm, draft: Draft): void {
  const said = { type: column(form.nameType), strength: column(form.strength) };
  addName(draft, (place) => column(form.name(place)), said);
  const nonLatin = column(form.nonLatin);
  if (nonLatin !== '') draft.names.push({ text: nonLatin, strength: 'strong' });
  add(draft.programs, column(form.regime));
  add(draft.countries, column(form.country));
  // A cell can have several, each with its place: (1) Exampleland. (2) Testland.
  add(draft.nationalities, ...severalIn(column(form.nationality)));
  for (const born of severalIn(column(form.born))) addBirth(draft, born);
  for (const heading of form.numbers) {
    for (const number of severalIn(column(heading))) addNumber(draft, { number, isUsTaxId: false });
  }
  for (const number of severalIn(column(form.national))) {
    addNumber(draft, { number, isUsTaxId: saysUsTaxId(column(form.nationalMore)) });
  }
}

function severalIn(cell: string): string[] {
  return cell
    .split(/\([0-9]+\)|;/)
    .map((value) => value.trim().replace(/\.$/, ''))
    .filter((value) => value !== '');
}

function typeOf(said: string): string {
  return TYPES[said.toLowerCase()] ?? 'entity';
}

function addName(
  draft: Draft,
  part: (place: number) => string,
  said: { readonly type: string; readonly strength: string },
): void {
  const parts = PLACES.map((place) => part(place)).filter((text) => text !== '');
  if (parts.length === 0) return;
  const isOwn = /^(primary name|)$/i.test(said.type.trim());
  const isWeak = !isOwn && /^low/i.test(said.strength.trim());
  const strength: ListedName['strength'] = isWeak ? 'weak' : isOwn ? 'own' : 'strong';
  const family = part(6);
  const isFamilyNameKnown = draft.type === 'individual' && parts.length > 1 && family !== '';
  draft.names.push({ text: parts.join(' '), strength, ...(isFamilyNameKnown ? { familyName: family } : {}) });
}

/** 01/02/1960, 00/00/1960, dd/mm/1960, 1960. */
function addBirth(draft: Draft, said: string): void {
  const [, day, month, year] = /^(?:([0-9]{1,2}|dd)\/([0-9]{1,2}|mm)\/)?([0-9]{4})$/i.exec(said) ?? [];
  if (year === undefined) return;
  const known = { day: Number(day) || 0, month: Number(month) || 0, circa: false };
  const birth = birthOf({ ...known, fromYear: Number(year), toYear: Number(year) });
  if (birth !== undefined) draft.births.push(birth);
}

function saysUsTaxId(more: string): boolean {
  return /\b(ssn|social security|tax)\b/i.test(more) && more.split(/[^A-Za-z ]+/).some((part) => isUnitedStates(part));
}
