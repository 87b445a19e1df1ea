import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeForm, MASK } from '../../../src/webhooks/events/encoding.ts';

describe('encodeForm', () => {
  test('omits null and undefined, sends empty text empty', () => {
    expect(encodeForm({ a: null, b: undefined, c: '', d: 'x' })).toBe('c=&d=x');
  });

  test('sends booleans as 1 and 0 and numbers as text', () => {
    expect(encodeForm({ yes: true, no: false, count: 10, zero: 0, half: 0.5, big: 9007199254740993n })).toBe(
      'yes=1&no=0&count=10&zero=0&half=0.5&big=9007199254740993',
    );
  });

  test('omits NaN and infinities', () => {
    expect(encodeForm({ a: Number.NaN, b: Number.POSITIVE_INFINITY, c: 1 })).toBe('c=1');
  });

  test('writes spaces as +, in names too, and percent-encodes the rest as UTF-8', () => {
    expect(encodeForm({ 'Transaction Type': 'WIRE IN', name: 'Zoë & Söhne+1' })).toBe(
      'Transaction+Type=WIRE+IN&name=Zo%C3%AB+%26+S%C3%B6hne%2B1',
    );
  });

  test('writes arrays and objects as JSON text, instants as timestamps, and what has toJSON as it says', () => {
    expect(encodeForm({ ids: ['1', '2'], o: { a: true, n: null } })).toBe(
      'ids=%5B%221%22%2C%222%22%5D&o=%7B%22a%22%3Atrue%2C%22n%22%3Anull%7D',
    );
    expect(encodeForm({ at: new Date('2026-03-02T14:30:05.678Z') })).toBe('at=2026-03-02+14%3A30%3A05');
    expect(encodeForm({ price: { toJSON: () => '10.250000' } })).toBe('price=10.250000');
  });

  test('masks developerAPIKey at any depth, as fifteen X', () => {
    expect(MASK).toBe('XXXXXXXXXXXXXXX');
    expect(encodeForm({ developerAPIKey: 'secret', trade_developerAPIKey: '', DEVELOPERAPIKEY: 7 })).toBe(
      `developerAPIKey=${MASK}&trade_developerAPIKey=${MASK}&DEVELOPERAPIKEY=${MASK}`,
    );
    expect(encodeForm({ o: [{ developerAPIKey: 'secret' }] })).not.toContain('secret');
    expect(encodeForm({ developerAPIKey: null })).toBe('');
  });

  test('refuses what has no JSON form', () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    expect(() => encodeForm({ circle })).toThrow(TypeError);
  });

  test('gives back every text through a form parser, in order', () => {
    const entries = fc.array(fc.tuple(fc.string({ unit: 'grapheme', minLength: 1 }), fc.string({ unit: 'grapheme' })));
    fc.assert(
      fc.property(entries, (pairs) => {
        const fields = Object.fromEntries(pairs.filter(([name]) => !/developerapikey$/i.test(name)));
        const form = encodeForm(fields);
        expect(form).toMatch(/^[\x21-\x7e]*$/);
        expect([...new URLSearchParams(form)]).toEqual(Object.entries(fields));
      }),
    );
  });
});
