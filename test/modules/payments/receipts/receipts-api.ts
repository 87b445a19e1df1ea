/** Wires and checks of an offering, and trades of 100 dollars that they pay. */
import { expect } from 'vitest';
import { moneyFields, moneyOfTrade } from '../../../../src/modules/trades/money/index.ts';
import type { TestDatabases } from '../../../support/database.ts';
import { fieldsOf } from '../../shared/api.ts';
import { aTrade, NOW } from '../../shared/records.ts';
import { aPayingInvestor } from '../../trades/paying-investor.ts';

export interface ShownReceipt {
  readonly receiptId: string;
  readonly kind: string;
  readonly amount: string;
  readonly matchedAmount: string;
  readonly unmatchedAmount: string;
  readonly status: string;
  readonly reason: string | null;
  readonly payer: string;
  readonly matches: readonly { readonly tradeId: string; readonly amount: string }[];
}

export async function startReceipts(open: TestDatabases) {
  const investor = await aPayingInvestor(await open());
  const { api, accountId, offeringId } = investor;
  const { db } = api.database;
  const client = { client_id: 'C1', parent_id: 'C1', name: 'C1', active: 1, created_at: NOW };
  await db.insertInto('clients').values(client).execute();
  // Of the trades that are only rows here.
  await db.updateTable('offerings').set({ sold_shares: '1000.000000' }).execute();
  let references = 0;
  const operator = (method: string, body: object) => api.call('POST', `admin/${method}`, { ...body }, { as: 'MASTER' });
  const receiptOf = (answer: Awaited<ReturnType<typeof operator>>) =>
    fieldsOf(answer).receipt as unknown as ShownReceipt;
  const wire = (more: object = {}) => {
    references++;
    const said = { offeringId, amount: '100', receivedDate: '2030-01-01', payer: 'First Last' };
    return { ...said, reference: `wire ${references}`, ...more };
  };
  return {
    ...investor,
    db,
    operator,
    wire,
    /** Asks as the operator and answers the receipt. */
    ask: async (method: string, body: object) => receiptOf(await operator(method, body)),
    /** A wire that is not matched. */
    received: async (amount = '100', more: object = {}) =>
      receiptOf(await operator('recordWire', wire({ amount, ...more }))),
    trade: async (more: Parameters<typeof aTrade>[3] = {}) =>
      (await aTrade(db, 'C1', offeringId, { account_id: accountId, transaction_type: 'WIRE', ...more })).trade_id,
    set: (tradeId: number, orderStatus: string) =>
      api.call('POST', 'updateTradeStatus', { tradeId, accountId, orderStatus }, { as: 'MASTER' }),
    stateOf: async (tradeId: number) => {
      const of = db.selectFrom('trades').selectAll().where('trade_id', '=', tradeId);
      const trade = await of.executeTakeFirstOrThrow();
      const { receivedAmount, dueAmount, overpaidAmount } = moneyFields(await moneyOfTrade(db, trade));
      return [trade.order_status, Number(receivedAmount), Number(dueAmount), Number(overpaidAmount)];
    },
    balance: async (kind: string) => {
      const of = db.selectFrom('ledger_balances').select('amount').where('kind', '=', kind);
      const row = await of.where('owner', '=', String(offeringId)).executeTakeFirst();
      return Number(row?.amount ?? 0) / 1_000_000;
    },
  };
}

export type Receipts = Awaited<ReturnType<typeof startReceipts>>;

/** The receipts and matches as they are stored: a refused call changes nothing of them. */
export async function storedOf({ db }: Pick<Receipts, 'db'>) {
  const receipts = await db.selectFrom('receipts').selectAll().orderBy('receipt_id').execute();
  const matches = await db
    .selectFrom('receipt_matches')
    .selectAll()
    .orderBy('receipt_id')
    .orderBy('trade_id')
    .execute();
  expect(receipts.every(({ payer_sealed }) => !payer_sealed.includes('First Last'))).toBe(true);
  return { receipts, matches };
}
