/** Sums and lists of the trades of an offering; the module trades creates and changes trades. */
import { sql } from 'kysely';
import type { Db, TradeRow } from '../../database/schema/index.ts';
import { longListBy, longRead, type ReadDeps } from '../shared/list/index.ts';
import { fromMillionths } from '../shared/values/index.ts';

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

const MILLION = sql.lit(1_000_000);
/** The sum of six-decimal text in two parts, units and millionths, because SQLite adds up 64 bits at most. */
const partsOf = (column: string) => {
  const amount = sql`cast(replace(${sql.ref(column)}, '.', '') as bigint)`;
  return sql`cast(sum(${amount} / ${MILLION}) as text) as ${sql.ref(`${column}_units`)},
    cast(sum(${amount} % ${MILLION}) as text) as ${sql.ref(`${column}_rest`)}`;
};

interface StateSums {
  readonly state: string;
  readonly count: number | string;
  readonly total_amount_units: string;
  readonly total_amount_rest: string;
  readonly total_shares_units: string;
  readonly total_shares_rest: string;
}

async function totalsOf(db: Db, offeringId: number): Promise<TradeTotals> {
  const sums = new Map(SUM_NAMES.map((name) => [name, 0n]));
  const add = (name: string, units: string, rest: string) =>
    sums.set(name, (sums.get(name) ?? 0n) + BigInt(units) * 1_000_000n + BigInt(rest));
  let count = 0;
  const { rows } = await sql<StateSums>`
    select upper(order_status) as state, count(*) as count, ${partsOf('total_amount')}, ${partsOf('total_shares')}
    from trades where offering_id = ${offeringId} and deleted_at is null
    group by upper(order_status)`.execute(db);
  for (const row of rows) {
    count += Number(row.count);
    const state = SUMMED_STATES[row.state as keyof typeof SUMMED_STATES];
    if (state === undefined) continue;
    add(`${state}Amount`, row.total_amount_units, row.total_amount_rest);
    add(`${state}Shares`, row.total_shares_units, row.total_shares_rest);
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
