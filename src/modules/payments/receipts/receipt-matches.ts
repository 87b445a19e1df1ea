/** What of a receipt is for which trade (A24): the one way to change it, and the trade with it. */
import type { Db, ReceiptMatchRow, ReceiptRow, TradeRow } from '../../../database/schema/index.ts';
import { malformedCall } from '../../../http/body/index.ts';
import { ApiError } from '../../../http/methods/index.ts';
import { violated } from '../../../invariant.ts';
import { found, writeRecord } from '../../shared/record/index.ts';
import { fromMillionths, toMillionths } from '../../shared/values/index.ts';
import {
  holdTrade,
  moneyOfTrade,
  moveByMoney,
  refuseCovered,
  requireCanBePaid,
  type TradeWebhook,
} from '../../trades/index.ts';
import { matchedOf, RECEIPT, RECEIPT_KINDS, type Receipt, type ReceiptStatus, TRADES_MAX } from './receipt-records.ts';

/** A receipt after a change, and the webhooks of its trades. */
export interface ChangedReceipt extends Receipt {
  readonly webhooks: readonly TradeWebhook[];
}

/** A part of a receipt, for a trade; in millionths. */
interface Part {
  readonly trade: TradeRow;
  readonly amount: bigint;
  /** Why a part is taken back; null where none is. */
  readonly reason: string | null;
}

/**
 * The trade of the client, held, if it takes money of the offering. Throws 188 for an unknown one, and one of another
 * offering.
 */
export async function holdTradeOfReceipt(
  transaction: Db,
  { client_id: clientId, offering_id }: Pick<ReceiptRow, 'client_id' | 'offering_id'>,
  tradeId: number,
): Promise<TradeRow> {
  const trade = await holdTrade(transaction, { clientId, tradeId });
  if (trade?.offering_id !== offering_id) throw new ApiError(188);
  return trade;
}

/** Refuses more money for a held trade as that of every rail (T13, T14), which holds offering and account, too. */
export async function requireTakesMoney(transaction: Db, trade: TradeRow, amount: bigint): Promise<void> {
  await refuseCovered(transaction, trade);
  await requireCanBePaid(transaction, { ...trade, amount });
}

interface Asked {
  readonly tradeId: number;
  /** What of the receipt is to be for the trade; absent: all that is for no other trade. */
  readonly amount: bigint | undefined;
  readonly reason: string | undefined;
  readonly nowUs: number;
}

/**
 * Gives a held receipt, or a part of it, to a trade, or takes it back. Throws ApiError 224 once it is returned, 188,
 * 190 and 106, and what every payment is refused with.
 */
export async function matchReceiptTo(transaction: Db, held: Receipt, asked: Asked): Promise<ChangedReceipt> {
  const { receipt, matches } = held;
  if (receipt.status === 'Returned') throw new ApiError(224, 'the receipt is Returned');
  const trade = await holdTradeOfReceipt(transaction, receipt, asked.tradeId);
  const before = toMillionths(matches.find(({ trade_id }) => trade_id === trade.trade_id)?.amount ?? '0.000000');
  const most = before + toMillionths(receipt.amount) - matchedOf(held);
  const amount = asked.amount ?? most;
  if (amount > most) throw malformedCall('method', 'amount', `must be at most ${fromMillionths(most)}`);
  if (asked.amount === undefined && most === 0n) throw new ApiError(190, 'nothing of the receipt is left');
  if (amount === before) return { ...held, webhooks: [] };
  if (amount < before && asked.reason === undefined) {
    throw malformedCall('method', 'reason', 'is needed where money is taken from a trade');
  }
  if (amount > before) await requireTakesMoney(transaction, trade, amount - before);
  else {
    await requireNotRefunded(transaction, receipt, { trade, amount });
    await requireThere(transaction, trade, before - amount);
  }
  const reason = amount < before ? (asked.reason ?? null) : null;
  return writeMatch(transaction, held, { trade, amount, reason }, asked.nowUs);
}

/** Throws 190 where more of the receipt than the rest was refunded to the investor of the trade (A31). */
async function requireNotRefunded(
  transaction: Db,
  { receipt_id }: ReceiptRow,
  { trade, amount }: Pick<Part, 'trade' | 'amount'>,
): Promise<void> {
  const refunds = await transaction
    .selectFrom('refunds')
    .select('amount')
    .where('trade_id', '=', trade.trade_id)
    .where('payment', '=', receipt_id)
    .where('rail', 'in', RECEIPT_KINDS)
    .where('status', '=', 'Settled')
    .execute();
  const refunded = refunds.reduce((sum, refund) => sum + toMillionths(refund.amount), 0n);
  if (amount < refunded) throw new ApiError(190, `${fromMillionths(refunded)} of it was refunded for the trade`);
}

/** Throws 190 where less of the trade is there than is taken from it: refunds of none in particular give back, too. */
async function requireThere(transaction: Db, trade: TradeRow, taken: bigint): Promise<void> {
  const { received, refunding } = await moneyOfTrade(transaction, trade);
  const there = received - refunding;
  if (there >= taken) return;
  const most = fromMillionths(there > 0n ? there : 0n);
  throw new ApiError(190, `of the trade at most ${most} is there: the rest was refunded, or is being refunded`);
}

/** Matches a receipt that was stored just now, all of it, with a trade that takes its money. */
export function matchNewReceipt(transaction: Db, receipt: ReceiptRow, trade: TradeRow): Promise<ChangedReceipt> {
  const part = { trade, amount: toMillionths(receipt.amount), reason: null };
  return writeMatch(transaction, { receipt, matches: [] }, part, receipt.created_at);
}

async function writeMatch(transaction: Db, held: Receipt, part: Part, nowUs: number): Promise<ChangedReceipt> {
  const matches = await setMatch(transaction, held, part, nowUs);
  const { receipt } = held;
  const [matched, all] = [matchedOf({ matches }), toMillionths(receipt.amount)];
  if (matched > all) violated('A24', `more than receipt ${receipt.receipt_id} is matched`);
  const status = matched === 0n ? 'Unmatched' : matched < all ? 'Partly' : 'Matched';
  const after = await setStatus(transaction, receipt, { status, reason: null, updated_at: nowUs });
  const isRaised = held.matches.every(
    ({ trade_id, amount }) => trade_id !== part.trade.trade_id || toMillionths(amount) < part.amount,
  );
  const { webhooks } = await moveByMoney(transaction, part.trade, isRaised ? 'settled' : 'returned', nowUs);
  return { receipt: after, matches, webhooks };
}

/** Takes all of a held receipt from its trades, in the order of their ids: its money went back, or never came (A25). */
export async function returnHeldReceipt(
  transaction: Db,
  held: Receipt,
  { reason, nowUs }: { readonly reason: string; readonly nowUs: number },
): Promise<ChangedReceipt> {
  if (held.receipt.status === 'Returned') throw new ApiError(224, 'the receipt is Returned');
  const { client_id: clientId } = held.receipt;
  const trades: TradeRow[] = [];
  for (const { trade_id: tradeId, amount } of held.matches) {
    if (toMillionths(amount) === 0n) continue;
    const trade = await holdTrade(transaction, { clientId, tradeId });
    if (trade === undefined) violated('A25', `trade ${tradeId} of receipt ${held.receipt.receipt_id} is not there`);
    trades.push(trade);
  }
  let { matches } = held;
  const webhooks: TradeWebhook[] = [];
  for (const trade of trades) {
    matches = await setMatch(transaction, { ...held, matches }, { trade, amount: 0n, reason }, nowUs);
    webhooks.push(...(await moveByMoney(transaction, trade, 'returned', nowUs)).webhooks);
  }
  const receipt = await setStatus(transaction, held.receipt, { status: 'Returned', reason, updated_at: nowUs });
  return { receipt, matches, webhooks };
}

/** Answers all matches of the receipt after the change. */
async function setMatch(
  transaction: Db,
  { receipt, matches }: Receipt,
  { trade, amount, reason }: Part,
  nowUs: number,
): Promise<readonly ReceiptMatchRow[]> {
  const { receipt_id, client_id, offering_id } = receipt;
  const { trade_id } = trade;
  const before = matches.find((one) => one.trade_id === trade_id);
  const values = { amount: fromMillionths(amount), reason };
  if (before === undefined) {
    if (matches.length === TRADES_MAX) throw new ApiError(190, `a receipt is for at most ${TRADES_MAX} trades`);
    const ids = { receipt_id, trade_id, client_id, offering_id };
    const row: ReceiptMatchRow = { ...ids, ...values, created_at: nowUs, updated_at: null };
    await transaction.insertInto('receipt_matches').values(row).execute();
    return [...matches, row];
  }
  const changes = { ...values, updated_at: nowUs };
  const match = transaction.updateTable('receipt_matches').set(changes).where('receipt_id', '=', receipt_id);
  await match.where('trade_id', '=', trade_id).execute();
  return matches.map((one) => (one === before ? { ...one, ...changes } : one));
}

async function setStatus(
  transaction: Db,
  { receipt_id: id, client_id: clientId }: ReceiptRow,
  changes: { readonly status: ReceiptStatus; readonly reason: string | null; readonly updated_at: number },
): Promise<ReceiptRow> {
  return found(RECEIPT, await writeRecord(transaction, RECEIPT, { clientId, id }, changes));
}
