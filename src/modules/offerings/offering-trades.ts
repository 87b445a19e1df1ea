/** Sums and lists of the trades of an offering; the module trades creates and changes trades. */
import { sql } from 'kysely';
import type { Db, TradeRow } from '../../database/schema/index.ts';
import { nextTurn } from '../../http/methods/index.ts';
import { longListBy, longRead, type ReadDeps } from '../shared/list/index.ts';
import { fromMillionths, toMillionths } from '../shared/values/index.ts';

/** Trades read at a time when all of them are needed. */
const PAGE = 500;

/** States that let an offering be closed (C51); Rejected is the state of a trade that was never made. */
const CLOSED_STATES = ['FUNDED', 'SETTLED', 'UNWIND SETTLED', 'REJECTED', 'CANCELED'] as const;

/** The states that getOfferingDetails adds up, with the names that their sums have. */
const SUMMED_STATES = {
  CREATED: 'created',
  FUNDED: 'funded',
  'UNWIND PENDING': 'unwindPending',
  'UNWIND SETTLED': 'unwindSettled',
  SETTLED: 'settled',
  CANCELED: 'canceled',
} as const;

/** The names of the sums, in their order: createdAmount, createdShares, fundedAmount, ... */
export const SUM_NAMES: readonly string[] = Object.values(SUMMED_STATES).flatMap((name) => [
  `${name}Amount`,
  `${name}Shares`,
]);

export interface TradeTotals {
  readonly count: number;
  /** By the names of SUM_NAMES: six-decimal text. */
  readonly sums: Readonly<Record<string, string>>;
}

/** Adds up the amounts and shares of the offering's trades by state, exactly. */
export function tradeTotals(deps: ReadDeps, offeringId: number): Promise<TradeTotals> {
  return longRead(deps, (on) => totalsOf(on, offeringId));
}

async function totalsOf(db: Db, offeringId: number): Promise<TradeTotals> {
  const sums = new Map(SUM_NAMES.map((name) => [name, 0n]));
  const add = (name: string, amount: string) => sums.set(name, (sums.get(name) ?? 0n) + toMillionths(amount));
  let count = 0;
  for await (const trade of tradesOf(db, offeringId)) {
    count++;
    const state = SUMMED_STATES[trade.order_status.toUpperCase() as keyof typeof SUMMED_STATES];
    if (state === undefined) continue;
    add(`${state}Amount`, trade.total_amount);
    add(`${state}Shares`, trade.total_shares);
  }
  return { count, sums: Object.fromEntries([...sums].map(([name, sum]) => [name, fromMillionths(sum)])) };
}

/** The oldest trade that keeps the offering from being closed, or undefined. */
export async function openTrade(db: Db, offeringId: number): Promise<number | undefined> {
  const open = await db
    .selectFrom('trades')
    .select('trade_id')
    .where('offering_id', '=', offeringId)
    .where('deleted_at', 'is', null)
    .where(sql<string>`upper(order_status)`, 'not in', CLOSED_STATES)
    .orderBy('trade_id')
    .limit(1)
    .executeTakeFirst();
  return open?.trade_id;
}

/** Oldest first, as they are shown; of one state only when it is given (in any case). */
export function listTrades<T>(
  deps: ReadDeps,
  { offeringId, state }: { readonly offeringId: number; readonly state?: string | undefined },
  show: (trade: TradeRow) => T,
): Promise<readonly T[]> {
  const query = (db: Db) => {
    const all = db
      .selectFrom('trades')
      .selectAll()
      .where('offering_id', '=', offeringId)
      .where('deleted_at', 'is', null);
    return state === undefined ? all : all.where('order_status', '=', state.toUpperCase());
  };
  return longListBy(deps, { by: 'trade_id', direction: 'asc' }, query, (trades) => trades.map(show));
}

export interface Purchase extends TradeRow {
  /** Null when the account was deleted. */
  readonly account_name: string | null;
}

/** The valid purchases, newest first; cancelled ones are left out because the response does not show the state. */
export function purchases<T>(
  deps: ReadDeps,
  offeringId: number,
  show: (purchase: Purchase) => T,
): Promise<readonly T[]> {
  const query = (db: Db) =>
    db
      .selectFrom('trades')
      .leftJoin('accounts', 'accounts.account_id', 'trades.account_id')
      .selectAll('trades')
      .select('accounts.account_name')
      .where('trades.offering_id', '=', offeringId)
      .where('trades.deleted_at', 'is', null)
      .where('trades.order_status', '!=', 'CANCELED');
  return longListBy(deps, { by: 'trade_id', direction: 'desc', table: 'trades' }, query, (rows) => rows.map(show));
}

type TradeSums = Pick<TradeRow, 'trade_id' | 'order_status' | 'total_amount' | 'total_shares'>;

/** The offering's trades, oldest first, page by page. */
async function* tradesOf(db: Db, offeringId: number): AsyncGenerator<TradeSums> {
  let last = 0;
  while (true) {
    const page = await db
      .selectFrom('trades')
      .select(['trade_id', 'order_status', 'total_amount', 'total_shares'])
      .where('offering_id', '=', offeringId)
      .where('trade_id', '>', last)
      .where('deleted_at', 'is', null)
      .orderBy('trade_id')
      .limit(PAGE)
      .execute();
    yield* page;
    if (page.length < PAGE) return;
    await nextTurn();
    last = page.at(-1)?.trade_id ?? last;
  }
}
