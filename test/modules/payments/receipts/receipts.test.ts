/** Wires and checks with amounts (A23 to A26). */
import { expect, test } from 'vitest';
import { ledgerProblems } from '../../../../src/modules/ledger/index.ts';
import { describeOnEachDatabase } from '../../../support/database.ts';
import { errorOf } from '../../shared/api.ts';
import { anIssuer, anOffering } from '../../shared/records.ts';
import { ENDS } from '../../trades/payment-ends.ts';
import { startReceipts, storedOf } from './receipts-api.ts';

describeOnEachDatabase('wires and checks', (open) => {
  test('pay a trade in parts, on every kind of trade, and make it FUNDED with the last dollar', async () => {
    const receipts = await startReceipts(open);
    const { ask, operator, wire, trade, stateOf, balance, db, api } = receipts;
    for (const transaction_type of ['WIRE', 'CHECK', 'ACH', 'TBD']) {
      const tradeId = await trade({ transaction_type });
      const first = await ask('recordWire', wire({ amount: '60', tradeId }));
      expect(first).toMatchObject({ kind: 'WIRE', status: 'Matched', matchedAmount: '60.000000', clientId: 'C1' });
      expect(await stateOf(tradeId)).toEqual(['CREATED', 60, 40, 0]);
      api.fired.length = 0;
      const second = await ask('recordCheck', wire({ amount: '39.999999', tradeId, reference: `1001${tradeId}` }));
      expect(second).toMatchObject({ kind: 'CHECK', payer: 'First Last', receivedDate: '2030-01-01', reason: null });
      expect(await stateOf(tradeId)).toEqual(['CREATED', 99.999999, 0.000001, 0]);
      expect(api.fired).toEqual([]);
      const last = await ask('recordWire', wire({ amount: '0.000001' }));
      expect(last).toMatchObject({ status: 'Unmatched', unmatchedAmount: '0.000001', matches: [] });
      expect(await balance('unmatched')).toBe(0.000001);
      const matched = await ask('matchReceipt', { receiptId: last.receiptId, tradeId });
      expect(matched).toMatchObject({ status: 'Matched', unmatchedAmount: '0.000000' });
      expect(matched.matches).toEqual([{ tradeId: String(tradeId), amount: '0.000001' }]);
      expect(await stateOf(tradeId)).toEqual(['FUNDED', 100, 0, 0]);
      expect(api.fired.map(({ method }) => method)).toEqual(['updateTradeStatus']);
      expect(await balance('unmatched')).toBe(0);
      // Nothing of it is due: what comes now waits for a trade.
      errorOf(await operator('recordWire', wire({ amount: '1', tradeId })), '150');
    }
    expect(await balance('escrow')).toBe(400);
    expect(await ledgerProblems(db)).toEqual([]);
  });

  test('one receipt pays several trades, and never more than came', async () => {
    const receipts = await startReceipts(open);
    const { ask, operator, received, trade, stateOf, db } = receipts;
    const [one, other, third] = [await trade(), await trade(), await trade()];
    const { receiptId } = await received('250');
    const match = (tradeId: number, amount?: string, reason?: string) =>
      operator('matchReceipt', { receiptId, tradeId, amount, reason });
    expect(await ask('matchReceipt', { receiptId, tradeId: one, amount: '100' })).toMatchObject({ status: 'Partly' });
    const before = await storedOf(receipts);
    expect(errorOf(await match(other, '150.000001'), '106')).toContain('must be at most 150.000000');
    expect(errorOf(await match(one, '40'), '106')).toContain('reason');
    errorOf(await operator('matchReceipt', { receiptId: '1', tradeId: one }), '212');
    errorOf(await operator('matchReceipt', { receiptId, tradeId: 1 }), '188');
    const { offering_id } = await anOffering(db, 'C1', await anIssuer(db, 'C1'));
    errorOf(await match(await trade({ offering_id }), '1'), '188');
    errorOf(await match(await trade({ client_id: 'C2' }), '1'), '188');
    expect(await storedOf(receipts)).toEqual(before);
    // The rest of it, which is more than is due.
    expect(await ask('matchReceipt', { receiptId, tradeId: other })).toMatchObject({ status: 'Matched' });
    expect(await stateOf(other)).toEqual(['FUNDED', 150, 0, 50]);
    errorOf(await match(third), '190');
    // The amount takes the place of the one before: a repeated call changes nothing.
    const lowered = await ask('matchReceipt', { receiptId, tradeId: other, amount: '100', reason: 'not for it' });
    expect(lowered).toMatchObject({ status: 'Partly', unmatchedAmount: '50.000000' });
    const stored = await storedOf(receipts);
    const again = await ask('matchReceipt', { receiptId, tradeId: other, amount: '100', reason: 'not for it' });
    expect([again, await storedOf(receipts)]).toEqual([lowered, stored]);
    expect(await stateOf(other)).toEqual(['FUNDED', 100, 0, 0]);
    const taken = await ask('matchReceipt', { receiptId, tradeId: one, amount: '0', reason: 'not for it' });
    expect(taken.matches[0]).toEqual({ tradeId: String(one), amount: '0.000000' });
    expect(await stateOf(one)).toEqual(['CREATED', 0, 100, 0]);
    expect(await ask('matchReceipt', { receiptId, tradeId: third })).toMatchObject({ status: 'Matched' });
    const reasons = db.selectFrom('ledger_entries').select('reason').where('event', '=', 'unmatch').distinct();
    expect(await reasons.execute()).toEqual([{ reason: 'not for it' }]);
    expect(await ledgerProblems(db)).toEqual([]);
  });

  test('are recorded once, and a call with other values is refused until the first was returned', async () => {
    const receipts = await startReceipts(open);
    const { ask, operator, wire, trade, stateOf } = receipts;
    const tradeId = await trade();
    const said = wire({ tradeId, amount: '60' });
    const first = await ask('recordWire', said);
    expect(await ask('recordWire', { ...said, amount: '60.000000', reference: ` ${said.reference} ` })).toEqual(first);
    const { tradeId: _, ...without } = { tradeId, ...said };
    for (const [name, other] of [
      ['amount', { ...said, amount: '61' }],
      ['payer', { ...said, payer: 'Other Last' }],
      ['tradeId', without],
      ['tradeId', { ...said, tradeId: await trade() }],
    ] as const) {
      const error = errorOf(await operator('recordWire', other), '190');
      expect(error).toContain(`${name}: receipt ${first.receiptId} has another one`);
      expect(error).not.toContain('Last');
    }
    // A check, another day, another reference: other money.
    for (const other of [{ receivedDate: '2029-12-31' }, { reference: 'another' }]) {
      expect((await ask('recordWire', wire({ ...without, ...other }))).status).toBe('Unmatched');
    }
    expect((await ask('recordCheck', without)).kind).toBe('CHECK');
    const { receiptId } = first;
    const returned = await ask('returnReceipt', { receiptId, reason: 'recorded with a wrong amount' });
    expect(returned).toMatchObject({ status: 'Returned', unmatchedAmount: '0.000000', matchedAmount: '0.000000' });
    expect(await ask('recordWire', said)).toEqual(returned);
    expect((await ask('recordWire', { ...said, amount: '100' })).status).toBe('Matched');
    expect(await stateOf(tradeId)).toEqual(['FUNDED', 100, 0, 0]);
    expect(errorOf(await operator('recordWire', said), '190')).toContain('amount: ');
    expect((await storedOf(receipts)).receipts).toHaveLength(5);
    errorOf(await operator('recordWire', wire({ receivedDate: '2030-01-02' })), '106');
    errorOf(await operator('recordWire', wire({ offeringId: 1 })), '138');
  });

  test('and money that is recorded by hand never count twice', async () => {
    const { ask, operator, wire, received, trade, set, stateOf, db } = await startReceipts(open);
    const tradeId = await trade();
    const { receiptId } = await ask('recordWire', wire({ amount: '60', tradeId }));
    await set(tradeId, 'FUNDED');
    // By hand came the rest only.
    expect(await stateOf(tradeId)).toEqual(['FUNDED', 100, 0, 0]);
    await ask('returnReceipt', { receiptId, reason: 'recalled' });
    expect(await stateOf(tradeId)).toEqual(['CREATED', 40, 60, 0]);
    await set(tradeId, 'FUNDED');
    expect(await stateOf(tradeId)).toEqual(['FUNDED', 100, 0, 0]);
    // The other way round: by hand everything came, so that the wire itself waits until that is taken back.
    const late = await received('100');
    errorOf(await operator('matchReceipt', { receiptId: late.receiptId, tradeId }), '190');
    expect(await stateOf(tradeId)).toEqual(['FUNDED', 100, 0, 0]);
    await set(tradeId, 'CREATED');
    await ask('matchReceipt', { receiptId: late.receiptId, tradeId });
    expect(await stateOf(tradeId)).toEqual(['FUNDED', 100, 0, 0]);
    expect(await ledgerProblems(db)).toEqual([]);
  });

  test('that go back take their money from every trade', async () => {
    const { ask, operator, received, trade, api, stateOf, balance, db } = await startReceipts(open);
    const [funded, unwound] = [await trade(), await trade()];
    const { receiptId } = await received('200');
    for (const tradeId of [unwound, funded]) await ask('matchReceipt', { receiptId, tradeId, amount: '100' });
    const asked = { tradeId: unwound, requestedBy: 'First Last', reason: 'an example' };
    await api.call('POST', 'cancelInvestment', asked);
    expect([await stateOf(unwound), await balance('refunds')]).toEqual([['UNWIND PENDING', 100, 0, 100], 100]);
    api.fired.length = 0;
    const returned = await ask('returnReceipt', { receiptId, reason: 'the check bounced' });
    expect(returned).toMatchObject({ status: 'Returned', reason: 'the check bounced', unmatchedAmount: '0.000000' });
    expect(returned.matches.map(({ amount }) => amount)).toEqual(['0.000000', '0.000000']);
    expect([await stateOf(funded), await stateOf(unwound)]).toEqual([
      ['CREATED', 0, 100, 0],
      ['UNWIND SETTLED', 0, 0, 0],
    ]);
    const toClient = api.fired.map(({ clientId, method }) => [clientId, method]);
    expect(toClient).toEqual([
      ['C1', 'updateTradeStatus'],
      ['C1', 'updateTradeStatus'],
    ]);
    for (const kind of ['refunds', 'escrow', 'unmatched']) expect([kind, await balance(kind)]).toEqual([kind, 0]);
    errorOf(await operator('returnReceipt', { receiptId, reason: 'again' }), '224');
    errorOf(await operator('matchReceipt', { receiptId, tradeId: funded }), '224');
    errorOf(await operator('returnReceipt', { receiptId: 1, reason: 'unknown' }), '212');
    expect(await ledgerProblems(db)).toEqual([]);
  });

  test('are money that the methods of a trade respect (T10), also of an unwound one until it is back', async () => {
    const { ask, wire, trade, set, api, accountId, stateOf } = await startReceipts(open);
    const tradeId = await trade();
    const { receiptId } = await ask('recordWire', wire({ amount: '60', tradeId }));
    errorOf(await api.call('POST', 'deleteTrade', { tradeId, accountId }), '150');
    const type = { tradeId, accountId, transactionType: 'ACH' };
    errorOf(await api.call('POST', 'updateTradeTransactionType', type), '150');
    await api.call('POST', 'cancelInvestment', { tradeId, requestedBy: 'First Last', reason: 'an example' });
    expect(await stateOf(tradeId)).toEqual(['UNWIND PENDING', 60, 0, 60]);
    errorOf(await set(tradeId, 'UNWIND SETTLED'), '150');
    // Taken from the trade, it is not its money any more, and waits for another one.
    const taken = { receiptId, tradeId, amount: '0', reason: 'for another trade' };
    expect((await ask('matchReceipt', taken)).status).toBe('Unmatched');
    expect(await stateOf(tradeId)).toEqual(['UNWIND SETTLED', 0, 0, 0]);
  });

  test('are not for a trade that nobody pays any more (T14), and are recorded without it', async () => {
    const receipts = await startReceipts(open);
    const { operator, wire, received, trade } = receipts;
    const tradeId = await trade();
    for (const [ended, { set, code }] of Object.entries(ENDS).filter(([, { endsWires }]) => endsWires)) {
      await set(receipts, true, [tradeId]);
      const { receiptId } = await received();
      const before = await storedOf(receipts);
      const matched = await operator('matchReceipt', { receiptId, tradeId });
      const recorded = await operator('recordCheck', wire({ tradeId }));
      expect([ended, matched.body.statusCode, recorded.body.statusCode]).toEqual([ended, code, code]);
      expect(await storedOf(receipts)).toEqual(before);
      await set(receipts, false, [tradeId]);
    }
  });

  test('a receipt is for at most 100 trades; verify names one that does not say what is matched of it', async () => {
    const receipts = await startReceipts(open);
    const { operator, received, trade, db, offeringId } = receipts;
    const { receiptId } = await received('250');
    const rows = [];
    for (let at = 0; at < 100; at++) {
      const ids = { receipt_id: Number(receiptId), trade_id: await trade(), client_id: 'C1', offering_id: offeringId };
      rows.push({ ...ids, amount: '0.000000', reason: null, created_at: 1, updated_at: null });
    }
    await db.insertInto('receipt_matches').values(rows).execute();
    const tradeId = await trade();
    expect(errorOf(await operator('matchReceipt', { receiptId, tradeId }), '190')).toContain('at most 100 trades');
    expect(await ledgerProblems(db)).toEqual([]);
    await db.updateTable('receipts').set({ status: 'Partly' }).execute();
    const wrong = `ledger: receipt ${receiptId} of 250000000 is Partly, 0 of it is matched (millionths)`;
    expect(await ledgerProblems(db)).toEqual([wrong]);
    // More than came for the offering: the database refuses it.
    const more = db
      .updateTable('receipt_matches')
      .set({ amount: '250.000001' })
      .where('trade_id', '=', rows[0]!.trade_id);
    await expect(more.execute()).rejects.toThrow('ledger: a balance is below what it can be');
  });
});
