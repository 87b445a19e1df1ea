/** The header Prefer by RFC 7240 (H15). */
import { describe, expect, test } from 'vitest';
import { prefersOutcome } from '../../../src/modules/ats/orders/order-outcome.ts';
import { preferenceOf } from '../../../src/modules/ats/orders/preference.ts';

describe('return=final', () => {
  test.each([
    'return=final',
    'Return=final',
    'RETURN=Final',
    'return="final"',
    'return = "final"',
    '\treturn= final ',
    'return=final; wait=10',
    'return="final";foo="a, b"',
    'respond-async, return=final, wait=10',
    'foo="x, return=minimal", return=final',
    'foo="a \\", return=minimal", return=final',
    ', ,return=final',
    'return="fin\\al"',
    // Only the first of the same name counts.
    'return=final, return=minimal',
  ])('is asked for by %s', (header) => {
    expect(prefersOutcome(header)).toBe(true);
  });

  test.each([
    '',
    'return',
    'return=',
    'return=minimal',
    'return=finally',
    'xreturn=final',
    'foo; return=final',
    'foo="return=final"',
    'foo="x, return=final',
    'return=minimal, return=final',
    'return==final',
  ])('is not asked for by %s', (header) => {
    expect(prefersOutcome(header)).toBe(false);
  });

  test('a long header takes a time that grows with its length', () => {
    const header = `${'foo="\\"; a=",'.repeat(20_000)}return=final`;
    expect(preferenceOf(header, 'return')).toBe('final');
  });
});
