import { describe, expect, test } from 'vitest';
import { UnreadableBody } from '../../src/http/body/body.ts';
import { PIECE_BYTES, readForm, readLongForm } from '../../src/http/body/form.ts';
import { countTurns } from '../support/turns.ts';

const read = (text: string, fieldsMax = 1000) => readForm(Buffer.from(text), fieldsMax);
const tooMany = (most: number) => new UnreadableBody(`must not have more than ${most} fields`);

describe('a form', () => {
  test.each([
    'a=1&b=2&a=3',
    '&&a=1&&b&=x&=&',
    'a=b=c&d==',
    'a+b=c+d%2B&%61=%zz&x=%4&y=%',
    'name=%C3%84%26%3D%2B+%2520&%F0%9F%98%80=\u{1f600}',
    '__proto__=1&constructor=2',
    '',
  ])('has the fields that browsers read in it: %s', async (text) => {
    const expected = Object.fromEntries(new URLSearchParams(text));
    expect({ ...(read(text) as object) }).toEqual({ ...expected });
    expect(await readLongForm(Buffer.from(text), 1000)).toEqual(read(text));
  });

  test.each(['a=%e9', 'a=%C3&b=%A9', '%FF=1', 'a=%C3'])('that is no UTF-8 is refused: %s', (text) => {
    expect(read(text)).toEqual(new UnreadableBody('must be valid UTF-8'));
  });

  test('has a bounded number of fields, empty ones among them', () => {
    expect(Object.keys(read('a&b&c', 3))).toEqual(['a', 'b', 'c']);
    expect(Object.keys(read('a&b&c&', 3))).toEqual(['a', 'b', 'c']);
    expect(read('a&b&c&d', 3)).toEqual(tooMany(3));
    expect(read('a&a&&a', 3)).toEqual(tooMany(3));
  });
});

test.each([
  ['escapes', `a=${'%C3%A9'.repeat(170_000)}&b=${'%e9'.repeat(10)}&c=1`, new UnreadableBody('must be valid UTF-8')],
  ['separators', '&'.repeat(1_000_000), {}],
])('a long form of %s is decoded in short pieces, each in its turn', async (_what, text, expected) => {
  expect(PIECE_BYTES).toBeLessThanOrEqual(16_384);
  const counter = countTurns();
  expect(await readLongForm(Buffer.from(text), 1_000_000)).toEqual(expected);
  expect(counter.turns).toBeGreaterThanOrEqual(Math.floor(text.length / PIECE_BYTES));
});

test('a long form is read no further than its fields may go', async () => {
  const counter = countTurns();
  expect(await readLongForm(Buffer.from('&'.repeat(1_000_000)), 1000)).toEqual(tooMany(1000));
  expect(counter.turns).toBeLessThan(3);
});
