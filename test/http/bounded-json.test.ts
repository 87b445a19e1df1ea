import Type from 'typebox';
import { describe, expect, test } from 'vitest';
import { inTurns } from '../../src/http/methods/pieces.ts';
import {
  boundedJsonSteps,
  entriesMaxOf,
  OversizedJson,
  parseBoundedJson,
} from '../../src/http/parameters/bounded-json.ts';
import { jsonObject, list, objectOf } from '../../src/http/parameters/json.ts';
import { Malformed } from '../../src/http/parameters/kind.ts';
import { decimal } from '../../src/http/parameters/numbers.ts';
import { optional } from '../../src/http/parameters/presence.ts';
import { text } from '../../src/http/parameters/text.ts';
import { countTurns } from '../support/turns.ts';

describe('a document', () => {
  test.each([
    ['members of one object', '{"a":1,"b":2,"c":3}'],
    ['entries of one list', '[1,2,3]'],
    ['members all over it', '{"a":{"b":{"c":1}}}'],
    ['lists and objects', '{"a":[{}]}'],
  ])('has the entries that it is measured to have: %s', (_what, json) => {
    expect(parseBoundedJson(json, 3)).toEqual(JSON.parse(json));
    expect(() => parseBoundedJson(json, 2)).toThrow(
      new OversizedJson('must not have more than 2 fields and list entries'),
    );
  });

  test('may have anything in its texts', () => {
    const json = JSON.stringify({ a: '[[[{,,,}\\"\\\\', 'b,"{': '\u2028,,é' });
    expect(parseBoundedJson(json, 2)).toEqual(JSON.parse(json));
  });

  test('is nested 32 deep at most, whatever it is made of', () => {
    const nested = (depth: number) => `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`;
    expect(parseBoundedJson(nested(32))).toEqual(JSON.parse(nested(32)));
    expect(() => parseBoundedJson(nested(34))).toThrow(new OversizedJson('must not be nested more than 32 deep'));
    expect(() => parseBoundedJson('['.repeat(1_000_000))).toThrow(OversizedJson);
  });

  test('may begin with a byte order mark', async () => {
    const json = '\ufeff{"a":[1,{"b":"\ufeff"}]}';
    const read = { a: [1, { b: '\ufeff' }] };
    expect(parseBoundedJson(json, 4)).toEqual(read);
    expect(parseBoundedJson('\ufeff{"a":1}')).toEqual({ a: 1 });
    expect(await inTurns(boundedJsonSteps(json, 4))).toEqual(read);
    for (const wrong of ['\ufeff', '\ufeff\ufeff{}', ' \ufeff{}'])
      expect(() => parseBoundedJson(wrong)).toThrow(SyntaxError);
  });

  test.each(['', '{', '"', '"\\', ']]]]{', '{"a":1}}', 'text'])('that is no JSON stays a syntax error: %s', (json) => {
    expect(() => parseBoundedJson(json)).toThrow(SyntaxError);
  });
});

test('a list or an object as text in a form is measured too, by what it may have', () => {
  const names = list(text(), { maxItems: 3000 });
  const some = Array.from({ length: 3000 }, () => 'a');
  expect(names.read(JSON.stringify(some))).toEqual(some);
  expect(names.read('\ufeff["a"]')).toEqual(['a']);
  const many = JSON.stringify(Array.from({ length: 100_000 }, () => 'a'));
  const reason = (most: number) => new Malformed(`must not have more than ${most} fields and list entries`);
  expect(names.read(many)).toEqual(reason(4000));
  expect(objectOf({ name: optional(text()) }).read(`{"name":${many}}`)).toEqual(reason(1001));
  expect(jsonObject().read(`{"name":${many}}`)).toEqual(reason(1200));
});

test('no declaration asks for more than 20,000', () => {
  const lot = Type.Object({ quantity: Type.String(), acquired: Type.String() });
  const lots = (maxItems: number) => Type.Array(lot, { maxItems });
  expect(entriesMaxOf([Type.String(), lots(10)])).toBe(1030);
  expect(entriesMaxOf([lots(1000), Type.Array(lots(1000), { maxItems: 1000 })])).toBe(20_000);
});

test.each(['0.9999999999999999999', '1E2', '1e-3', '-12345678901234567', '0.1000000000000000001'])(
  'the number %s stays as it was sent',
  (source) => {
    expect(parseBoundedJson(`{"a":[${source}]}`)).toEqual({ a: [source] });
    const read = decimal({ places: 2 }).read(parseBoundedJson(source) as string);
    if (source !== '-12345678901234567') expect(read).toBeInstanceOf(Malformed);
  },
);

test('a number that keeps its digits is a number, next to one that does not', () => {
  expect(parseBoundedJson('[1.50,0.000001,999999999999999,1E2,"1E2"]')).toEqual([
    ...[1.5, 0.000001, 999_999_999_999_999],
    ...['1E2', '1E2'],
  ]);
});

test('escaped characters have a limit', () => {
  const escaped = (count: number) => `{"a":"${'\\u0041'.repeat(count)}"}`;
  expect(parseBoundedJson(escaped(20_000), 2)).toEqual({ a: 'A'.repeat(20_000) });
  const tooMany = new OversizedJson('must not have more than 20000 escaped characters');
  expect(() => parseBoundedJson(escaped(20_001), 2)).toThrow(tooMany);
  expect(() => parseBoundedJson(`["${'\\"'.repeat(20_001)}"]`)).toThrow(tooMany);
});

test.each(['1.2.3E5', '01E2', '1e', '-', '--1e3', '1e3e3'])(
  'a number of a wrong form stays a syntax error: %s',
  (source) => {
    expect(() => parseBoundedJson(`[${source}]`)).toThrow(SyntaxError);
  },
);

test('a number of a million digits becomes no number, and costs no more than its digits', () => {
  const [read] = parseBoundedJson(`[${'1'.repeat(1_000_000)}]`) as [string];
  expect(read).toBe('1'.repeat(101));
  expect(decimal({ places: 2 }).read(read)).toBeInstanceOf(Malformed);
});

test('a long text is read in pieces, each in a turn, and reads as a short one does', async () => {
  const lots = Array.from({ length: 6000 }, (_, index) => ({
    date: '2020-01-01',
    quantity: index,
    note: 'a"\\\u00e9',
  }));
  const json = `{"lots":${JSON.stringify(lots)},"exact":0.5,"inexact":[12345678901234567,1E2]${' '.repeat(300_000)}}`;
  const counter = countTurns();
  expect(await inTurns(boundedJsonSteps(json, 30_000))).toEqual({
    lots,
    exact: 0.5,
    inexact: ['12345678901234567', '1E2'],
  });
  expect(counter.turns).toBeGreaterThanOrEqual(Math.floor(json.length / 32_768));
  await expect(inTurns(boundedJsonSteps(json, 10_000))).rejects.toThrow(OversizedJson);
  await expect(inTurns(boundedJsonSteps(json.slice(0, -1), 30_000))).rejects.toThrow(SyntaxError);
});
