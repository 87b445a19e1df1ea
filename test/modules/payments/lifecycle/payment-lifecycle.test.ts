import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { PAYMENT_LIFECYCLE, PAYMENT_STATES } from '../../../../src/modules/payments/lifecycle/index.ts';
import { stateAfter } from '../../../../src/modules/shared/record/lifecycle.ts';
import { lifecycleTable } from '../../../support/lifecycle-table.ts';
import { pairs } from './pairs.ts';

test('all pairs are looked at', () => {
  expect(pairs).toHaveLength(PAYMENT_STATES.length * Object.keys(PAYMENT_LIFECYCLE.refusals).length);
  const moves = PAYMENT_LIFECYCLE.moves.map(({ from, trigger }) => `${from} ${trigger}`);
  expect(new Set(moves).size).toBe(moves.length);
});

test.each(pairs)('$trigger leads from $from to $to', ({ from, trigger, to }) => {
  const moved = () => stateAfter(PAYMENT_LIFECYCLE, from, trigger);
  if (to === '-') expect(moved).toThrow(expect.objectContaining({ statusCode: 224 }));
  else expect(moved()).toBe(to);
});

test('docs/api/payments.md shows the table', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../../../docs/api/payments.md'), 'utf8');
  const shown = /<!-- lifecycle -->\n([\s\S]*?)\n<!-- end of lifecycle -->/.exec(page)?.[1];
  expect(shown).toBe(lifecycleTable(PAYMENT_LIFECYCLE));
});
