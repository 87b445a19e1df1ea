/** OrdRejReason of each reason of the venue is the one of docs/api/fix.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  cxlRejReason,
  massCancelRejectReason,
  ordRejReason,
  quoteRequestRejectReason,
} from '../../src/application/reasons.ts';

const docs = (file: string) => readFileSync(join(import.meta.dirname, '../../../docs', file), 'utf8');

/** The codes that the list of reasons has, and the faults that the gateway finds. */
const CODES = [
  ...[...docs('generated/reasons.md').matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, code]) => code as string),
  ...['malformed', 'unsupported', 'duplicate', 'stale', 'unavailable', '106', '404', '429', '503'],
];
/** Rows of the table of OrdRejReason: the number, and the codes that the row names. */
const ROWS = docs('api/fix.md')
  .split('### OrdRejReason')[1]!
  .split('###')[0]!
  .matchAll(/^\| (\d+) \| (.*) \|$/gm);
const NAMED = new Map(
  [...ROWS].flatMap(([, number, text = '']) => codesIn(text).map((code) => [code, Number(number)])),
);
/** What the rows say in words. */
const IN_WORDS: Readonly<Record<string, number>> = {
  malformed: 99,
  unavailable: 99,
  106: 99,
  429: 99,
  503: 99,
  404: 5,
};
/** The others of the limits of orders. */
const isLimit = (code: string) => code.endsWith('-above-limit') || /^too-many-.*orders/.test(code);

function codesIn(text: string): string[] {
  return [...text.matchAll(/`([a-z-]+)`/g)].map(([, code]) => code as string);
}

test('the table of OrdRejReason is true of every reason', () => {
  expect(CODES.length).toBeGreaterThan(100);
  expect([...NAMED.keys()].filter((code) => !CODES.includes(code))).toEqual([]);
  const documented = CODES.map((code) => [code, NAMED.get(code) ?? IN_WORDS[code] ?? (isLimit(code) ? 3 : 0)]);
  expect(CODES.map((code) => [code, ordRejReason({ code, text: '' })])).toEqual(documented);
});

test('every reason has numbers of the dictionary where a cancel, a mass cancel or a quote request is refused', () => {
  for (const code of CODES) {
    const reason = { code, text: '' };
    expect([0, 1, 2, 6, 99]).toContain(cxlRejReason(reason));
    expect([undefined, 0, 1]).toContain(massCancelRejectReason(reason));
    expect([1, 2, 3, 4, 6, 99]).toContain(quoteRequestRejectReason(reason));
  }
  const numbers = (code: string) => [cxlRejReason({ code, text: '' }), quoteRequestRejectReason({ code, text: '' })];
  expect(numbers('order-is-terminal')).toEqual([0, 99]);
  expect(numbers('unknown-order')).toEqual([1, 99]);
  expect(numbers('security-has-ended')).toEqual([2, 2]);
  expect(numbers('duplicate')).toEqual([6, 99]);
  expect(numbers('stale')).toEqual([99, 4]);
});
