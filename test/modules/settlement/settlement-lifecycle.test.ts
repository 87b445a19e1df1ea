import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import {
  SETTLEMENT_LIFECYCLE,
  SETTLEMENT_STATES,
  type SettlementState,
  type SettlementTrigger,
} from '../../../src/modules/settlement/settlement-records.ts';
import { stateAfter } from '../../../src/modules/shared/record/lifecycle.ts';
import { lifecycleTable } from '../../support/lifecycle-table.ts';

/** Where each trigger leads from PENDING, SETTLED, CANCELED and BUSTED; - is a refusal. */
const PAIRS: Readonly<Record<SettlementTrigger, string>> = {
  settle: 'SETTLED, -, -, -',
  cancel: 'CANCELED, -, -, -',
  bust: 'BUSTED, BUSTED, -, -',
};

const pairs = (Object.keys(PAIRS) as SettlementTrigger[]).flatMap((trigger) =>
  PAIRS[trigger].split(', ').map((to, index) => ({ from: SETTLEMENT_STATES[index] as SettlementState, trigger, to })),
);

test('all pairs are looked at', () => {
  expect(pairs).toHaveLength(SETTLEMENT_STATES.length * Object.keys(SETTLEMENT_LIFECYCLE.refusals).length);
  const moves = SETTLEMENT_LIFECYCLE.moves.map(({ from, trigger }) => `${from} ${trigger}`);
  expect(new Set(moves).size).toBe(moves.length);
});

test.each(pairs)('$trigger leads from $from to $to', ({ from, trigger, to }) => {
  const moved = () => stateAfter(SETTLEMENT_LIFECYCLE, from, trigger);
  if (to === '-') expect(moved).toThrow(expect.objectContaining({ statusCode: 190 }));
  else expect(moved()).toBe(to);
});

test('the states stand in docs/venue/venue.md as the table has them', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../../docs/venue/venue.md'), 'utf8');
  const shown = /<!-- lifecycle of a settlement -->\n([\s\S]*?)\n<!-- end of lifecycle -->/.exec(page)?.[1];
  expect(shown).toBe(lifecycleTable(SETTLEMENT_LIFECYCLE));
});
