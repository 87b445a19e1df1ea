/** Money of trades that was given back is not there any more: nothing else takes it, and none of it is stuck. */
import { expect, test } from 'vitest';
import { ledgerProblems } from '../../../../src/modules/ledger/index.ts';
import { allocated } from '../../../../src/modules/payments/refunds/sources.ts';
import { DAY_US } from '../../../../src/time/units.ts';
import { describeOnEachDatabase } from '../../../support/database.ts';
import { errorOf, fieldsOf } from '../../shared/api.ts';
import { type Refunds, startRefunds } from './refunds-api.ts';

const asked = (tradeId: number) => ({ tradeId, requestedBy: 'First Last', reason: 'an example' });

/** A trade of 100 dollars that came to the custody account, of which 40 are overpaid. */
async function overpaidInCustody({ api, trade, paid, accountId, offeringId }: Refunds) {
  const tradeId = await trade();
  await paid('CUSTODY', tradeId);
  fieldsOf(await api.call('PUT', 'editTrade', { accountId, offeringId, tradeId, shares: 6 }));
  return tradeId;
}

test('parts of a cent are one item with money that was recorded by hand', () => {
  const source = { waitsUntil: null, isBusy: false, cameAt: 0 };
  const debit = { ...source, rail: 'ACH', payment: 1, left: 9_000_000n, cameAt: 1 } as const;
  const byHand = { ...source, rail: 'CHECK', payment: null, left: 3_000n } as const;
  const free = 5_005_000n;
  const there = { free, elsewhere: free, ready: free, waiting: [] };
  const of = (sources: Parameters<typeof allocated>[0]) =>
    allocated(sources, there).map((one) => [one.source.rail, Number(one.amount)]);
  const all = [
    ['ACH', 5_000_000],
    ['CHECK', 5_000],
  ];
  expect(of([debit, byHand])).toEqual(all);
  expect(of([debit])).toEqual([all[0], ['WIRE', 5_000]]);
});

describeOnEachDatabase('what is left of trades after refunds', (open) => {
  test.each([
    [40, 0, 0],
    [30, 0, 10],
  ])('a receipt keeps what was refunded of none in particular: %d dollars', async (back, most, left) => {
    const { db, trade, paid, cancel, refund, operator, stateOf, balances, offeringId } = await startRefunds(open);
    const [tradeId, other] = [await trade({ total_amount: '40.000000' }), await trade({ total_amount: '20.000000' })];
    const receiptId = await paid('WIRE', tradeId, '20');
    await paid('WIRE', tradeId, '20');
    await cancel(tradeId);
    expect(await refund(tradeId, 'WIRE', { amount: `${back}` })).toMatchObject({ paymentNumber: null });
    const lower = { receiptId, tradeId, reason: 'for another trade' };
    const refused = errorOf(await operator('matchReceipt', { ...lower, amount: `${20 - most - left - 0.01}` }), '190');
    expect(refused).toContain(`at most ${left.toFixed(6)} is there`);
    errorOf(await operator('matchReceipt', { receiptId, tradeId: other, amount: '20' }), '106');
    expect((await stateOf(tradeId))[1]).toBe(left);
    if (left > 0) {
      fieldsOf(await operator('matchReceipt', { ...lower, amount: `${20 - left}` }));
      expect((await stateOf(tradeId))[0]).toBe('UNWIND SETTLED');
      fieldsOf(await operator('matchReceipt', { receiptId, tradeId: other, amount: `${left}` }));
    }
    expect((await balances(offeringId)).escrow ?? 0).toBe(left);
    expect(await ledgerProblems(db)).toEqual([]);
  });

  test('a receipt keeps what a refund under way gives back', async () => {
    const { trade, paid, cancel, refund, operator } = await startRefunds(open);
    const tradeId = await trade();
    await paid('ACH', tradeId, '60');
    const receiptId = await paid('WIRE', tradeId, '40');
    await cancel(tradeId);
    await refund(tradeId, 'WIRE', { amount: '50' });
    await refund(tradeId, 'ACH', { amount: '30' });
    const lower = { receiptId, tradeId, reason: 'for another trade' };
    errorOf(await operator('matchReceipt', { ...lower, amount: '19.99' }), '190');
    fieldsOf(await operator('matchReceipt', { ...lower, amount: '20' }));
  });

  test('a deposit goes back by CUSTODY only, also once its trade is SETTLED and cancelled', async () => {
    const refunds = await startRefunds(open);
    const { db, refused, refund, list, set, cancel, stateOf, balances, accountId, offeringId } = refunds;
    const tradeId = await overpaidInCustody(refunds);
    fieldsOf(await set(tradeId, 'SETTLED'));
    for (const rail of ['WIRE', 'CHECK']) {
      expect(await refused(tradeId, rail, { reference: 'a' })).toMatch(/^190 .*may go back by/);
    }
    const [listed] = (await list({ tradeId, status: 'Due' })).refunds;
    expect(listed).toMatchObject({ rail: 'CUSTODY', amount: '40.000000' });
    await refund(tradeId, 'CUSTODY');
    await cancel(tradeId);
    expect(await refused(tradeId, 'WIRE', { reference: 'a' })).toMatch(/^190/);
    await refund(tradeId, 'CUSTODY');
    expect(await stateOf(tradeId)).toEqual(['UNWIND SETTLED', 0, 0, 0]);
    expect([await balances(accountId), await balances(offeringId)]).toEqual([{ cash: 100 }, {}]);
    expect(await ledgerProblems(db)).toEqual([]);
  });

  test('in the sandbox a release is not returned once its cash was paid out', async () => {
    const { api, db, unwound, refund, operator, accountId, stateOf, balances } = await startRefunds(open);
    const { tradeId } = await unwound('CUSTODY');
    const { refundId } = await refund(tradeId, 'CUSTODY');
    const cash = { accountId, amount: 100, type: 'ach' };
    const { custodyFundDisbursement } = fieldsOf(await api.call('POST', 'createCustodyFundDisbursement', cash));
    const { requestId } = custodyFundDisbursement as { requestId: string };
    const review = async (status: string) =>
      fieldsOf(await operator('reviewCustodyFundDisbursement', { requestId, status }));
    for (const status of ['in_review', 'approved']) await review(status);
    const returned = () => api.call('POST', 'sandbox/settlePayment', { refundId, outcome: 'Returned' });
    expect(errorOf(await returned(), '190')).toContain('0.000000 dollars in cash');
    expect(await stateOf(tradeId)).toEqual(['UNWIND SETTLED', 0, 0, 0]);
    await review('terminated');
    fieldsOf(await returned());
    expect(await stateOf(tradeId)).toEqual(['UNWIND SETTLED', 100, 0, 100]);
    expect(await balances(accountId)).toEqual({ held: 100 });
    expect(await ledgerProblems(db)).toEqual([]);
  });

  test.each(['ACH', 'CARD'] as const)('%s: parts of a cent are Due by hand', async (rail) => {
    const { db, trade, paid, cancel, refund, refused, send, settle, list, stateOf } = await startRefunds(open);
    const tradeId = await trade({ total_amount: '93.995000' });
    const number = await paid(rail, tradeId);
    const due = async () =>
      (await list({ tradeId, status: 'Due' })).refunds.map((one) => [one.rail, one.paymentNumber, one.amount]);
    const part = ['WIRE', null, '0.005000'];
    for (const [all, state] of [
      ['6.000000', ['FUNDED', 93.995, 0, 0]],
      ['93.990000', ['UNWIND SETTLED', 0, 0, 0]],
    ] as const) {
      expect(await due()).toEqual([[rail, number, all], part]);
      await refund(tradeId, rail);
      await send();
      await settle();
      expect(await due()).toEqual([part]);
      expect(await refused(tradeId, rail)).toMatch(/^190/);
      expect(await refund(tradeId, 'WIRE', { amount: '0.005' })).toMatchObject({ paymentNumber: null });
      expect(await due()).toEqual([]);
      expect(await stateOf(tradeId)).toEqual(state);
      if (state[0] === 'FUNDED') await cancel(tradeId);
    }
    expect(await ledgerProblems(db)).toEqual([]);
  });

  test('parts of a cent wait as their payment does', async () => {
    const { api, trade, paid, list } = await startRefunds(open, { waitDays: 60 });
    const tradeId = await trade({ total_amount: '95.995000' });
    await paid('ACH', tradeId);
    const listed = async (status: string) =>
      (await list({ tradeId, status })).refunds.map(({ rail, amount }) => [rail, amount]);
    expect([await listed('Waiting'), await listed('Due')]).toEqual([[['ACH', '4.000000']], []]);
    api.nowUs += 61 * DAY_US;
    const all = ['4.000000', '0.005000'].map((amount, at) => [at === 0 ? 'ACH' : 'WIRE', amount]);
    expect([await listed('Waiting'), await listed('Due')]).toEqual([[], all]);
  });

  test('a trade whose money is all back is UNWIND SETTLED when it is cancelled', async () => {
    const refunds = await startRefunds(open);
    const { api, db, trade, paid, refund, report, set, stateOf, balances, offeringId, accountId } = refunds;
    const ended = async (tradeId: number, method = 'cancelInvestment') => {
      api.fired.length = 0;
      fieldsOf(await api.call('POST', method, asked(tradeId)));
      expect((await stateOf(tradeId))[0]).toBe('UNWIND SETTLED');
      const fired = api.fired.filter(({ fields }) => 'orderStatus' in fields || 'OrderStatus' in fields);
      return fired.map(({ method: name, fields }) => [name, fields.orderStatus ?? fields.OrderStatus]);
    };
    // FUNDED and given back as an overpaid trade, and SETTLED with a wire that was recalled.
    const overpaid = await trade();
    const wire = await paid('WIRE', overpaid);
    await db.updateTable('trades').set({ total_amount: '0.000000' }).where('trade_id', '=', overpaid).execute();
    await refund(overpaid, 'WIRE', { paymentNumber: wire });
    expect(await stateOf(overpaid)).toEqual(['FUNDED', 0, 0, 0]);
    const both = ['UNWIND PENDING', 'UNWIND SETTLED'].map((state) => ['updateTradeStatus', state]);
    expect(await ended(overpaid)).toEqual([...both, ['cancelInvestment', 'UNWIND SETTLED']]);
    for (const method of ['cancelInvestment', 'fundReturnRequest']) {
      const tradeId = await trade();
      const receiptId = await paid('WIRE', tradeId);
      fieldsOf(await set(tradeId, 'SETTLED'));
      await report('WIRE', receiptId, 'Returned');
      const own = method === 'cancelInvestment' ? [[method, 'UNWIND SETTLED']] : [];
      expect(await ended(tradeId, method)).toEqual([...both, ...own]);
    }
    // With money under way it waits.
    const waits = await trade();
    await paid('WIRE', waits, '50');
    fieldsOf(await api.call('POST', 'cancelInvestment', asked(waits)));
    expect((await stateOf(waits))[0]).toBe('UNWIND PENDING');
    await refund(waits, 'WIRE');
    expect([await balances(offeringId), await balances(accountId)]).toEqual([{}, {}]);
    expect(await ledgerProblems(db)).toEqual([]);
  });
});
