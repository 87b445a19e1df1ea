import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import {
  DEPOSIT_LIFECYCLE,
  PAYMENT_LIFECYCLE,
  PAYMENT_STATES,
} from '../../../../src/modules/payments/lifecycle/index.ts';
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

test('a deposit can be declined while it is Submitted, and otherwise goes as any payment', () => {
  const { states, refusals, moves } = DEPOSIT_LIFECYCLE;
  for (const from of states) {
    for (const trigger of Object.keys(refusals) as (keyof typeof refusals)[]) {
      const to = moves.find((move) => move.from === from && move.trigger === trigger)?.to;
      const moved = () => stateAfter(DEPOSIT_LIFECYCLE, from, trigger);
      if (to === undefined) expect(moved, `${from} ${trigger}`).toThrow(expect.objectContaining({ statusCode: 224 }));
      else expect(moved()).toBe(to);
    }
  }
  const declined = [{ from: 'Submitted', trigger: 'decline', to: 'Declined' }];
  expect(moves).toEqual([...PAYMENT_LIFECYCLE.moves, ...declined]);
});

test('docs/api/payments.md shows the table', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../../../docs/api/payments.md'), 'utf8');
  const shown = /<!-- lifecycle -->\n([\s\S]*?)\n<!-- end of lifecycle -->/.exec(page)?.[1];
  expect(shown).toBe(lifecycleTable(PAYMENT_LIFECYCLE));
});
