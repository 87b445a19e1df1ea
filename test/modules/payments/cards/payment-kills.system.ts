/**
 * Payments by card whose process is killed at any moment: each is made once (K8), and the ledger is that of
 * the records. KILLS says how often (1 when not set).
 */
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { DatabaseLocation } from '../../../../src/database/open-database.ts';
import { ledgerProblems } from '../../../../src/modules/ledger/index.ts';
import { StripeProcessor } from '../../../../src/providers/cards/stripe-processor.ts';
import { StripeStandIn } from '../../../providers/cards/stripe-stand-in.ts';
import { describeOnEachDatabase } from '../../../support/database.ts';
import { killLimitMs } from '../../../support/kill-limit.ts';
import { runKilled } from '../../../support/killed-process.ts';
import { undelivered } from '../../shared/undelivered-outbox.ts';
import { aCardMove } from './card-moves.ts';
import { startCards } from './cards-api.ts';

const KILLS = Number(process.env.KILLS || 1);
/** More than are under way at once. */
const PAYMENTS_A_ROUND = 12;
/** 18:00 Eastern of Wednesday 2 January 2030. */
const CUT_OFF = Date.UTC(2030, 0, 2, 23) * 1000;
const MINUTE_US = 60_000_000;

const stubs: StripeStandIn[] = [];
afterEach(async () => {
  for (const stub of stubs.splice(0)) await stub.close();
});

interface Work {
  readonly location: DatabaseLocation;
  readonly url: string;
  readonly now: number;
}

const run = (work: Work, killAfterMs?: number) =>
  runKilled(join(import.meta.dirname, 'payments-process.ts'), work, killAfterMs);

describeOnEachDatabase(`payments by card that are killed ${KILLS} times`, (open) => {
  test('are made once each', { timeout: killLimitMs(KILLS) }, async () => {
    const location = await open.migratedLocation();
    const stripe = await StripeStandIn.start();
    stubs.push(stripe);
    const options = { secretKey: 'sk_test_example', webhookSecret: null, url: stripe.url, timeoutMs: 60_000 };
    const api = await startCards(await open(location), { cards: new StripeProcessor(options) });
    await api.link();
    const refNums = new Set<string>();
    const order = async () => {
      for (let count = 0; count < PAYMENTS_A_ROUND; count++) {
        const { client_id, account_id, trade_id, offering_id } = await api.trade();
        const { ref_num } = await aCardMove(api.database.db, { client_id, account_id, trade_id, offering_id });
        refNums.add(String(ref_num));
      }
    };
    let now = CUT_OFF;
    // About as long as the work takes, so that a kill comes at any moment of it.
    let longestMs = 80;
    for (let kills = 0; kills < KILLS; ) {
      await order();
      const isDone = await run({ location, url: stripe.url, now }, Math.random() * longestMs);
      if (!isDone) kills += 1;
      longestMs *= isDone ? 0.8 : 1.15;
      // What was under way is asked for again, with the key that Stripe keeps for a day.
      now += 2 * MINUTE_US;
    }
    expect(await run({ location, url: stripe.url, now })).toBe(true);

    const { db } = api.database;
    const made = stripe.intents.map(({ metadata }) => (metadata as { reference: string }).reference);
    expect(made.sort()).toEqual([...refNums].sort());
    const moves = await db.selectFrom('card_fund_moves').selectAll().execute();
    expect(new Set(moves.map(({ fund_status }) => fund_status))).toEqual(new Set(['Settled']));
    expect(moves).toHaveLength(refNums.size);
    const trades = await db.selectFrom('trades').select('order_status').distinct().execute();
    expect(trades).toEqual([{ order_status: 'FUNDED' }]);
    const reported = await undelivered(db, api.deps.secrets);
    for (const [method, fundStatus] of [
      ['updateCCFundMoveStatus', 'Submitted'],
      ['stripePaymentProcess', 'Settled'],
      ['updateCCFundMoveStatus', 'Settled'],
      ['updateTradeStatus', null],
    ] as const) {
      const those = reported.filter((one) => one.method === method && one.form.get('fundStatus') === fundStatus);
      expect(those, `${method} ${fundStatus}`).toHaveLength(refNums.size);
      if (fundStatus !== null) expect(new Set(those.map(({ form }) => form.get('RefNum')))).toEqual(refNums);
    }
    expect(reported).toHaveLength(4 * refNums.size);
    expect(await ledgerProblems(db)).toEqual([]);
  });
});
