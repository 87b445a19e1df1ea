import { expect, test } from 'vitest';
import { achRail } from '../../../../src/modules/payments/ach/index.ts';
import type { PaymentState, PaymentTrigger } from '../../../../src/modules/payments/lifecycle/index.ts';
import { EVERY_CLIENT } from '../../../../src/modules/shared/record/index.ts';
import { describeOnEachDatabase } from '../../../support/database.ts';
import { pairs } from '../lifecycle/pairs.ts';
import { aFundMove, orderStatus, startAch } from './fixture.ts';

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
