/** Wires and checks as the operator records them (A23): their rows, and what they say that is sealed. */
import { rowsHeld } from '../../../database/queries/index.ts';
import type { Db, ReceiptMatchRow, ReceiptRow } from '../../../database/schema/index.ts';
import {
  EVERY_CLIENT,
  findRecord,
  found,
  type RecordKind,
  type Secrets,
  sealingOf,
} from '../../shared/record/index.ts';
import { toMillionths } from '../../shared/values/index.ts';

export const RECEIPT = { table: 'receipts', id: 'receipt_id', unknown: 212 } as const satisfies RecordKind<'receipts'>;

export const RECEIPT_KINDS = ['WIRE', 'CHECK'] as const;
export type ReceiptKind = (typeof RECEIPT_KINDS)[number];

/** What of it is matched: nothing, a part, all of it; or its money went back. */
export const RECEIPT_STATUSES = ['Unmatched', 'Partly', 'Matched', 'Returned'] as const;
export type ReceiptStatus = (typeof RECEIPT_STATUSES)[number];

/** A receipt with what of it is, or was, for trades: at most TRADES_MAX of them, by trade. */
export interface Receipt {
  readonly receipt: ReceiptRow;
  readonly matches: readonly ReceiptMatchRow[];
}

/** The most trades that a receipt is matched with, because its return changes them in one transaction. */
export const TRADES_MAX = 100;

/**
 * The receipt, which nobody else changes before the transaction ends. Its trades are held after it, by id. Throws 212
 * for an unknown one.
 */
export async function holdReceipt(transaction: Db, receiptId: number): Promise<Receipt> {
  const held = transaction.selectFrom('receipts').selectAll().where('receipt_id', '=', receiptId);
  const receipt = found(RECEIPT, await rowsHeld(transaction, held).executeTakeFirst());
  return { receipt, matches: await matchesOf(transaction, [receiptId]) };
}

/** By receipt, then by trade. */
export function matchesOf(db: Db, receiptIds: readonly number[]): Promise<ReceiptMatchRow[]> {
  return db
    .selectFrom('receipt_matches')
    .selectAll()
    .where('receipt_id', 'in', receiptIds)
    .orderBy('receipt_id')
    .orderBy('trade_id')
    .execute();
}

/** What of the receipt is for trades, in millionths. */
export function matchedOf({ matches }: Pick<Receipt, 'matches'>): bigint {
  return matches.reduce((sum, { amount }) => sum + toMillionths(amount), 0n);
}

/** How many dollars the receipt is of, for the question before a call (P21); undefined of an unknown one. */
export async function amountOfReceipt(db: Db, receiptId: number): Promise<string | undefined> {
  return (await findRecord(db, RECEIPT, EVERY_CLIENT, receiptId))?.amount;
}

/** Sealed for its receipt: copied to another, it does not open. */
export function sealPayer(secrets: Secrets, receiptId: number, payer: string): string {
  return sealingOf(secrets, RECEIPT.table, receiptId).seal('payer', payer);
}

export function payerOf(secrets: Secrets, { receipt_id, payer_sealed }: ReceiptRow): string {
  return sealingOf(secrets, RECEIPT.table, receipt_id).open('payer', payer_sealed);
}
