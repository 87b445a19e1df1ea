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
  /** Has come by payments or by hand, without what was refunded of it. */
  readonly received: bigint;
  readonly due: bigint;
  /** More than the trade comes to; all of it where the trade is unwound. */
  readonly overpaid: bigint;
  /** Of payments that are Submitted. */
  readonly submitted: bigint;
  /** Of payments that are Pending. */
  readonly pending: bigint;
}

const NO_MONEY: TradeBalance = { received: 0n, due: 0n, overpaid: 0n, submitted: 0n, pending: 0n };

/** States in which the investor owes the total. */
const OWING: ReadonlySet<string> = new Set(['CREATED', 'FUNDED', 'SETTLED']);

/** States in which a trade takes payments of what is due. */
export const PAYABLE: ReadonlySet<string> = new Set(['CREATED', 'FUNDED']);

/** What came by another way than a payment, in millionths. */
export function recordedOf({ recorded_amount }: Pick<TradeRow, 'recorded_amount'>): bigint {
  return recorded_amount === null ? 0n : toMillionths(recorded_amount);
}

function above(one: bigint, other: bigint): bigint {
  return one > other ? one - other : 0n;
}

interface Balances extends Pick<TradeRow, 'trade_id' | 'order_status' | 'total_amount'> {
  readonly due: string | null;
  readonly sent: string | null;
  readonly promised: string | null;
}

/** The money of trades, by trade; trade and balances as they are at one moment. */
export async function moneyOfTrades(db: Db, tradeIds: readonly number[]): Promise<ReadonlyMap<number, TradeBalance>> {
  if (tradeIds.length === 0) return new Map();
  const owner = sql`cast(trades.trade_id as text)`;
  const { rows } = await sql<Balances>`
    select trade_id, order_status, total_amount, ${balanceOf('due', owner)} as due,
      ${balanceOf('sent', owner)} as sent, ${balanceOf('promised', owner)} as promised
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
  const { received, due, submitted, pending } = await moneyOfTrade(transaction, trade);
  if (event !== 'returned') {
    const isFunded = event === 'simulated' || due === 0n;
    return isFunded ? moveTrade(transaction, trade, 'fundsSettled', nowUs) : { row: trade, webhooks: [] };
  }
  const isBack = received + submitted + pending === 0n;
  const moves = trade.order_status === 'UNWIND PENDING' ? isBack : due > 0n;
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
    receivedAmount: fromMillionths(received),
    dueAmount: fromMillionths(due),
    overpaidAmount: fromMillionths(overpaid),
  };
}
