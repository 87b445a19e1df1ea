import type { Decimal } from 'decimal.js';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { choice, flag, yesNo } from '../../src/http/parameters/choices.ts';
import { jsonObject, list, objectOf } from '../../src/http/parameters/json.ts';
import { isMissing, type Kind, Malformed } from '../../src/http/parameters/kind.ts';
import { decimal, numericId, wholeNumber } from '../../src/http/parameters/numbers.ts';
import { optional, required, requiredByPermission, type ValuesOf } from '../../src/http/parameters/presence.ts';
import { text } from '../../src/http/parameters/text.ts';
import { clockTime, date } from '../../src/http/parameters/times.ts';

/** The value, or why it is refused. */
function read<T>(kind: Kind<T>, value: unknown): T | { refused: string } {
  const result = kind.read(value);
  return result instanceof Malformed ? { refused: result.reason } : result;
}

function refusesAll(kind: Kind<unknown>, values: readonly unknown[]): void {
  const accepted = values.filter((value) => !(kind.read(value) instanceof Malformed));
  expect(accepted).toEqual([]);
}

describe('text', () => {
  test('keeps what was sent, and takes a number that is its own text', () => {
    expect(read(text(), ' Example Issuer ')).toBe(' Example Issuer ');
    expect(read(text(), 12345)).toBe('12345');
    expect(read(text(), -1.25)).toBe('-1.25');
    expect(read(text(), '')).toBe('');
  });

  test('refuses what is not text, or would not be stored as sent', () => {
    refusesAll(text(), [true, false, [], {}, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 1e21, 0.1 + 0.2]);
    refusesAll(text(), ['a\0b', 'lone \ud800']);
  });

  test('holds its length and pattern, the same at each call', () => {
    const kind = text({ maxLength: 3, minLength: 2, pattern: /^[a-z]+$/g, patternReason: 'must be small letters' });
    expect(read(kind, 'abc')).toBe('abc');
    expect(read(kind, 'abc')).toBe('abc');
    expect(read(kind, 'abcd')).toEqual({ refused: 'must not be longer than 3 characters' });
    expect(read(kind, 'a')).toEqual({ refused: 'must be at least 2 characters long' });
    expect(read(kind, 'AB')).toEqual({ refused: 'must be small letters' });
    expect(read(text(), 'x'.repeat(4001))).toEqual({ refused: 'must not be longer than 4000 characters' });
  });
});

describe('numericId', () => {
  test('reads digits and JSON integers', () => {
    expect(read(numericId(), '202')).toBe(202);
    expect(read(numericId(), 202)).toBe(202);
    expect(read(numericId(), '999999999999999')).toBe(999_999_999_999_999);
  });

  test('reads what cannot be an id but is numeric as 0, which no record has (C12)', () => {
    for (const value of ['123.4', 123.4, '1234567890123456', 1e15, 1e300, 0]) expect(read(numericId(), value)).toBe(0);
  });

  test('says that only numbers are allowed', () => {
    const refused = { refused: 'only numbers are allowed' };
    for (const value of ['abc', '12a', '-5', -5, ' 12', '12 ', '1e3', '0x10', '1.', '.5', true, [], {}, Number.NaN]) {
      expect(read(numericId(), value), String(value)).toEqual(refused);
    }
  });
});

describe('wholeNumber', () => {
  test('reads whole numbers', () => {
    expect(read(wholeNumber(), 100)).toBe(100);
    expect(read(wholeNumber(), '100')).toBe(100);
    expect(read(wholeNumber(), '-7')).toBe(-7);
    expect(Object.is(read(wholeNumber(), '-0'), 0)).toBe(true);
  });

  test('coerces nothing', () => {
    const values = ['1e3', '10.5', 10.5, ' 10', '10 ', '0x10', '+10', '1,000', true, [], {}, '١٠', Number.NaN];
    refusesAll(wholeNumber(), values);
  });

  test('holds its limits, and those of exact integers', () => {
    const kind = wholeNumber({ minimum: 1, maximum: 10 });
    expect(read(kind, 0)).toEqual({ refused: 'must be from 1 to 10' });
    expect(read(kind, '11')).toEqual({ refused: 'must be from 1 to 10' });
    expect(read(wholeNumber({ minimum: 1 }), '0')).toEqual({ refused: 'must be at least 1' });
    expect(read(wholeNumber({ maximum: 1 }), '2')).toEqual({ refused: 'must be at most 1' });
    expect(read(wholeNumber(), '9007199254740993')).toEqual({ refused: 'is out of range' });
    expect(read(wholeNumber(), 1e300)).toEqual({ refused: 'is out of range' });
  });
});

describe('decimal', () => {
  const digits = (kind: Kind<Decimal>, value: unknown) => {
    const result = kind.read(value);
    return result instanceof Malformed ? { refused: result.reason } : result.toFixed();
  };

  test('reads exact decimals from text and from JSON numbers', () => {
    expect(digits(decimal(), '10.5')).toBe('10.5');
    expect(digits(decimal(), 10.5)).toBe('10.5');
    expect(digits(decimal(), '0.000001')).toBe('0.000001');
    expect(digits(decimal(), '123456789012.123456')).toBe('123456789012.123456');
    expect(digits(decimal(), '-1')).toBe('-1');
  });

  test('refuses other spellings and numbers that a JSON parser may have changed', () => {
    refusesAll(decimal(), ['1e3', '+1', '.5', '1.', '1,000', ' 1', '0x1', '', 'NaN', 'Infinity', true, [], {}]);
    refusesAll(decimal(), [1e21, 1e-7, JSON.parse('123456789012.123456'), '1'.repeat(41)]);
  });

  test('holds places and limits', () => {
    expect(digits(decimal(), '0.0000001')).toEqual({ refused: 'must not have more than 6 decimals' });
    expect(digits(decimal({ places: 2 }), '1.005')).toEqual({ refused: 'must not have more than 2 decimals' });
    expect(digits(decimal({ places: 2 }), '1.500')).toBe('1.5');
    expect(digits(decimal({ minimum: 0 }), '-0.1')).toEqual({ refused: 'must be at least 0' });
    expect(digits(decimal({ exclusiveMinimum: 0 }), '0.0')).toEqual({ refused: 'must be above 0' });
    expect(digits(decimal({ maximum: '99.5' }), '99.500001')).toEqual({ refused: 'must be at most 99.5' });
  });
});

describe('sets', () => {
  test('gives the canonical member, whatever the case', () => {
    expect(read(choice(['Limit', 'RFQ']), 'LIMIT')).toBe('Limit');
    expect(read(choice(['Limit', 'RFQ']), 'Market')).toEqual({ refused: 'must be one of Limit, RFQ' });
    expect(read(choice(['1', '2']), 2)).toBe('2');
    refusesAll(choice(['Limit']), [true, [], {}, 'constructor', '__proto__', ' Limit']);
  });

  test('keeps to the case where asked to', () => {
    expect(read(choice(['ASC'], { caseInsensitive: false }), 'ASC')).toBe('ASC');
    refusesAll(choice(['ASC'], { caseInsensitive: false }), ['asc']);
  });

  test('reads Yes and No, true and false', () => {
    expect(read(yesNo(), 'yes')).toBe('Yes');
    expect(read(yesNo(), 'NO')).toBe('No');
    refusesAll(yesNo(), [true, 1, 'y']);
    for (const value of [true, 'true', 'TRUE', '1', 1]) expect(read(flag(), value)).toBe(true);
    for (const value of [false, 'false', '0', 0]) expect(read(flag(), value)).toBe(false);
    refusesAll(flag(), ['yes', 2, '', [], {}]);
  });
});

describe('dates and times', () => {
  test('reads real calendar dates in three spellings', () => {
    for (const value of ['2024-02-29', '02-29-2024', '02/29/2024']) expect(read(date(), value)).toBe('2024-02-29');
    expect(read(date(), '2000-02-29')).toBe('2000-02-29');
  });

  test('refuses dates that do not exist', () => {
    refusesAll(date(), [
      '2023-02-29',
      '1900-02-29',
      '2024-13-01',
      '2024-00-10',
      '2024-01-00',
      '31-12-2024',
      '2024-04-31',
    ]);
    refusesAll(date(), [
      '2024-1-1',
      '20240101',
      '02-29/2024',
      '2024-01-01T00:00:00Z',
      '0000-01-01',
      20240101,
      true,
      {},
    ]);
  });

  test('reads times as minutes after midnight', () => {
    expect(read(clockTime(), '00:00')).toBe(0);
    expect(read(clockTime(), '09:30')).toBe(570);
    expect(read(clockTime(), '23:59')).toBe(1439);
    refusesAll(clockTime(), ['24:00', '9:30', '09:60', '0930', '09:30:00', 930, true]);
  });
});

describe('lists and objects', () => {
  test('reads each item, from JSON or its text in a form', () => {
    expect(read(list(wholeNumber()), [1, '2'])).toEqual([1, 2]);
    expect(read(list(wholeNumber()), '[1,"2"]')).toEqual([1, 2]);
    expect(read(list(wholeNumber()), [1, 'x'])).toEqual({ refused: 'item 1 must be a whole number' });
    expect(read(list(text()), [null])).toEqual({ refused: 'item 0 is missing' });
    expect(read(list(text(), { maxItems: 1 }), ['a', 'b'])).toEqual({ refused: 'must not have more than 1 items' });
    refusesAll(list(text()), ['a', '[', { 0: 'a', length: 1 }, 1, true]);
  });

  test('reads objects with declared fields, and refuses others by name', () => {
    const kind = objectOf({ city: required(text()), zip: optional(numericId()) });
    expect(read(kind, { city: 'Springfield', zip: null })).toEqual({ city: 'Springfield' });
    expect(read(kind, '{"city":"Springfield","zip":"12345"}')).toEqual({ city: 'Springfield', zip: 12345 });
    expect(read(kind, {})).toEqual({ refused: 'lacks the field "city"' });
    expect(read(kind, { city: 'a', zip: 'b' })).toEqual({ refused: 'field "zip" only numbers are allowed' });
    expect(read(kind, { city: 'a', '<b>': 1 })).toEqual({ refused: 'has the unknown field "?b?"' });
    refusesAll(kind, [[], 'text', 1, true]);
  });

  test('takes the names of inherited properties for names like any other', () => {
    const sent = JSON.parse('{"__proto__":{"polluted":1},"constructor":2,"a":3}');
    const copy = read(jsonObject(), sent) as Record<string, unknown>;
    expect(Object.keys(copy).sort()).toEqual(['__proto__', 'a', 'constructor']);
    expect(copy.polluted).toBeUndefined();
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(read(objectOf({ a: required(wholeNumber()) }), sent)).toEqual({
      refused: 'has the unknown field "__proto__"',
    });
  });

  test('bounds what an object can hold', () => {
    let nested: unknown = 1;
    for (let level = 0; level < 30; level++) nested = { nested };
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`key${index}`, 1]));
    refusesAll(jsonObject(), [many, nested]);
  });
});

describe('presence', () => {
  test('counts absent, null and blank as missing, unless empty text is kept', () => {
    for (const value of [undefined, null, '', '  \t']) expect(isMissing(value, false)).toBe(true);
    for (const value of [0, false, 'a']) expect(isMissing(value, false)).toBe(false);
    expect(isMissing('', true)).toBe(false);
    expect(isMissing(null, true)).toBe(true);
  });

  test('gives the handler types that say what may be absent', () => {
    const parameters = {
      id: required(numericId()),
      price: optional(decimal()),
      side: required(choice(['Buy', 'Sell'])),
      name: requiredByPermission(text()),
    };
    expectTypeOf<ValuesOf<typeof parameters>>().toEqualTypeOf<{
      readonly id: number;
      readonly price: Decimal | undefined;
      readonly side: 'Buy' | 'Sell';
      readonly name: string | undefined;
    }>();
    expect(parameters.name.presence).toBe('requiredByPermission');
  });
});
