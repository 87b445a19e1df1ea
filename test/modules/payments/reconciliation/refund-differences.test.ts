/** Differences of refunds (A27, A30 to A34). */
import { expect, test } from 'vitest';
import { describeOnBothDatabases } from '../../../support/database.ts';
import { microsOf } from '../../../support/manual-time.ts';
import { fieldsOf } from '../../shared/api.ts';
import { anEntry, startBooks } from './books-api.ts';

describeOnBothDatabases('differences of refunds', (open) => {
  test('a payment that is taken back after its refund, and refunds that are late or in no batch', async () => {
    const { api, db, operator, received, trade, list, money, accountId } = await startBooks(open);
    const tradeId = await trade();
    const { receiptId } = await received('100');
    fieldsOf(await operator('matchReceipt', { receiptId, tradeId }));
    const cancelled = { tradeId, requestedBy: 'First Last', reason: 'an example' };
    fieldsOf(await money.call('POST', 'cancelInvestment', cancelled));
    const refund = { tradeId, rail: 'WIRE', paymentNumber: receiptId, reference: 'out 1' };
    fieldsOf(await operator('performRefund', refund));
    expect(await list()).toEqual([]);
    fieldsOf(await operator('returnReceipt', { receiptId, reason: 'recalled' }));
    expect(await list()).toMatchObject([
      { kind: 'receivable', record: String(tradeId), amount: '100.000000', problem: 'UNWIND SETTLED' },
      { kind: 'escrow', amount: '-100.000000', clientId: 'C1' },
    ]);
    const [row] = await db.selectFrom('refunds').selectAll().execute();
    const { refund_id } = row!;
    const sent = {
      status: 'Submitted',
      rail: 'ACH',
      batch_day: '2030-01-02',
      updated_at: microsOf('2030-01-02T23:00:00Z'),
    };
    await db.updateTable('refunds').set(sent).execute();
    api.nowUs = microsOf('2030-01-10T23:30:00Z');
    expect(await list({ kind: 'underWay' })).toMatchObject([
      { record: `REFUND ${refund_id}`, refundId: String(refund_id), tradeId: String(tradeId), accountId, ageDays: 8 },
    ]);
    expect(await list({ kind: 'underWay', record: `REFUND ${refund_id}` })).toHaveLength(1);
    await db
      .insertInto('ach_batches')
      .values({ batch_day: '2030-01-02', entries: 0, total: '0.000000', made_at: 1 })
      .execute();
    expect(await list({ kind: 'batch' })).toMatchObject([
      { problem: '0 refunds recorded, 1 found', amount: '-100.000000', batchDay: '2030-01-02' },
    ]);
    await db.updateTable('ach_batches').set({ credits: 1, credit_total: '100.000000' }).execute();
    expect(await list({ kind: 'batch' })).toEqual([]);
    await anEntry(db, 'already Returned', { ref: refund_id });
    expect(await list({ kind: 'bankEntry' })).toMatchObject([
      { refundId: String(refund_id), amount: '100.000000', clientId: 'C1', rail: null, referenceNumber: null },
    ]);
  });
});
