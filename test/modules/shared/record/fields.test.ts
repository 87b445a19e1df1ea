import { describe, expect, test } from 'vitest';
import { wholeNumber } from '../../../../src/http/parameters/numbers.ts';
import { text } from '../../../../src/http/parameters/text.ts';
import {
  changedRow,
  creationParameters,
  differing,
  digitsField,
  type Field,
  fieldsNamed,
  fieldsSchema,
  indexed,
  listFields,
  newRow,
  numberField,
  rowOfValues,
  type Sealing,
  shownFields,
  updateParameters,
  valuesOf,
} from '../../../../src/modules/shared/record/index.ts';
import { piiOf } from '../../../../src/modules/shared/record/pii-levels.ts';

interface ThingRow {
  readonly thing_id: string;
  readonly thing_name: string;
  readonly colour: string | null;
  readonly weight: number | null;
  readonly limit: string | null;
  readonly tax_id_sealed: string | null;
  readonly status: string;
  readonly archived: number;
  readonly created_ip_address: string | null;
}

const NEEDED = (sent: (name: string) => unknown) => sent('thingName') === 'heavy';

const FIELDS = [
  { name: 'thingId', pii: 'none' },
  { name: 'thingName', shown: 'title', kind: text(), required: true, empty: '' },
  { name: 'colour', kind: text(), required: 'byPermission', pii: 'pii_low' },
  { name: 'weight', kind: wholeNumber(), required: NEEDED, list: numberField },
  { name: 'limit', kind: text(), list: digitsField, takenBy: ['create', 'patch'] },
  { name: 'taxID', column: 'tax_id', kind: text(), sealed: true, pii: 'pii_high' },
  { name: 'status', kind: text(), takenBy: ['update'], empty: 'New' },
  { name: 'archivedYN', column: 'archived', list: false, show: (archived) => (archived === 1 ? 'Yes' : 'No') },
  { name: 'createdIp', shown: false, column: 'created_ip_address', kind: text(), takenBy: ['create'] },
] as const satisfies readonly Field<ThingRow>[];

const SEALING: Sealing = {
  seal: (column, value) => `${column}:${[...value].reverse().join('')}`,
  open: (column, sealed) => [...sealed.slice(column.length + 1)].reverse().join(''),
};

const ROW: ThingRow = {
  thing_id: 'T1',
  archived: 1,
  ...newRow(FIELDS, { thingName: 'Lamp', weight: 0, taxID: '12-3' }, SEALING),
};

describe('parameters made from fields', () => {
  const presences = (parameters: object) =>
    Object.entries(parameters).map(([name, { presence, requiredWhen }]) => [name, requiredWhen ?? presence]);

  test('of create methods are required as the table says', () => {
    expect(presences(creationParameters(FIELDS))).toEqual([
      ['thingName', 'required'],
      ['colour', 'requiredByPermission'],
      ['weight', NEEDED],
      ['limit', 'optional'],
      ['taxID', 'optional'],
      ['createdIp', 'optional'],
    ]);
  });

  test('of update methods are optional, or required of keys with the field permission', () => {
    const names = ['thingName', 'colour', 'weight', 'taxID', 'status'];
    expect(presences(updateParameters(FIELDS, 'optional'))).toEqual(names.map((name) => [name, 'optional']));
    expect(presences(updateParameters(FIELDS, 'requiredByPermission'))).toEqual(
      names.map((name) => [name, name === 'thingName' || name === 'colour' ? 'requiredByPermission' : 'optional']),
    );
  });
});

describe('rows made from fields', () => {
  test('have every column, empty where nothing was sent, and sealed where the table says so', () => {
    expect(ROW).toEqual({
      thing_id: 'T1',
      thing_name: 'Lamp',
      colour: null,
      weight: 0,
      limit: null,
      tax_id_sealed: 'tax_id:3-21',
      status: 'New',
      archived: 1,
      created_ip_address: null,
    });
  });

  test('take what was sent by the names of parameters, and pass over the rest', () => {
    const sent = { thingName: 'Lamp', weight: undefined, other: 'x' };
    expect(valuesOf(FIELDS, sent)).toEqual({ thing_name: 'Lamp' });
  });

  test('change in the columns that have a value; null clears', () => {
    expect(rowOfValues(FIELDS, { colour: null, weight: undefined, tax_id: '45' }, SEALING)).toEqual({
      colour: null,
      tax_id_sealed: 'tax_id:54',
    });
    expect(changedRow(FIELDS, { taxID: null, thingName: 'Lamp' }, SEALING)).toEqual({
      tax_id_sealed: null,
      thing_name: 'Lamp',
    });
  });

  test('differ from values only where these are others', () => {
    const same = { thing_name: 'Lamp', weight: 0, tax_id: '12-3', colour: null };
    expect(differing(FIELDS, ROW, same, SEALING)).toEqual({});
    expect(differing(FIELDS, ROW, { ...same, weight: 1, tax_id: '12-4' }, SEALING)).toEqual({
      weight: 1,
      tax_id: '12-4',
    });
  });
});

describe('answers made from fields', () => {
  test('are in the order of the table, opened and shown as it says', () => {
    expect(Object.entries(shownFields(FIELDS, ROW, SEALING))).toEqual([
      ['thingId', 'T1'],
      ['title', 'Lamp'],
      ['colour', null],
      ['weight', '0'],
      ['limit', null],
      ['taxID', '12-3'],
      ['status', 'New'],
      ['archivedYN', 'Yes'],
    ]);
    expect(shownFields(FIELDS, { ...ROW, tax_id_sealed: null }, SEALING).taxID).toBeNull();
  });

  test('have schemas that say which may be null', () => {
    const schemas = fieldsSchema(FIELDS);
    expect(Object.keys(schemas)).toEqual(Object.keys(shownFields(FIELDS, ROW, SEALING)));
    expect(schemas.title).toMatchObject({ type: 'string' });
    expect(schemas.weight).toMatchObject({ type: ['string', 'null'] });
  });

  test('can be of some fields', () => {
    expect(shownFields(fieldsNamed(FIELDS, 'status', 'thingId'), ROW)).toEqual({ thingId: 'T1', status: 'New' });
    expect(() => fieldsNamed(FIELDS, 'nothing' as 'status')).toThrow('nothing');
  });
});

test('lists filter and sort by what is shown and not sealed, each as its kind', () => {
  const fields = listFields(FIELDS);
  expect(Object.keys(fields)).toEqual(['thingId', 'title', 'colour', 'weight', 'limit', 'status']);
  expect(fields.title).toMatchObject({ column: 'thing_name', filter: 'scan', compares: 'text' });
  expect(fields.weight).toMatchObject({ column: 'weight', compares: 'number' });
  expect(indexed(numberField)('weight')).toMatchObject({ column: 'weight', filter: 'indexed', compares: 'number' });
});

test('levels of personal data are those of the table; a field without one has the highest', () => {
  const levels = [...piiOf('thing.read', FIELDS, 'createdDate')].map(([name, { level }]) => [name, level]);
  expect(Object.fromEntries(levels)).toMatchObject({
    thingId: 'none',
    createdDate: 'none',
    colour: 'pii_low',
    title: 'pii_high',
    taxID: 'pii_high',
  });
});

test('what a row cannot hold does not compile', () => {
  const declared: readonly Field<ThingRow>[] = [
    // @ts-expect-error: the row has no such column
    { name: 'a', column: 'color', kind: text() },
    // @ts-expect-error: the column is text
    { name: 'b', column: 'colour', kind: wholeNumber() },
    // @ts-expect-error: the column is never null
    { name: 'c', column: 'thing_name', kind: text() },
    // @ts-expect-error: the column is not sealed
    { name: 'd', column: 'colour', kind: text(), sealed: true },
    // @ts-expect-error: the column is sealed
    { name: 'e', column: 'tax_id', kind: text() },
    // @ts-expect-error: a number is not listed as text
    { name: 'f', column: 'weight', kind: wholeNumber() },
  ];
  expect(declared).toHaveLength(6);
  // @ts-expect-error: sealed fields are shown by somebody who can open them
  expect(() => shownFields(FIELDS, ROW)).toThrow();
  // @ts-expect-error: the record lacks columns of the fields
  expect(shownFields(fieldsNamed(FIELDS, 'status'), { thing_id: 'T1' })).toEqual({ status: 'undefined' });
});
