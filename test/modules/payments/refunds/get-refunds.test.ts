/** The list of refunds, and of what is to be given back (A35), against plain filters, in pages, by indexes. */
import { expect, test } from 'vitest';
import { readOverpaid, readRefunds } from '../../../../src/modules/payments/refunds/get-refunds.ts';
import { EVERY_CLIENT } from '../../../../src/modules/shared/record/index.ts';
import { describeOnEachDatabase } from '../../../support/database.ts';
import { planOf, watchQueries } from '../../../support/query-plans.ts';
import { errorOf, fieldsOf } from '../../shared/api.ts';
import { aTrade } from '../../shared/records.ts';
import { type Refunds, type ShownRefund, startRefunds } from './refunds-api.ts';

const WAITING = { waitDays: 60, nowUs: 0 };

/** All pages of a query. */
async function everyPage({ list }: Refunds, query: object, limit: number): Promise<ShownRefund[]> {
  const found: ShownRefund[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await list({ ...query, limit, ...(cursor === undefined ? {} : { cursor }) });
    expect(page.refunds.length).toBeLessThanOrEqual(limit);
    found.push(...page.refunds);
    cursor = page.nextCursor;
  }
  return found;
}

const nameOf = ({ tradeId, rail, paymentNumber, amount, status }: ShownRefund) =>
  [tradeId, rail, paymentNumber, Number(amount), status].join(' ');

describeOnEachDatabase('getRefunds', (open) => {
  test('lists what is to be given back of each payment, the newest first, in pages of any size', async () => {
    const refunds = await startRefunds(open, { waitDays: 60 });
    const { api, trade, paid, cancel, refund, list, db } = refunds;
    const expected: string[] = [];
    for (let at = 0; at < 4; at++) {
      const tradeId = await trade({ total_amount: '200.000000' });
      api.nowUs += 1_000_000;
      const card = await paid('CARD', tradeId, '60');
      api.nowUs += 1_000_000;
      const debit = await paid('ACH', tradeId, '70');
      api.nowUs += 1_000_000;
      await paid('CUSTODY', tradeId, '50');
      await cancel(tradeId);
      // A part of the card's is under way, and is not listed.
      if (at === 2) await refund(tradeId, 'CARD', { amount: '20' });
      expected.unshift(`${tradeId} ACH ${debit} 70 Waiting`, `${tradeId} CARD ${card} ${at === 2 ? 40 : 60} Due`);
    }
    // Of what is overpaid, the newest payments go back: the wire does not.
    const edited = await trade({ total_amount: '100.000000' });
    await paid('WIRE', edited, '100');
    await db.updateTable('trades').set({ total_amount: '60.000000' }).where('trade_id', '=', edited).execute();
    for (const limit of [1, 2, 3, 100]) {
      for (const status of ['Due', 'Waiting']) {
        const all = await everyPage(refunds, { status }, limit);
        const own = all.filter(({ rail }) => rail !== 'CUSTODY' && rail !== 'WIRE').map(nameOf);
        expect([limit, status, own]).toEqual([limit, status, expected.filter((one) => one.endsWith(status))]);
        expect(all.filter(({ rail }) => rail === 'CUSTODY')).toHaveLength(status === 'Waiting' ? 4 : 0);
        expect(all.filter(({ rail }) => rail === 'WIRE').map(({ amount }) => amount)).toEqual(
          status === 'Due' ? ['40.000000'] : [],
        );
      }
    }
    const [tradeId] = expected[0]!.split(' ');
    expect(await everyPage(refunds, { status: 'Due', tradeId }, 1)).toHaveLength(1);
    expect((await list({ status: 'Due' }, 'C2')).refunds).toEqual([]);
    expect((await list({ status: 'Due' }, 'C1')).refunds).toHaveLength(5);
    errorOf(await api.call('POST', 'getRefunds', { status: 'Due', tradeId }, { as: 'C2' }), '189');
    for (const cursor of ['x', Buffer.from('1 x').toString('base64url')]) {
      errorOf(await api.call('POST', 'getRefunds', { status: 'Due', cursor }), '106');
      errorOf(await api.call('POST', 'getRefunds', { cursor }), '106');
    }
  });

  test('lists the refunds that were made by each filter, newest first', async () => {
    const refunds = await startRefunds(open);
    const { trade, paid, cancel, refund, operator, accountId, offeringId } = refunds;
    const made: ShownRefund[] = [];
    for (let at = 0; at < 5; at++) {
      const tradeId = await trade();
      await paid('ACH', tradeId);
      await cancel(tradeId);
      const one = await refund(tradeId, 'ACH', { amount: String(at + 1) });
      if (at % 2 === 0) {
        const { refundId } = one;
        fieldsOf(await operator('updateRefundStatus', { refundId, status: 'Voided', reason: 'by mistake' }));
      }
      made.unshift(one);
    }
    const ids = (all: readonly ShownRefund[]) => all.map(({ refundId }) => refundId);
    for (const limit of [1, 2, 100]) {
      for (const query of [{}, { accountId }, { offeringId }]) {
        expect(ids(await everyPage(refunds, query, limit))).toEqual(ids(made));
        const voided = ids(made.filter((_, at) => at % 2 === 0));
        expect(ids(await everyPage(refunds, { ...query, status: 'Voided' }, limit))).toEqual(voided);
      }
    }
    expect(ids((await refunds.list({ tradeId: made[0]!.tradeId })).refunds)).toEqual([made[0]!.refundId]);
    expect((await refunds.list({}, 'C2')).refunds).toEqual([]);
  });

  test('goes through a bounded number of overpaid trades, and comes to the end of many', async () => {
    const refunds = await startRefunds(open);
    const { db, offeringId, accountId, list } = refunds;
    const of = { account_id: accountId, order_status: 'FUNDED', recorded_amount: '101.000000' };
    await db.updateTable('offerings').set({ sold_shares: '90000.000000' }).execute();
    const last = await aTrade(db, 'C1', offeringId, of);
    for (let at = 0; at < 1099; at++) await aTrade(db, 'C2', offeringId, of);
    const first = await list({ status: 'Due' }, 'C1');
    expect([first.refunds, first.nextCursor === null]).toEqual([[], false]);
    const next = await list({ status: 'Due', cursor: first.nextCursor }, 'C1');
    expect(next.refunds.map(nameOf)).toEqual([`${last.trade_id} WIRE  1 Due`]);
    expect(next.nextCursor).toBeNull();
    expect(await everyPage(refunds, { status: 'Due' }, 100)).toHaveLength(1100);
  });

  test('finds each page by an index', async () => {
    const { db, api } = await startRefunds(open);
    const { watched, queries } = watchQueries(db);
    const cursor = Buffer.from('1000001 after').toString('base64url');
    for (const asked of [
      ...[{}, { status: 'Pending' }, { offeringId: 1 }, { offeringId: 1, status: 'Settled' }, { accountId: 'A1' }],
    ]) {
      await readRefunds(watched, { ...asked, reader: EVERY_CLIENT, cursor, limit: 10 });
      await readRefunds(watched, { ...asked, reader: 'C1', cursor, limit: 10 });
    }
    await readOverpaid(watched, { reader: 'C1', status: 'Due', cursor, limit: 10 }, WAITING);
    expect(queries).toHaveLength(11);
    for (const one of queries) {
      const plan = await planOf(api.database, one);
      expect(plan, one.sql).toMatch(/refunds_|refunds_pkey|ledger_balances_overpaid|PRIMARY KEY/);
      expect(plan, one.sql).not.toMatch(/SCAN refunds(?! USING)|Seq Scan/);
    }
  });
});
