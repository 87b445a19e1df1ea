import { rowsHeld } from '../../../database/queries/index.ts';
import type { Db, TradeRow } from '../../../database/schema/index.ts';
import { ApiError } from '../../../http/methods/index.ts';

/** A payment that is about to be sent: for a trade, or for nothing but the account. */
export interface SentPayment {
  readonly account_id: string;
  readonly trade_id: number | null;
}

/** Statuses, in lower case, of offerings that nobody pays for any more. */
const UNPAYABLE = new Set(['cancelled', 'canceled', 'denied']);

/**
 * Why payments that are still Pending must not be sent (T14), whatever way they are made in. Holds their trades, so
 * that none of them is cancelled before the transaction ends.
 */
export async function refusalsToPay(
  transaction: Db,
  payments: readonly SentPayment[],
): Promise<(payment: SentPayment) => string | undefined> {
  const trades = await heldTrades(
    transaction,
    payments.flatMap(({ trade_id }) => trade_id ?? []),
  );
  const accounts = await activeAccounts(
    transaction,
    payments.map(({ account_id }) => account_id),
  );
  const offerings = await openOfferings(
    transaction,
    [...trades.values()].map(({ offering_id }) => offering_id),
  );
  return ({ account_id, trade_id }) => {
    if (!accounts.has(account_id)) return 'The account is no longer active';
    if (trade_id === null) return undefined;
    const trade = trades.get(trade_id);
    if (trade?.order_status !== 'CREATED') return 'The trade is no longer to be paid';
    return offerings.has(trade.offering_id) ? undefined : 'The offering was cancelled, denied or deleted';
  };
}

/**
 * Refuses to pay in an offering that is deleted (138), cancelled or denied (190). Holds the offering: who cancels it at
 * this moment voids the payment that the caller makes, or is here first. The caller holds the trade.
 */
export async function requirePayableOffering(transaction: Db, { offering_id }: TradeRow): Promise<void> {
  const query = transaction
    .selectFrom('offerings')
    .select(['offering_status', 'deleted_at'])
    .where('offering_id', '=', offering_id);
  const offering = await rowsHeld(transaction, query).executeTakeFirst();
  if (offering?.deleted_at !== null) throw new ApiError(138);
  if (!isPayable(offering)) throw new ApiError(190, `the offering is ${offering.offering_status}`);
}

function isPayable({ offering_status }: { readonly offering_status: string }): boolean {
  return !UNPAYABLE.has(offering_status.toLowerCase());
}

async function heldTrades(transaction: Db, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, { offering_id: number; order_status: string }>();
  const query = transaction
    .selectFrom('trades')
    .select(['trade_id', 'offering_id', 'order_status'])
    .where('trade_id', 'in', [...new Set(ids)])
    // In one order, so that two who hold many never wait for each other.
    .orderBy('trade_id');
  const rows = await rowsHeld(transaction, query).execute();
  return new Map(rows.map((row) => [row.trade_id, row]));
}

async function activeAccounts(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('accounts')
    .select('account_id')
    .where('account_id', 'in', [...new Set(ids)])
    .where('deleted_at', 'is', null)
    .where('archived', '=', 0)
    .execute();
  return new Set(rows.map(({ account_id }) => account_id));
}

async function openOfferings(db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('offerings')
    .select(['offering_id', 'offering_status'])
    .where('offering_id', 'in', [...new Set(ids)])
    .where('deleted_at', 'is', null)
    .execute();
  return new Set(rows.filter(isPayable).map(({ offering_id }) => offering_id));
}
