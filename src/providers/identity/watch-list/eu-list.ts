/**
 * Reads the consolidated list of financial sanctions of the European Union: the XML file 1.1 (sanctionEntity, its
 * values in attributes) and the CSV file 1.1 (a line for each name, birth, address, citizenship and number).
 */
import { basename } from 'node:path';
import { type NamedRecord, readNamed } from './csv-records.ts';
import { add, addNumber, birthOf, type Draft, isTaxKind, isUnitedStates } from './entry-parts.ts';
import type { ListReading } from './list-reading.ts';
import { nodesAt, readXml } from './xml-records.ts';

export const EU = 'EU financial sanctions';

export async function readEuXml(path: string, reading: ListReading): Promise<void> {
  const file = basename(path);
  reading.addFile(file);
  let record = 0;
  await readXml({
    path,
    records: ['sanctionEntity'],
    root: ({ attributes }) => {
      reading.published = attributes.generationDate ?? null;
    },
    record: (node) => {
      record += 1;
      const of = (name: string) => nodesAt(node, name).map(({ attributes, children }) => ({ attributes, children }));
      const uid = node.attributes.euReferenceNumber || node.attributes.logicalId || '';
      const names = of('nameAlias').filter(({ attributes }) => nameIn(attributes) !== '');
      if (uid === '' || names.length === 0) {
        reading.fault(file, record, uid === '' ? 'it has no euReferenceNumber' : `entry ${uid} has no name`);
        return;
      }
      const draft = reading.draft(uid, typeOf(nodesAt(node, 'subjectType')[0]?.attributes ?? {}));
      for (const { attributes, children } of names) {
        const remarks = children.filter(({ name }) => name === 'remark').map(({ text }) => text);
        addName(draft, attributes, remarks.join(' '));
      }
      for (const { attributes } of of('regulation')) add(draft.programs, attributes.programme);
      for (const { attributes } of of('address')) add(draft.countries, countryIn(attributes));
      for (const { attributes } of of('citizenship')) add(draft.nationalities, countryIn(attributes));
      for (const { attributes } of of('birthdate')) addBirth(draft, attributes);
      for (const { attributes } of of('identification')) addIdentification(draft, attributes);
      reading.count();
    },
  });
}

/** The headings of the CSV file are the names of elements and attributes of the XML file. */
const PARTS = {
  nameAlias: ['NameAlias', ['WholeName', 'FirstName', 'MiddleName', 'LastName', 'Strong', 'Remark']],
  birthdate: [
    'BirthDate',
    ['BirthDate', 'Day', 'Month', 'Year', 'YearRangeFrom', 'YearRangeTo', 'Circa', 'CalendarType'],
  ],
  address: ['Address', ['CountryDescription', 'CountryIso2Code']],
  citizenship: ['Citizenship', ['CountryDescription', 'CountryIso2Code']],
  identification: [
    'Identification',
    ['Number', 'LatinNumber', 'TypeCode', 'TypeDescription', 'CountryIso2Code', 'CountryDescription'],
  ],
} as const;

export async function readEuCsv(path: string, reading: ListReading): Promise<void> {
  const file = basename(path);
  reading.addFile(file);
  await readNamed({
    path,
    delimiter: ';',
    heading: 'Entity_LogicalId',
    each: (column, record) => {
      const uid = column('Entity_EU_ReferenceNumber') || column('Entity_LogicalId');
      if (uid === '') {
        reading.fault(file, record, 'it has no Entity_LogicalId');
        return;
      }
      reading.published ??= column('fileGenerationDate') || null;
      const code = column('Entity_SubjectType_ClassificationCode');
      const draft = reading.draft(uid, typeOf({ code: column('Entity_SubjectType'), classificationCode: code }));
      const of = (part: keyof typeof PARTS) => attributesOf(part, column);
      add(draft.programs, column('Entity_Regulation_Programme'));
      if (nameIn(of('nameAlias')) !== '') addName(draft, of('nameAlias'), of('nameAlias').remark ?? '');
      add(draft.countries, countryIn(of('address')));
      add(draft.nationalities, countryIn(of('citizenship')));
      addBirth(draft, of('birthdate'));
      addIdentification(draft, of('identification'));
      reading.count();
    },
  });
}

type Attributes = Readonly<Record<string, string>>;

/** WholeName of NameAlias_WholeName is wholeName. */
function attributesOf(part: keyof typeof PARTS, column: NamedRecord): Attributes {
  const [prefix, names] = PARTS[part];
  return Object.fromEntries(
    names.map((name) => [`${name.slice(0, 1).toLowerCase()}${name.slice(1)}`, column(`${prefix}_${name}`)]),
  );
}

/** Persons have P or person, all others E or enterprise; the two files have them in different columns. */
function typeOf({ code = '', classificationCode = '' }: Attributes): string {
  return [code, classificationCode].some((said) => /^(p|person)$/i.test(said)) ? 'individual' : 'entity';
}

function nameIn({ wholeName = '', firstName = '', middleName = '', lastName = '' }: Attributes): string {
  if (wholeName.trim() !== '') return wholeName.trim();
  return [firstName, middleName, lastName]
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');
}

function addName(draft: Draft, attributes: Attributes, remark: string): void {
  const isWeak = attributes.strong === 'false' || /\blow? quality/i.test(remark);
  const family = attributes.lastName?.trim() ?? '';
  const isFamilyNameKnown = draft.type === 'individual' && family !== '' && (attributes.firstName ?? '') !== '';
  const strength = isWeak ? 'weak' : draft.names.some((name) => name.strength === 'own') ? 'strong' : 'own';
  draft.names.push({ text: nameIn(attributes), strength, ...(isFamilyNameKnown ? { familyName: family } : {}) });
}

/** 00 and UNKNOWN are no country. */
function countryIn({ countryDescription = '', countryIso2Code = '' }: Attributes): string {
  const name = /^unknown$/i.test(countryDescription.trim()) ? '' : countryDescription.trim();
  return name || (/^[a-z]{2}$/i.test(countryIso2Code) ? countryIso2Code.toUpperCase() : '');
}

function addBirth(draft: Draft, said: Attributes): void {
  // Years of another calendar are other years.
  if (said.calendarType !== undefined && said.calendarType !== '' && !/^gregorian$/i.test(said.calendarType)) return;
  const [, year, month, day] = /^([0-9]{4})-([0-9]{2})-([0-9]{2})/.exec(said.birthdate ?? said.birthDate ?? '') ?? [];
  const only = year ?? said.year ?? '';
  const birth = birthOf({
    day: Number(day ?? said.dayOfMonth ?? said.day ?? 0),
    month: Number(month ?? said.monthOfYear ?? said.month ?? 0),
    fromYear: Number(said.yearRangeFrom || only),
    toYear: Number(said.yearRangeTo || only),
    circa: said.circa === 'true',
  });
  if (birth !== undefined) draft.births.push(birth);
}

function addIdentification(draft: Draft, said: Attributes): void {
  const kind = `${said.identificationTypeCode ?? said.typeCode ?? ''} ${said.identificationTypeDescription ?? ''}`;
  const country = said.countryIso2Code || said.countryDescription || '';
  const isUsTaxId = isUnitedStates(country) && isTaxKind(`${kind} ${said.typeDescription ?? ''}`);
  for (const number of [said.number, said.latinNumber]) {
    if (number !== undefined && number !== '') addNumber(draft, { number, isUsTaxId });
  }
}
