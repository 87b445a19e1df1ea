import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { QUOTE_STATES } from '../../../src/modules/ats/index.ts';
import { QUOTE_LIFECYCLE, type QuoteState, type QuoteTrigger } from '../../../src/modules/quotes/quote-fields.ts';
import { stateAfter } from '../../../src/modules/shared/record/lifecycle.ts';
import { lifecycleTable } from '../../support/lifecycle-table.ts';

/** Where each trigger leads from Open, Accepting, Accepted, Declined, Cancelled and Ended; - is a refusal. */
const PAIRS: Readonly<Record<QuoteTrigger, string>> = {
  accept: 'Accepting, Accepting, Accepted, -, -, -',
  traded: '-, Accepted, -, -, -, -',
  notTraded: '-, Open, -, -, -, -',
  decline: 'Declined, -, -, -, -, -',
  cancel: 'Cancelled, -, -, -, -, -',
  orderEnded: 'Ended, -, -, -, -, -',
};

const pairs = (Object.keys(PAIRS) as QuoteTrigger[]).flatMap((trigger) =>
  PAIRS[trigger].split(', ').map((to, index) => ({ from: QUOTE_STATES[index] as QuoteState, trigger, to })),
);

test('all pairs are looked at', () => {
  expect(pairs).toHaveLength(QUOTE_STATES.length * Object.keys(QUOTE_LIFECYCLE.refusals).length);
  const moves = QUOTE_LIFECYCLE.moves.map(({ from, trigger }) => `${from} ${trigger}`);
  expect(new Set(moves).size).toBe(moves.length);
});

test.each(pairs)('$trigger leads from $from to $to', ({ from, trigger, to }) => {
  const moved = () => stateAfter(QUOTE_LIFECYCLE, from, trigger);
  if (to === '-') expect(moved).toThrow(expect.objectContaining({ statusCode: 190 }));
  else expect(moved()).toBe(to);
});

test('the states stand in docs/venue/venue.md as the table has them', () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../../docs/venue/venue.md'), 'utf8');
  const shown = /<!-- lifecycle of a quote -->\n([\s\S]*?)\n<!-- end of lifecycle -->/.exec(page)?.[1];
  expect(shown).toBe(lifecycleTable(QUOTE_LIFECYCLE));
});
