import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  CUSTOM_FIELDS,
  checkValue,
  customFieldsOf,
  DATA_OF_LENGTH,
  DICTIONARY,
  dictionaryXml,
  isAdded,
  MSG,
  messagesOf,
  ORDER_TERMS,
  type OrderTerm,
  TAG,
} from '../../src/dictionary/index.ts';

test('docs/OpenATS-FIX44.xml is what npm run dictionary writes', () => {
  const file = new URL('../../../docs/OpenATS-FIX44.xml', import.meta.url);
  expect(readFileSync(file, 'utf8') === dictionaryXml()).toBe(true);
});

test('names of tags and of messages are those of the dictionary', () => {
  const named = Object.entries(TAG).map(([name, tag]) => [DICTIONARY.fields.get(tag)?.name, name]);
  expect(named.filter(([found, name]) => found !== name)).toEqual([]);
  const types = Object.entries(MSG).map(([name, type]) => [DICTIONARY.messages.get(type)?.name, name]);
  expect(types.filter(([found, name]) => found !== name)).toEqual([]);
});

test('custom fields are user-defined or of FIX 5.0, and each message that they name has them', () => {
  for (const { tag, name, messages } of CUSTOM_FIELDS) {
    expect(tag >= 5000 || name === 'DisplayQty', name).toBe(true);
    for (const type of messages) expect(DICTIONARY.messages.get(type)?.body.has(tag), `${name} in ${type}`).toBe(true);
  }
});

test('each field of an optional term is in its messages and on the page of FIX', () => {
  const page = readFileSync(new URL('../../../docs/api/fix.md', import.meta.url), 'utf8');
  for (const [parameter, term] of Object.entries<OrderTerm>(ORDER_TERMS)) {
    const { fix } = term;
    if (fix === undefined || 'execInst' in fix) continue;
    expect(DICTIONARY.fields.get(fix.tag)?.name).toBe(fix.name);
    for (const type of messagesOf(term)) {
      expect(DICTIONARY.messages.get(type)?.body.has(fix.tag), `${fix.name} in ${type}`).toBe(true);
    }
    for (const value of fix.values ?? []) expect(DICTIONARY.fields.get(fix.tag)?.values).toContain(value);
    expect(page).toContain(`| ${fix.tag} | ${fix.name} | N | ${parameter}`);
  }
});

test('a term in a field that FIX 4.4 does not have adds it, by what the term is', () => {
  const fix = (tag: number) => ({ tag, name: 'Field' });
  const terms = {
    flag: { fix: fix(5100) },
    shares: { shares: true, replaceable: true, fix: fix(5101) },
    choice: { words: ['A', 'B'], hidden: true, fix: { ...fix(5102), values: ['0', '1'] } },
    clock: { clock: true, fix: fix(5103) },
    capacity: { words: ['Agency'], fix: { ...fix(528), values: ['A'] } },
    instruction: { fix: { execInst: '7' } },
  } as const;
  expect(customFieldsOf(terms)).toEqual([
    { ...fix(5100), type: 'BOOLEAN', messages: ['8', 'D'] },
    { ...fix(5101), type: 'QTY', messages: ['8', 'D', 'G'] },
    { ...fix(5102), type: 'CHAR', values: ['0', '1'], messages: ['D'] },
    { ...fix(5103), type: 'STRING', messages: ['8', 'D'] },
  ]);
});

test('values of later versions are known, and no engine of FIX 4.4 is sent one that it did not ask for', () => {
  expect(DICTIONARY.fields.get(59)?.values).toContain('B');
  expect(DICTIONARY.fields.get(269)?.values).toContain('Q');
  expect([isAdded(59, 'B'), isAdded(59, '0'), isAdded(5003, '106'), isAdded(269, 'Q')]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

test('length fields name their data fields', () => {
  expect(DATA_OF_LENGTH.get(TAG.RawDataLength)).toBe(TAG.RawData);
  expect(DATA_OF_LENGTH.size).toBe(16);
});

test('required fields and groups are known', () => {
  const order = DICTIONARY.messages.get('D')?.body;
  const required = [...(order?.values() ?? [])].filter((one) => one.required).map((one) => one.field.name);
  expect(required).toEqual(['ClOrdID', 'Side', 'TransactTime', 'OrdType']);
  expect([...(order?.get(453)?.group?.keys() ?? [])].slice(0, 3)).toEqual([448, 447, 452]);
});

describe('checkValue', () => {
  const field = (tag: number) => DICTIONARY.fields.get(tag)!;
  test.each([
    [54, '1', undefined],
    [54, 'Z', 'value'],
    [54, '', 'empty'],
    [54, '12', 'format'],
    [44, '10.25', undefined],
    [44, '-.5', undefined],
    [44, '1e5', 'format'],
    [44, '.', 'format'],
    [34, '-1', 'format'],
    [108, '30', undefined],
    [108, '3.5', 'format'],
    [52, '20261127-15:30:00', undefined],
    [52, '20261127-15:30:00.123456', undefined],
    [52, '20261327-15:30:00', 'format'],
    [52, '2026-11-27T15:30:00', 'format'],
    [18, 'G 1', undefined],
    [18, 'G !', 'value'],
    [43, 'yes', 'format'],
    [432, '20261231', undefined],
    [15, 'usd', 'format'],
  ])('%i=%s: %s', (tag, value, fault) => {
    expect(checkValue(field(tag), value)).toBe(fault);
  });
});
