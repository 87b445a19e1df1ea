import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { achRail } from '../../../../src/modules/payments/ach/index.ts';
import {
  PAYMENT_LIFECYCLE,
  PAYMENT_STATES,
  type PaymentState,
  type PaymentTrigger,
} from '../../../../src/modules/payments/lifecycle/index.ts';
import { lifecycleTable, stateAfter } from '../../../../src/modules/shared/lifecycle.ts';
import { EVERY_CLIENT } from '../../../../src/modules/shared/record/index.ts';
import { describeOnEachDatabase } from '../../../support/database.ts';
import { aFundMove, orderStatus, startAch } from './fixture.ts';

/** Where each trigger leads from Pending, Submitted, Settled, Returned and Voided; - is a refusal. */
const PAIRS: Readonly<Record<PaymentTrigger, string>> = {
  submit: 'Submitted, -, -, -, -',
  settle: '-, Settled, -, -, -',
  return: '-, Returned, Returned, -, -',
  void: 'Voided, -, -, -, -',
};

const pairs = (Object.keys(PAIRS) as PaymentTrigger[]).flatMap((trigger) =>
  PAIRS[trigger].split(', ').map((to, index) => ({ from: PAYMENT_STATES[index] as PaymentState, trigger, to })),
);

describe('the states of a debit', () => {
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

  test('stand in docs/money-movement.md as the table has them', () => {
    const page = readFileSync(resolve(import.meta.dirname, '../../../../docs/money-movement.md'), 'utf8');
    const shown = /<!-- lifecycle -->\n([\s\S]*?)\n<!-- end of lifecycle -->/.exec(page)?.[1];
    expect(shown).toBe(lifecycleTable(PAYMENT_LIFECYCLE));
  });
});

/** The trade of a debit that came to a state, by way of what leads there. */
const TRADE_OF: Readonly<Record<PaymentState, { readonly by: readonly PaymentTrigger[]; readonly trade: string }>> = {
  Pending: { by: [], trade: 'CREATED' },
  Submitted: { by: ['submit'], trade: 'CREATED' },
  Settled: { by: ['submit', 'settle'], trade: 'FUNDED' },
  Returned: { by: ['submit', 'settle', 'return'], trade: 'CREATED' },
  Voided: { by: ['void'], trade: 'CREATED' },
};

describeOnEachDatabase('a debit', (open) => {
  test('takes its trade along, and leaves both as they were where it is refused', async () => {
    const ach = await startAch(await open());
    const { db } = ach.api.database;
    for (const [state, { by, trade }] of Object.entries(TRADE_OF)) {
      const refNum = Number(await aFundMove(ach));
      const move = (trigger: PaymentTrigger) =>
        db.transaction().execute(async (transaction) => {
          const held = await achRail.require(transaction, EVERY_CLIENT, refNum);
          return achRail.step(transaction, held, trigger, { nowUs: ach.api.nowUs });
        });
      for (const trigger of by) await move(trigger);
      const read = () => db.selectFrom('ach_fund_moves').selectAll().where('ref_num', '=', refNum).executeTakeFirst();
      const before = await read();
      expect(before?.fund_status).toBe(state);
      expect(await orderStatus(ach, before!.trade_id), state).toBe(trade);
      for (const { trigger } of pairs.filter(({ from, to }) => from === state && to === '-')) {
        await expect(move(trigger), `${state} ${trigger}`).rejects.toMatchObject({ statusCode: 224 });
      }
      expect(await read()).toEqual(before);
      expect(await orderStatus(ach, before!.trade_id), state).toBe(trade);
    }
  });
});
