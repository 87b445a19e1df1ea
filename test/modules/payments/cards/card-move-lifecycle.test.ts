import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import {
  CARD_MOVE_LIFECYCLE,
  CARD_MOVE_STATES,
  type CardMoveState,
  type CardMoveTrigger,
} from '../../../../src/modules/payments/cards/card-move-lifecycle.ts';
import { lifecycleTable, stateAfter } from '../../../../src/modules/shared/lifecycle.ts';

/** Where each trigger leads from Pending, Submitted, Settled, Returned and Voided; - is a refusal. */
const PAIRS: Readonly<Record<CardMoveTrigger, string>> = {
  submit: 'Submitted, -, -, -, -',
  settle: '-, Settled, -, -, -',
  return: '-, Returned, Returned, -, -',
  void: 'Voided, -, -, -, -',
};

const pairs = (Object.keys(PAIRS) as CardMoveTrigger[]).flatMap((trigger) =>
  PAIRS[trigger].split(', ').map((to, index) => ({ from: CARD_MOVE_STATES[index] as CardMoveState, trigger, to })),
);

test('all pairs are looked at', () => {
  expect(pairs).toHaveLength(CARD_MOVE_STATES.length * Object.keys(CARD_MOVE_LIFECYCLE.refusals).length);
  const moves = CARD_MOVE_LIFECYCLE.moves.map(({ from, trigger }) => `${from} ${trigger}`);
  expect(new Set(moves).size).toBe(moves.length);
});

test.each(pairs)('$trigger leads from $from to $to', ({ from, trigger, to }) => {
  const moved = () => stateAfter(CARD_MOVE_LIFECYCLE, from, trigger);
  if (to === '-') expect(moved).toThrow(expect.objectContaining({ statusCode: 224 }));
  else expect(moved()).toBe(to);
});

test('the states stand in docs/cards.md as the table has them', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../../../docs/cards.md'), 'utf8');
  const shown = /<!-- lifecycle -->\n([\s\S]*?)\n<!-- end of lifecycle -->/.exec(page)?.[1];
  expect(shown).toBe(lifecycleTable(CARD_MOVE_LIFECYCLE));
});
