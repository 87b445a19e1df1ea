/** Refunds of every rail, made by performRefund and ended by people (A30, A31, A34). */
import { expect, test } from 'vitest';
import { ledgerProblems } from '../../../../src/modules/ledger/index.ts';
import { describeOnEachDatabase } from '../../../support/database.ts';
import { errorOf, fieldsOf } from '../../shared/api.ts';
import { PAYMENT_RAILS, startRefunds } from './refunds-api.ts';

describeOnEachDatabase('refunds', (open) => {
  test.each(PAYMENT_RAILS)('%s: an unwound trade is given back, and is UNWIND SETTLED then', async (rail) => {
    const refunds = await startRefunds(open);
    const { api, db, unwound, refund, send, settle, stateOf, balances, offeringId, accountId } = refunds;
    const { tradeId, number } = await unwound(rail);
    expect(await stateOf(tradeId)).toEqual(['UNWIND PENDING', 100, 0, 100]);
    api.fired.length = 0;
    const made = await refund(tradeId, rail, { reason: 'cancelled' });
    const isAtOnce = rail !== 'ACH' && rail !== 'CARD';
    expect(made).toMatchObject({ rail, paymentNumber: number, amount: '100.000000', reason: 'cancelled' });
    expect(made.status).toBe(isAtOnce ? 'Settled' : 'Pending');
    if (!isAtOnce) {
      expect(await stateOf(tradeId)).toEqual(['UNWIND PENDING', 100, 0, 100]);
      await send();
      if (rail === 'ACH') {
        expect(await balances(tradeId)).toEqual({ due: -100, refunding: 100 });
        expect(await balances(offeringId)).toMatchObject({ refunds: 100, subscribed: -100 });
        await settle();
      }
    }
    expect(await stateOf(tradeId)).toEqual(['UNWIND SETTLED', 0, 0, 0]);
    expect([await balances(tradeId), await balances(offeringId)]).toEqual([{}, {}]);
    // What came to the custody account is free there.
    expect(await balances(accountId)).toEqual(rail === 'CUSTODY' ? { cash: 100 } : {});
    const sent = api.fired.filter(({ method }) => method === 'updateRefundStatus');
    const statuses = isAtOnce ? ['Settled'] : ['Pending', 'Submitted', 'Settled'];
    expect(sent.map(({ clientId, fields }) => [clientId, fields.status])).toEqual(statuses.map((one) => ['C1', one]));
    expect(api.fired.filter(({ method }) => method === 'updateTradeStatus')).toHaveLength(1);
    expect(await ledgerProblems(db)).toEqual([]);
  });

  test.each(PAYMENT_RAILS)('%s: only what is overpaid of a trade that goes on is given back', async (rail) => {
    const refunds = await startRefunds(open);
    const { db, trade, paid, refund, refused, send, settle, stateOf, api, accountId, offeringId } = refunds;
    const tradeId = await trade();
    await paid(rail, tradeId);
    expect(await refused(tradeId, rail, { reference: 'a' })).toMatch(/^190 .*nothing of the trade is overpaid/);
    const edit = { accountId, offeringId, tradeId, shares: 6 };
    fieldsOf(await api.call('PUT', 'editTrade', edit));
    expect(await stateOf(tradeId)).toEqual(['FUNDED', 100, 0, 40]);
    expect(await refused(tradeId, rail, { amount: '40.01', reference: 'a' })).toMatch(/^106 .*at most 40.000000/);
    expect((await refund(tradeId, rail, { amount: '15' })).amount).toBe('15.000000');
    // What is under way is not given back twice, and of a payment by card one refund at a time.
    if (rail === 'CARD') expect(await refused(tradeId, rail)).toMatch(/^150/);
    else expect((await refund(tradeId, rail)).amount).toBe('25.000000');
    if (rail === 'CARD') await send();
    if (rail === 'CARD') expect((await refund(tradeId, rail)).amount).toBe('25.000000');
    expect(await refused(tradeId, rail, { reference: 'a' })).toMatch(/^190/);
    await send();
    await settle();
    expect(await stateOf(tradeId)).toEqual(['FUNDED', 60, 0, 0]);
    expect(await ledgerProblems(db)).toEqual([]);
  });

  test('a payment that is taken back after its refund is a receivable, and a deposit is taken from cash', async () => {
    const refunds = await startRefunds(open);
    const { db, unwound, refund, send, settle, report, stateOf, balances, accountId } = refunds;
    for (const rail of ['ACH', 'WIRE'] as const) {
      const { tradeId, number } = await unwound(rail);
      await refund(tradeId, rail);
      await send();
      await settle();
      await report(rail, number, 'Returned');
      expect(await stateOf(tradeId)).toEqual(['UNWIND SETTLED', 0, 100, 0]);
    }
    const { tradeId, number } = await unwound('CUSTODY');
    await refund(tradeId, 'CUSTODY', { amount: '60' });
    expect(await balances(accountId)).toEqual({ cash: 60, held: 40 });
    await report('CUSTODY', number, 'Returned');
    expect(await stateOf(tradeId)).toEqual(['UNWIND SETTLED', 0, 0, 0]);
    expect(await balances(accountId)).toEqual({});
    expect(await ledgerProblems(db)).toEqual([]);
  });

  test('a deposit that was given back in part does not go to escrow when its trade is closed', async () => {
    const refunds = await startRefunds(open);
    const { db, trade, paid, refund, set, api, accountId, offeringId, balances } = refunds;
    const tradeId = await trade();
    await paid('CUSTODY', tradeId);
    fieldsOf(await api.call('PUT', 'editTrade', { accountId, offeringId, tradeId, shares: 6 }));
    await refund(tradeId, 'CUSTODY', { amount: '30' });
    await set(tradeId, 'SETTLED');
    expect(await balances(accountId)).toEqual({ cash: 30 });
    expect(await balances(offeringId)).toMatchObject({ escrow: 10, proceeds: 60 });
    // The rest lies in escrow by now.
    await refund(tradeId, 'CUSTODY');
    expect(await balances(accountId)).toEqual({ cash: 40 });
    expect((await balances(offeringId)).escrow).toBeUndefined();
    expect(await ledgerProblems(db)).toEqual([]);
  });

  test('wait for the bank, which may take a debit, a deposit and a check back', async () => {
    const refunds = await startRefunds(open, { waitDays: 60 });
    const { unwound, refund, refused, list, api } = refunds;
    for (const rail of PAYMENT_RAILS) {
      const { tradeId, number } = await unwound(rail);
      const waits = rail === 'ACH' || rail === 'CUSTODY' || rail === 'CHECK';
      const [listed] = (await list({ tradeId, status: waits ? 'Waiting' : 'Due' })).refunds;
      expect((await list({ tradeId, status: waits ? 'Due' : 'Waiting' })).refunds).toEqual([]);
      expect(listed).toMatchObject({ rail, paymentNumber: number, amount: '100.000000', refundId: null });
      if (!waits) {
        expect(await refund(tradeId, rail)).toMatchObject({ paymentNumber: number });
        continue;
      }
      const until = '2030-03-02';
      expect([rail, listed!.waitsUntil]).toEqual([rail, until]);
      for (const more of [{}, { paymentNumber: number }]) {
        expect(await refused(tradeId, rail, { reference: 'a', ...more })).toContain(`190`);
        expect(await refused(tradeId, rail, { reference: 'a', ...more })).toContain(`back until ${until}`);
      }
      // Nor by hand; what lies in custody never is.
      const byHand = rail === 'CUSTODY' ? 'may go back by WIRE' : until;
      expect(await refused(tradeId, 'WIRE', { reference: 'b' })).toContain(byHand);
      const { nowUs } = api;
      api.nowUs = Date.UTC(2030, 2, 2, 6) * 1000;
      expect((await list({ tradeId, status: 'Due' })).refunds).toHaveLength(1);
      expect(await refund(tradeId, rail, { paymentNumber: number })).toMatchObject({ amount: '100.000000' });
      api.nowUs = nowUs;
    }
  });

  test('by hand are of any source but custody, of a named receipt, or of none in particular', async () => {
    const refunds = await startRefunds(open);
    const { db, trade, paid, cancel, refund, refused, stateOf } = refunds;
    const tradeId = await trade({ total_amount: '300.000000' });
    await paid('ACH', tradeId, '120');
    const [check, wire] = [await paid('CHECK', tradeId, '60'), await paid('WIRE', tradeId, '20')];
    await paid('CUSTODY', tradeId, '50');
    await cancel(tradeId);
    expect(await refused(tradeId, 'WIRE')).toMatch(/^106 .*reference/);
    expect(await refused(tradeId, 'WIRE', { paymentNumber: 1, reference: 'a' })).toMatch(/^190 .*paymentNumber/);
    // The newest wire; a check that is named; then more than any receipt: of none in particular.
    expect(await refund(tradeId, 'WIRE', { amount: '15' })).toMatchObject({ paymentNumber: wire });
    expect(await refund(tradeId, 'WIRE', { paymentNumber: check })).toMatchObject({ amount: '60.000000' });
    expect(await refund(tradeId, 'CHECK', { amount: '100' })).toMatchObject({ paymentNumber: null });
    expect(await refused(tradeId, 'CHECK', { reference: 'b', amount: '25.01' })).toMatch(/^106 .*at most 25.000000/);
    expect(await refund(tradeId, 'CHECK')).toMatchObject({ paymentNumber: null, amount: '25.000000' });
    expect(await refused(tradeId, 'WIRE', { reference: 'c' })).toMatch(/^190 .*may go back by WIRE/);
    expect(await stateOf(tradeId)).toEqual(['UNWIND PENDING', 50, 0, 50]);
    await refund(tradeId, 'CUSTODY');
    expect((await stateOf(tradeId))[0]).toBe('UNWIND SETTLED');
    expect(await ledgerProblems(db)).toEqual([]);
  });

  test('are made once for a reference, and a call with other values is refused', async () => {
    const refunds = await startRefunds(open);
    const { db, unwound, ask, refused, operator } = refunds;
    const { tradeId, number } = await unwound('ACH');
    const said = { tradeId, rail: 'ACH', amount: '60', reference: ' R1 ' };
    const first = await ask('performRefund', said);
    expect(await ask('performRefund', { ...said, amount: '60.000000', reference: 'R1' })).toEqual(first);
    expect(await ask('performRefund', { ...said, paymentNumber: number })).toEqual(first);
    for (const [name, other] of [
      ['amount', { amount: '61' }],
      ['paymentNumber', { paymentNumber: '1' }],
      ['rail', { rail: 'WIRE' }],
    ] as const) {
      expect(await refused(tradeId, 'ACH', { ...said, ...other })).toContain(`190 ${name}: refund ${first.refundId}`);
    }
    await ask('updateRefundStatus', { refundId: first.refundId, status: 'Voided', reason: 'by mistake' });
    expect((await ask('performRefund', said)).status).toBe('Voided');
    expect((await ask('performRefund', { ...said, reference: 'R2' })).status).toBe('Pending');
    expect(await db.selectFrom('refunds').selectAll().execute()).toHaveLength(2);
    errorOf(await operator('performRefund', { ...said, tradeId: 1 }), '189');
    expect(await refused(tradeId, 'ACH', { amount: '0.001' })).toMatch(/^106 .*whole cents/);
  });

  test('are voided, settled and returned by a person, each with its reason, as the lifecycle allows', async () => {
    const refunds = await startRefunds(open);
    const { api, db, unwound, refund, ask, operator, send, stateOf, accountId } = refunds;
    const { tradeId } = await unwound('ACH');
    const { refundId } = await refund(tradeId, 'ACH');
    const set = (status: string, id = refundId) =>
      operator('updateRefundStatus', { refundId: id, status, reason: 'so' });
    for (const status of ['Settled', 'Returned']) errorOf(await set(status), '224');
    errorOf(await set('Voided', '1'), '212');
    await send();
    errorOf(await set('Voided'), '224');
    api.fired.length = 0;
    fieldsOf(await set('Settled'));
    expect(api.fired.map(({ method }) => method)).toEqual(['updateRefundStatus', 'updateTradeStatus']);
    expect(await stateOf(tradeId)).toEqual(['UNWIND SETTLED', 0, 0, 0]);
    // It came back: the trade has ended, and its money is to be given back again.
    expect(await ask('updateRefundStatus', { refundId, status: 'Returned', reason: 'closed' })).toMatchObject({
      ...{ status: 'Returned', errors: 'closed' },
    });
    expect(await stateOf(tradeId)).toEqual(['UNWIND SETTLED', 100, 0, 100]);
    expect(await refund(tradeId, 'WIRE')).toMatchObject({ status: 'Settled', paymentNumber: null });
    // A release is undone while the cash is there.
    const { tradeId: deposited } = await unwound('CUSTODY');
    const released = await refund(deposited, 'CUSTODY');
    const asked = { accountId, amount: 50, type: 'ach' };
    const { custodyFundDisbursement } = fieldsOf(await api.call('POST', 'createCustodyFundDisbursement', asked));
    const { requestId } = custodyFundDisbursement as { requestId: string };
    for (const status of ['in_review', 'approved']) {
      fieldsOf(await operator('reviewCustodyFundDisbursement', { requestId, status }));
    }
    errorOf(await set('Returned', released.refundId!), '190');
    fieldsOf(await operator('reviewCustodyFundDisbursement', { requestId, status: 'terminated' }));
    fieldsOf(await set('Returned', released.refundId!));
    expect((await stateOf(deposited))[3]).toBe(100);
    const { tradeId: byCard } = await unwound('CARD');
    const carded = await refund(byCard, 'CARD');
    await send();
    errorOf(await set('Returned', carded.refundId!), '224');
    expect(await ledgerProblems(db)).toEqual([]);
  });

  test('keep a trade from being ended, a receipt from being lowered and an account from being deleted', async () => {
    const refunds = await startRefunds(open);
    const { api, unwound, refund, operator, accountId, trade, paid, set, offeringId } = refunds;
    const { tradeId } = await unwound('ACH');
    const { refundId } = await refund(tradeId, 'ACH');
    expect((await set(tradeId, 'UNWIND SETTLED')).body.statusCode).toBe('150');
    const gone = await api.call('POST', 'deleteAccount', { accountId });
    expect(gone.body.statusCode).toBe('190');
    fieldsOf(await operator('updateRefundStatus', { refundId, status: 'Voided', reason: 'so' }));
    const other = await trade();
    const receiptId = await paid('WIRE', other);
    fieldsOf(await api.call('PUT', 'editTrade', { accountId, offeringId, tradeId: other, shares: 6 }));
    await refund(other, 'WIRE');
    const lower = { receiptId, tradeId: other, reason: 'for another trade' };
    errorOf(await operator('matchReceipt', { ...lower, amount: '39.99' }), '190');
    fieldsOf(await operator('matchReceipt', { ...lower, amount: '40' }));
  });

  test('of money that was recorded by hand leave nothing due when the rest is said to be back', async () => {
    const { trade, cancel, refund, set, stateOf, db } = await startRefunds(open);
    const tradeId = await trade();
    await set(tradeId, 'FUNDED');
    await cancel(tradeId);
    expect(await refund(tradeId, 'WIRE', { amount: '30' })).toMatchObject({ paymentNumber: null });
    expect(await stateOf(tradeId)).toEqual(['UNWIND PENDING', 70, 0, 70]);
    await set(tradeId, 'UNWIND SETTLED');
    expect(await stateOf(tradeId)).toEqual(['UNWIND SETTLED', 0, 0, 0]);
    expect(await ledgerProblems(db)).toEqual([]);
  });

  test('are ended by the client in the sandbox', async () => {
    const refunds = await startRefunds(open);
    const { api, unwound, refund, stateOf, db } = refunds;
    const end = (refundId: unknown, outcome: string, as = 'C1') =>
      api.call('POST', 'sandbox/settlePayment', { refundId, outcome }, { as });
    for (const rail of ['ACH', 'CARD'] as const) {
      const { tradeId } = await unwound(rail);
      const first = await refund(tradeId, rail);
      errorOf(await end(first.refundId, 'Settled', 'C2'), '212');
      expect(fieldsOf(await end(first.refundId, 'Returned')).payment).toMatchObject({
        ...{ paymentType: 'REFUND', status: 'Returned', referenceNumber: first.refundId },
      });
      const second = await refund(tradeId, rail);
      fieldsOf(await end(second.refundId, 'Settled'));
      expect(await stateOf(tradeId)).toEqual(['UNWIND SETTLED', 0, 0, 0]);
      errorOf(await end(second.refundId, 'Failed'), '224');
    }
    expect(await ledgerProblems(db)).toEqual([]);
  });
});
