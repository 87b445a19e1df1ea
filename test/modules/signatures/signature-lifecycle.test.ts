import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { stateAfter } from '../../../src/modules/shared/record/lifecycle.ts';
import {
  esignStatusOf,
  SIGNATURE_LIFECYCLE,
  SIGNATURE_STATES,
  type SignatureState,
  type SignatureTrigger,
  triggerOf,
} from '../../../src/modules/signatures/signature-lifecycle.ts';
import { lifecycleTable } from '../../support/lifecycle-table.ts';

/** Where each trigger leads from CREATED, SIGNED, DECLINED, VOIDED and NOTSIGNED; - is a refusal. */
const PAIRS: Readonly<Record<SignatureTrigger, string>> = {
  sent: 'CREATED, -, -, -, CREATED',
  completed: 'SIGNED, SIGNED, -, -, SIGNED',
  declined: 'DECLINED, -, DECLINED, -, DECLINED',
  voided: 'VOIDED, -, -, VOIDED, VOIDED',
  other: 'NOTSIGNED, -, -, -, NOTSIGNED',
};

const pairs = (Object.keys(PAIRS) as SignatureTrigger[]).flatMap((trigger) =>
  PAIRS[trigger].split(', ').map((to, index) => ({ from: SIGNATURE_STATES[index] as SignatureState, trigger, to })),
);

describe('the states of a document that is signed', () => {
  test('all pairs are looked at', () => {
    expect(pairs).toHaveLength(SIGNATURE_STATES.length * Object.keys(SIGNATURE_LIFECYCLE.refusals).length);
    const moves = SIGNATURE_LIFECYCLE.moves.map(({ from, trigger }) => `${from} ${trigger}`);
    expect(new Set(moves).size).toBe(moves.length);
  });

  test.each(pairs)('$trigger leads from $from to $to', ({ from, trigger, to }) => {
    const moved = () => stateAfter(SIGNATURE_LIFECYCLE, from, trigger);
    if (to === '-') expect(moved).toThrow(expect.objectContaining({ statusCode: 190 }));
    else expect(moved()).toBe(to);
  });

  test('stand in docs/api/documents.md as the table has them', () => {
    const page = readFileSync(resolve(import.meta.dirname, '../../../docs/api/documents.md'), 'utf8');
    const shown = /<!-- lifecycle -->\n([\s\S]*?)\n<!-- end of lifecycle -->/.exec(page)?.[1];
    expect(shown).toBe(lifecycleTable(SIGNATURE_LIFECYCLE));
  });
});

test('a word of a provider is a trigger; one that is not known is other', () => {
  expect(['sent', 'completed', 'declined', 'voided', 'delivered', ''].map(triggerOf)).toEqual([
    ...['sent', 'completed', 'declined', 'voided', 'other', 'other'],
  ]);
});

test.each([
  [[], 'NOTSIGNED'],
  [['CREATED'], 'CREATED'],
  [['SIGNED', 'SIGNED'], 'SIGNED'],
  [['SIGNED', 'CREATED'], 'CREATED'],
  [['SIGNED', 'VOIDED', 'DECLINED'], 'DECLINED'],
  [['CREATED', 'VOIDED', 'NOTSIGNED'], 'VOIDED'],
  [['SIGNED', 'NOTSIGNED'], 'NOTSIGNED'],
])('a trade with documents that are %j is %s (D10)', (states, status) => {
  expect(esignStatusOf(states)).toBe(status);
});
