/**
 * Refunds by card whose process is killed at any moment, between Submitted and the answer, too: each is made once
 * (A33). KILLS says how often (1 when not set).
 */
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { ledgerProblems } from '../../../../src/modules/ledger/index.ts';
import { StripeProcessor } from '../../../../src/providers/cards/stripe-processor.ts';
import { StripeStandIn } from '../../../providers/cards/stripe-stand-in.ts';
import { describeOnEachDatabase } from '../../../support/database.ts';
import { killLimitMs } from '../../../support/kill-limit.ts';
import { runKilled } from '../../../support/killed-process.ts';
import { NOW } from '../../shared/records.ts';
import { undelivered } from '../../shared/undelivered-outbox.ts';
import { aCardMove } from '../cards/card-moves.ts';
import { startCards } from '../cards/cards-api.ts';
import { aRefund } from './a-refund.ts';

const KILLS = Number(process.env.KILLS || 1);
/** More than are under way at once. */
const REFUNDS_A_ROUND = 12;
/** 18:00 Eastern of Wednesday 2 January 2030. */
const CUT_OFF = Date.UTC(2030, 0, 2, 23) * 1000;
const MINUTE_US = 60_000_000;

const stripes: StripeStandIn[] = [];
afterEach(async () => {
  for (const stripe of stripes.splice(0)) await stripe.close();
});

const run = (work: object, killAfterMs?: number) =>
  runKilled(join(import.meta.dirname, 'refunds-process.ts'), work, killAfterMs);

describeOnEachDatabase(`refunds by card that are killed ${KILLS} times`, (open) => {
  test('are made once each', { timeout: killLimitMs(KILLS) }, async () => {
    const location = await open.location();
    const stripe = await StripeStandIn.start();
    stripes.push(stripe);
    const { url } = stripe;
    const processor = new StripeProcessor({
      secretKey: 'sk_test_example',
      webhookSecret: null,
      url,
      timeoutMs: 60_000,
    });
    const api = await startCards(await open(location), { cards: processor });
    const { db } = api.database;
    await db.updateTable('offerings').set({ sold_shares: '90000.000000' }).execute();
    const card = { holder: 'First Last', number: '4242424242424242', expiryMonth: 12, expiryYear: 2035 };
    const { token } = await processor.store({ ...card, securityCode: '123', billingZip: '10001' });
    const made = new Set<string>();
    const order = async () => {
      for (let count = 0; count < REFUNDS_A_ROUND; count++) {
        const trade = await api.trade({ order_status: 'UNWIND PENDING' });
        const { client_id, account_id, trade_id, offering_id } = trade;
        const { ref_num } = await aCardMove(db, { client_id, account_id, trade_id, offering_id });
        const key = `pay ${ref_num}`;
        await processor.pay({ key, token, cents: 10_000, reference: String(ref_num) });
        const { id } = stripe.intents.at(-1) as { id: string };
        const paid = { fund_status: 'Settled', processor_transaction_id: id };
        await db.updateTable('card_fund_moves').set(paid).where('ref_num', '=', ref_num).execute();
        const of = { client_id, account_id, trade_id, offering_id, rail: 'CARD', payment: ref_num, created_at: NOW };
        made.add(String(await aRefund(db, { ...of, amount: '100.000000' })));
      }
    };
    let now = CUT_OFF;
    // About as long as the work takes, so that a kill comes at any moment of it.
    let longestMs = 80;
    for (let kills = 0; kills < KILLS; ) {
      await order();
      const isDone = await run({ location, url, now }, Math.random() * longestMs);
      if (!isDone) kills += 1;
      longestMs *= isDone ? 0.8 : 1.15;
      // What was under way is asked for again, with the key that Stripe keeps for a day.
      now += 2 * MINUTE_US;
    }
    expect(await run({ location, url, now })).toBe(true);
    const given = stripe.refunds.map(({ metadata }) => (metadata as { reference: string }).reference);
    expect(given.toSorted()).toEqual([...made].toSorted());
    const statuses = await db.selectFrom('refunds').select('status').distinct().execute();
    expect(statuses).toEqual([{ status: 'Settled' }]);
    const trades = await db.selectFrom('trades').select('order_status').distinct().execute();
    expect(trades).toEqual([{ order_status: 'UNWIND SETTLED' }]);
    const refunded = await db
      .selectFrom('card_fund_moves')
      .select(['fund_status', 'refunded_amount'])
      .distinct()
      .execute();
    expect(refunded).toEqual([{ fund_status: 'Returned', refunded_amount: '100.000000' }]);
    const reported = (await undelivered(db, api.deps.secrets)).filter(({ method }) => method === 'updateRefundStatus');
    for (const status of ['Submitted', 'Settled']) {
      const those = reported.filter(({ form }) => form.get('status') === status);
      expect(those.map(({ form }) => form.get('refundId')).toSorted()).toEqual([...made].toSorted());
    }
    expect(await ledgerProblems(db)).toEqual([]);
  });
});
