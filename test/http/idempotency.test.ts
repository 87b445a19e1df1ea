import { Decimal } from 'decimal.js';
import { expect, test } from 'vitest';
import { idempotencyOf } from '../../src/http/methods/idempotency.ts';

const FILE = { field: 'userfile0', fileName: 'a.pdf', contentType: '', path: '/spool/1', size: 3, sha256: 'aa' };

const identityOf = (values: Record<string, unknown>, files = [FILE], method = 'upload') =>
  idempotencyOf('one', method, values, files).bodyHash;

const VALUES = {
  titles: new Map([
    [0, 'Deed'],
    [1, 'Plan'],
  ]),
  price: new Decimal('10.25'),
  nested: { a: [1, null], b: 'text' },
  limit: 5n,
};

test('calls that say the same are the same, in whatever order', () => {
  const other = {
    limit: 5n,
    nested: { b: 'text', a: [1, null], c: undefined },
    price: new Decimal('10.250'),
    titles: new Map([
      [1, 'Plan'],
      [0, 'Deed'],
    ]),
  };
  expect(identityOf(other, [{ ...FILE, path: '/spool/2' }])).toBe(identityOf(VALUES));
});

test.each([
  ['another title', { ...VALUES, titles: new Map([[0, 'Deed']]) }, [FILE]],
  ['another number', { ...VALUES, price: new Decimal('10.26') }, [FILE]],
  ['another entry', { ...VALUES, nested: { a: [1, 2], b: 'text' } }, [FILE]],
  ["another file's bytes", VALUES, [{ ...FILE, sha256: 'bb' }]],
  ["another file's name", VALUES, [{ ...FILE, fileName: 'b.pdf' }]],
  ["another file's field", VALUES, [{ ...FILE, field: 'userfile1' }]],
  ['one file more', VALUES, [FILE, FILE]],
  ['no file', VALUES, []],
])('a call with %s is another call', (_what, values, files) => {
  expect(identityOf(values, files)).not.toBe(identityOf(VALUES));
});

test('another method is another call', () => {
  expect(identityOf(VALUES, [FILE], 'other')).not.toBe(identityOf(VALUES));
});

test.each([new Set(['a']), /a/, new Date(0), () => 1, Symbol('a'), undefined])(
  'a value of an unknown kind throws instead of being left out: %s',
  (value) => {
    expect(() => identityOf({ value: [value] })).toThrow('cannot identify a call');
  },
);

test('other bytes are another call', () => {
  expect(identityOf({ value: Buffer.from('a') })).not.toBe(identityOf({ value: Buffer.from('b') }));
});
