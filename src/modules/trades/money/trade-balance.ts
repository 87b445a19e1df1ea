/**
 * What was paid for a trade, what is due and what is overpaid (T13). Nothing of it is stored with the trade but the
 * money that was recorded by hand: the rest is the sum of its payments, so that no two figures can differ.
 */
import { sql } from 'kysely';
import Type from 'typebox';
import type { Db, TradeRow } from '../../../database/schema/index.ts';
import { ApiError } from '../../../http/methods/index.ts';
import { violated } from '../../../invariant.ts';
import { fromMillionths, toMillionths } from '../../shared/values/index.ts';
import { type ChangedTrade, moveTrade } from '../records/index.ts';

/** What the live payments of a trade come to, in millionths. */
export interface Paid {
  /** Has come, without what was refunded of it. */
  readonly settled: bigint;
  readonly submitted: bigint;
  readonly pending: bigint;
}

export const NOTHING_PAID: Paid = { settled: 0n, submitted: 0n, pending: 0n };

/** Of a trade, in millionths. */
export interface TradeBalance {
  readonly received: bigint;
  readonly due: bigint;
  /** More than the trade comes to; all of it where the trade is unwound. */
  readonly overpaid: bigint;
}

export type MoneyTerms = Pick<TradeRow, 'order_status' | 'total_amount' | 'recorded_amount'>;

/** States in which the investor owes the total. */
const OWING: ReadonlySet<string> = new Set(['CREATED', 'FUNDED', 'SETTLED']);

/** States in which a trade takes payments of what is due. */
export const PAYABLE: ReadonlySet<string> = new Set(['CREATED', 'FUNDED']);

export function moneyOf(trade: MoneyTerms, { settled }: Paid): TradeBalance {
  const received = settled + recordedOf(trade);
  const owed = OWING.has(trade.order_status) ? toMillionths(trade.total_amount) : 0n;
  return { received, due: above(owed, received), overpaid: above(received, owed) };
}

/** What came by another way than a payment, in millionths. */
export function recordedOf({ recorded_amount }: Pick<TradeRow, 'recorded_amount'>): bigint {
  return recorded_amount === null ? 0n : toMillionths(recorded_amount);
}

function above(one: bigint, other: bigint): bigint {
  return one > other ? one - other : 0n;
}

interface PaymentOf {
  readonly trade_id: number;
  readonly state: string;
  readonly amount: string;
  readonly refunded: string | null;
}

/** As literal text: SQLite uses a partial index only where the statement repeats its condition. */
const LIVE = sql`('Pending', 'Submitted', 'Settled')`;

/** The live payments of trades on every rail, by trade; a trade without one is not in it. */
export async function paymentsOf(db: Db, tradeIds: readonly number[]): Promise<ReadonlyMap<number, Paid>> {
  const paid = new Map<number, Paid>();
  if (tradeIds.length === 0) return paid;
  const ids = sql.join(tradeIds);
  const { rows } = await sql<PaymentOf>`
    select trade_id, fund_status as state, amount, null as refunded from ach_fund_moves
      where trade_id in (${ids}) and fund_status in ${LIVE}
    union all select trade_id, fund_status, total_amount, refunded_amount from card_fund_moves
      where trade_id in (${ids}) and fund_status in ${LIVE}
    union all select trade_id, status, amount, null from custody_fund_moves
      where trade_id in (${ids}) and status in ${LIVE}`.execute(db);
  for (const { trade_id, state, amount, refunded } of rows) {
    const id = Number(trade_id);
    const before = paid.get(id) ?? NOTHING_PAID;
    const part = state.toLowerCase() as keyof Paid;
    const net = toMillionths(amount) - (refunded === null ? 0n : toMillionths(refunded));
    if (net < 0n) violated('T13', `of ${amount} dollars for trade ${id}, ${refunded} are refunded`);
    paid.set(id, { ...before, [part]: before[part] + net });
  }
  return paid;
}

export async function paymentsOfTrade(db: Db, { trade_id }: Pick<TradeRow, 'trade_id'>): Promise<Paid> {
  return (await paymentsOf(db, [trade_id])).get(trade_id) ?? NOTHING_PAID;
}

/**
 * The dollars that a payment of a held trade may still bring, in millionths: what is due without what is under way.
 * Throws ApiError 150 where payments cover the total; whether the trade takes any is the question of canBePaid.
 */
export async function refuseCovered(transaction: Db, trade: TradeRow): Promise<bigint> {
  const paid = await paymentsOfTrade(transaction, trade);
  const underWay = paid.submitted + paid.pending;
  const open = moneyOf(trade, paid).due - underWay;
  if (open <= 0n && paid.settled + underWay > 0n) {
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
  const paid = await paymentsOfTrade(transaction, trade);
  const { received, due } = moneyOf(trade, paid);
  if (event !== 'returned') {
    const isFunded = event === 'simulated' || due === 0n;
    return isFunded ? moveTrade(transaction, trade, 'fundsSettled', nowUs) : { row: trade, webhooks: [] };
  }
  const isBack = received + paid.submitted + paid.pending === 0n;
  const moves = trade.order_status === 'UNWIND PENDING' ? isBack : due > 0n;
  return moves ? moveTrade(transaction, trade, 'fundsReturned', nowUs) : { row: trade, webhooks: [] };
}

/** The money of a trade as reads show it, extensions of the records that the specification has (T13). */
export const moneySchema = Type.Object({
  receivedAmount: Type.String({ description: 'what has come and is not returned, by payments and recorded by hand' }),
  dueAmount: Type.String({ description: 'what is missing to totalAmount' }),
  overpaidAmount: Type.String({ description: 'what is to be given back' }),
});

export function moneyFields(trade: MoneyTerms, paid: Paid | undefined) {
  const { received, due, overpaid } = moneyOf(trade, paid ?? NOTHING_PAID);
  return {
    receivedAmount: fromMillionths(received),
    dueAmount: fromMillionths(due),
    overpaidAmount: fromMillionths(overpaid),
  };
}
