/**
 * What was paid for a trade, what is due and what is overpaid (T13), from the ledger (B3). Nothing of it is stored with
 * the trade but the money that was recorded by hand.
 */
import { sql } from 'kysely';
import Type from 'typebox';
import type { Db, TradeRow } from '../../../database/schema/index.ts';
import { ApiError } from '../../../http/methods/index.ts';
import { balanceOf, millionthsOfBalance } from '../../ledger/index.ts';
import { fromMillionths, toMillionths } from '../../shared/values/index.ts';
import { type ChangedTrade, moveTrade } from '../records/index.ts';

/** Of a trade, in millionths. */
export interface TradeBalance {
  /** Has come, without what was refunded of it: below 0 where that is more, because a payment was returned later. */
  readonly received: bigint;
  readonly due: bigint;
  /** More than the trade comes to; all of it where the trade is unwound. */
  readonly overpaid: bigint;
  /** Of payments that are Submitted. */
  readonly submitted: bigint;
  /** Of payments that are Pending. */
  readonly pending: bigint;
  /** Of refunds that are Pending or Submitted. */
  readonly refunding: bigint;
}

const NO_MONEY: TradeBalance = { received: 0n, due: 0n, overpaid: 0n, submitted: 0n, pending: 0n, refunding: 0n };

/** States in which the investor owes the total. */
const OWING: ReadonlySet<string> = new Set(['CREATED', 'FUNDED', 'SETTLED']);

/** States in which a trade takes payments of what is due. */
export const PAYABLE: ReadonlySet<string> = new Set(['CREATED', 'FUNDED']);

/** What came by another way than a payment, in millionths. */
export function recordedOf({ recorded_amount }: Pick<TradeRow, 'recorded_amount'>): bigint {
  return recorded_amount === null ? 0n : toMillionths(recorded_amount);
}

/**
 * What of the money that was recorded by hand stays recorded once none of it is there: what was refunded of it, which
 * would be missing otherwise. Null: nothing.
 */
export async function refundedByHand(db: Db, trade: Pick<TradeRow, 'trade_id' | 'recorded_amount'>) {
  const rows = await db
    .selectFrom('refunds')
    .select('amount')
    .where('trade_id', '=', trade.trade_id)
    .where('payment', 'is', null)
    .where('status', '=', 'Settled')
    .execute();
  const refunded = rows.reduce((sum, { amount }) => sum + toMillionths(amount), 0n);
  const recorded = recordedOf(trade);
  const kept = refunded < recorded ? refunded : recorded;
  return kept === 0n ? null : fromMillionths(kept);
}

function above(one: bigint, other: bigint): bigint {
  return one > other ? one - other : 0n;
}

interface Balances extends Pick<TradeRow, 'trade_id' | 'order_status' | 'total_amount'> {
  readonly due: string | null;
  readonly sent: string | null;
  readonly promised: string | null;
  readonly refunding: string | null;
}

/** States as literal text: SQLite uses a partial index only where the statement says what is in it. */
const REFUNDING = sql<string | null>`(select cast(sum(cast(replace(amount, '.', '') as bigint)) as text) from refunds
  where refunds.trade_id = trades.trade_id and refunds.status in ('Pending', 'Submitted'))`;

/** The money of trades, by trade; trade and balances as they are at one moment. */
export async function moneyOfTrades(db: Db, tradeIds: readonly number[]): Promise<ReadonlyMap<number, TradeBalance>> {
  if (tradeIds.length === 0) return new Map();
  const owner = sql`cast(trades.trade_id as text)`;
  const { rows } = await sql<Balances>`
    select trade_id, order_status, total_amount, ${balanceOf('due', owner)} as due,
      ${balanceOf('sent', owner)} as sent, ${balanceOf('promised', owner)} as promised,
      ${REFUNDING} as refunding
    from trades where trade_id in (${sql.join(tradeIds)})`.execute(db);
  return new Map(rows.map((row) => [Number(row.trade_id), moneyOf(row)]));
}

/** What is under way is owed to the trade: its balances are below 0. */
function moneyOf({ order_status, total_amount, ...balances }: Balances): TradeBalance {
  const owed = OWING.has(order_status) ? toMillionths(total_amount) : 0n;
  const due = millionthsOfBalance(balances.due);
  return {
    received: owed - due,
    due: above(due, 0n),
    overpaid: above(0n, due),
    submitted: -millionthsOfBalance(balances.sent),
    pending: -millionthsOfBalance(balances.promised),
    refunding: millionthsOfBalance(balances.refunding),
  };
}

export async function moneyOfTrade(db: Db, { trade_id }: Pick<TradeRow, 'trade_id'>): Promise<TradeBalance> {
  return (await moneyOfTrades(db, [trade_id])).get(trade_id) ?? NO_MONEY;
}

/**
 * The dollars that a payment of a held trade may still bring, in millionths: what is due without what is under way.
 * Throws ApiError 150 where payments cover the total; whether the trade takes any is the question of canBePaid.
 */
export async function refuseCovered(transaction: Db, trade: TradeRow): Promise<bigint> {
  const { received, due, submitted, pending } = await moneyOfTrade(transaction, trade);
  const underWay = submitted + pending;
  const open = due - underWay;
  if (open <= 0n && received - recordedOf(trade) + underWay > 0n) {
    throw new ApiError(150, 'payments of the trade cover what it comes to');
  }
  return open;
}

/** Nothing of a trade is there, or under way in any direction. */
export function isNothingLeft(money: Pick<TradeBalance, 'received' | 'submitted' | 'pending' | 'refunding'>): boolean {
  return money.received <= 0n && money.submitted + money.pending + money.refunding === 0n;
}

/** What the bank or a processor has done with a payment of a trade. */
export type MoneyEvent =
  /** Its money has come. */
  | 'settled'
  /** As the sandbox's reserved nicknames say it, which fund a trade whatever the amount. */
  | 'simulated'
  /** It went back, in full or in part, or never came. */
  | 'returned';

/**
 * Moves a held trade as its money says, after the payment was written: it is FUNDED once nothing is due, CREATED where
 * something is after a return, and UNWIND SETTLED once all money is back. Money of a trade in another state moves
 * nothing.
 */
export async function moveByMoney(
  transaction: Db,
  trade: TradeRow,
  event: MoneyEvent,
  nowUs: number,
): Promise<ChangedTrade> {
  const { due, ...money } = await moneyOfTrade(transaction, trade);
  if (event !== 'returned') {
    const isFunded = event === 'simulated' || due === 0n;
    return isFunded ? moveTrade(transaction, trade, 'fundsSettled', nowUs) : { row: trade, webhooks: [] };
  }
  const moves = trade.order_status === 'UNWIND PENDING' ? isNothingLeft(money) : due > 0n;
  return moves ? moveTrade(transaction, trade, 'fundsReturned', nowUs) : { row: trade, webhooks: [] };
}

/** The money of a trade as reads show it, extensions of the records that the specification has (T13). */
export const moneySchema = Type.Object({
  receivedAmount: Type.String({ description: 'what has come and is not returned, by payments and recorded by hand' }),
  dueAmount: Type.String({ description: 'what is missing to totalAmount' }),
  overpaidAmount: Type.String({ description: 'what is to be given back' }),
});

export function moneyFields({ received, due, overpaid }: TradeBalance = NO_MONEY) {
  return {
    receivedAmount: fromMillionths(above(received, 0n)),
    dueAmount: fromMillionths(due),
    overpaidAmount: fromMillionths(overpaid),
  };
}
