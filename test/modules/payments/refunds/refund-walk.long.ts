/** Refunds in each state of payment and trade, on every rail, in any order: against a slow model after each step. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PAYMENT_STATES } from '../../../../src/modules/payments/lifecycle/index.ts';
import { toMillionths } from '../../../../src/modules/shared/values/index.ts';
import { TRADE_STATES } from '../../../../src/modules/trades/records/trade-lifecycle.ts';
import { describeOnEachDatabase } from '../../../support/database.ts';
import { allOrFew, runs, THOROUGH } from '../../../support/thorough.ts';
import { faultsOf, STORED, startLedger, TRIGGERS, type World } from '../../ledger/money-walk.ts';
import { isRight, slowLedger } from '../../ledger/slow-ledger.ts';
import { fieldsOf } from '../../shared/api.ts';
import { aTrade } from '../../shared/records.ts';
import { put, RAILS, type Rail } from '../../trades/rails.ts';
import type { ShownRefund } from './refunds-api.ts';

const STEPS = [
  ...(['giveBack', 'giveBack', 'giveBack', 'refundStatus', 'refundEnds', 'sendRefunds'] as const),
  ...(['report', 'match', 'cancel', 'editTrade'] as const),
] as const;

const walk = fc.array(fc.record({ trigger: fc.constantFrom(...STEPS), pick: fc.nat({ max: 200 }) }), {
  ...{ minLength: 5, maxLength: 8 },
});

const max0 = (amount: bigint) => (amount > 0n ? amount : 0n);

/** 40 dollars of the trade that have come. */
async function paidBy(world: World, of: { readonly rail: Rail; readonly tradeId: number; readonly trade: number }) {
  await TRIGGERS.pay(world, { ...of, trigger: 'pay', pick: 0 });
  const { table, id } = STORED[of.rail];
  const payment = (await world.numbers(table, id)).length - 1;
  for (const pick of [0, 1]) await TRIGGERS.report(world, { ...of, trigger: 'report', pick, payment });
}

/** What may be given back is what is overpaid and is not on its way. */
async function isOffered({ db, api }: World, tradeId: number, at: unknown): Promise<void> {
  const refunds = await db.selectFrom('refunds').selectAll().where('trade_id', '=', tradeId).execute();
  const sum = (all: readonly { readonly amount: string }[]) =>
    all.reduce((total, { amount }) => total + toMillionths(amount), 0n);
  const { overpaid } = (await slowLedger(db)).trades.get(tradeId)!;
  const live = sum(refunds.filter(({ status }) => status === 'Pending' || status === 'Submitted'));
  const offered: ShownRefund[] = [];
  for (const status of ['Due', 'Waiting']) {
    const found = fieldsOf(await api.call('POST', 'getRefunds', { status, tradeId }, { as: 'MASTER' }));
    offered.push(...(found.refunds as ShownRefund[]));
  }
  const [free, all] = [max0(overpaid - live), sum(offered)];
  expect([at, all]).toEqual([at, free]);
  const named = offered.map(({ rail, paymentNumber }) => `${rail} ${paymentNumber}`);
  expect(new Set(named).size).toBe(named.length);
}

describeOnEachDatabase('refunds through their triggers', (open) => {
  test('on each rail, in each pair of states of payment and trade', async () => {
    const world = await startLedger(open);
    const { db, api, accountId, offeringId, investor } = world;
    const failed = faultsOf(api);
    const states = TRADE_STATES.flatMap((trade) => PAYMENT_STATES.map((payment) => ({ trade, payment })));
    const cases = RAILS.flatMap((rail) => states.map((one) => ({ rail, ...one })));
    const made = new Map<string, number>();
    for (const [index, one] of allOrFew(cases, runs(24, 24)).entries()) {
      const of = { account_id: accountId, transaction_type: 'ACH', fees: '1.500000', total_amount: '101.500000' };
      const { trade_id: tradeId } = await aTrade(db, 'C1', offeringId, of);
      const own = { rail: one.rail, tradeId, trade: 0 };
      // A part has come by another rail, and a part by a wire or a check.
      const other = RAILS[(RAILS.indexOf(one.rail) + 1) % RAILS.length]!;
      await paidBy(world, { ...own, rail: other });
      const said = { offeringId, tradeId, amount: 40, receivedDate: '2029-12-31', payer: 'First Last' };
      const method = index % 2 === 0 ? 'admin/recordWire' : 'admin/recordCheck';
      await world.post(method, { ...said, reference: `walk ${index}` }, 'MASTER');
      await TRIGGERS.pay(world, { ...own, trigger: 'pay', pick: 1 });
      await put(investor, own, one);
      for (const [number, steps] of fc.sample(walk, { numRuns: THOROUGH ? 4 : 1, seed: index }).entries()) {
        for (const at of steps) {
          // By every rail, each of them first at times.
          const all = at.trigger === 'giveBack' ? [0, 1, 2, 3, 4].map((rail) => (rail + at.pick) % 5) : [0];
          for (const more of all) await TRIGGERS[at.trigger](world, { ...own, ...at, pick: 5 * at.pick + more });
          const where = { ...one, ...at, number };
          await isRight(db, where);
          await isOffered(world, tradeId, where);
          expect([where, failed]).toEqual([where, []]);
        }
      }
    }
    for (const { rail, status } of await db.selectFrom('refunds').select(['rail', 'status']).execute()) {
      made.set(rail, (made.get(rail) ?? 0) + 1);
      made.set(status, (made.get(status) ?? 0) + 1);
    }
    // The walks made refunds, and ended them.
    expect([...made.keys()]).toEqual(
      expect.arrayContaining(['ACH', 'CARD', 'CUSTODY', 'WIRE', 'CHECK', 'Settled', 'Returned']),
    );
  });
});
