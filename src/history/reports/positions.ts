import { type Selectable, sql } from 'kysely';
import type { DayHoldingRow, DayPositionRow, DaySecurityRow, Db } from '../../database/schema/index.ts';
import { NO_SECURITY, type SecurityId } from '../../exchange/api/index.ts';
import { PAGE_ROWS, rowsOf } from './pages.ts';
import { amendmentsOfDay, type DayRange } from './report-reads.ts';

/** The shares that an account bought and sold in a security, on the day and up to its end. */
export interface PositionAtEnd {
  readonly client_id: string;
  readonly account_id: string;
  readonly security_id: SecurityId;
  readonly bought_on_day: bigint;
  readonly sold_on_day: bigint;
  readonly bought: bigint;
  readonly sold: bigint;
}

/** As text: the matches of years come to more shares than a number has exactly. */
type PositionRow = Omit<PositionAtEnd, SumName> & Readonly<Record<SumName, string>>;
type SumName = 'bought_on_day' | 'sold_on_day' | 'bought' | 'sold';

/** A row of day_positions before it is written. */
type DaySums = Omit<DayPositionRow, 'bought' | 'sold'> & Record<'bought' | 'sold', bigint>;

/** One side of the matches of an account in a security. */
interface SumRow {
  readonly client_id: string;
  readonly account_id: string;
  readonly security_id: SecurityId;
  readonly shares: string;
}

/** Rows written by one statement. */
const ROWS_A_STATEMENT = 500;

/**
 * Stores the shares that each account bought and sold on a day, for this report and later ones. Corrections, busts
 * and canceled settlements count on the day on which they were made, also below 0. Idempotent.
 */
export async function keepPositions(db: Db, range: DayRange): Promise<void> {
  const rows = new Map<string, DaySums>();
  for (const side of ['buy', 'sell'] as const) {
    const sums = [...(await tradedOf(db, range, side)), ...(await amendedOf(db, range, side))];
    for (const { client_id, account_id, security_id, shares } of sums) {
      const key = JSON.stringify([client_id, account_id, security_id]);
      const row = rows.get(key) ?? { client_id, account_id, security_id, date: range.date, bought: 0n, sold: 0n };
      row[side === 'buy' ? 'bought' : 'sold'] += BigInt(shares);
      rows.set(key, row);
    }
  }
  // The columns take what the type of their rows does not have: whole numbers of 64 bits.
  const all = [...rows.values()] as unknown as DayPositionRow[];
  // Read before: the follower, which writes the same file on SQLite, waits only for the rows.
  await db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('day_positions').where('date', '=', range.date).execute();
    for (let from = 0; from < all.length; from += ROWS_A_STATEMENT) {
      await transaction
        .insertInto('day_positions')
        .values(all.slice(from, from + ROWS_A_STATEMENT))
        .execute();
    }
    await transaction.updateTable('day_ends').set({ has_positions: 1 }).where('date', '=', range.date).execute();
  });
}

async function tradedOf(db: Db, range: DayRange, side: 'buy' | 'sell'): Promise<SumRow[]> {
  const { rows } = await sql<SumRow>`
    select o.client_id, coalesce(o.account_id, '') as account_id, m.security_id,
      cast(sum(m.quantity) as text) as shares
    from matches as m join order_entries as o on o.order_id = ${sql.ref(`m.${side}_order_id`)}
    where m.match_id > ${range.fromMatch} and m.match_id <= ${range.toMatch}
    group by o.client_id, coalesce(o.account_id, ''), m.security_id`.execute(db);
  return rows;
}

/** The shares that corrections, busts and canceled settlements of the day gave to a side, or took from it. */
async function amendedOf(db: Db, range: DayRange, side: 'buy' | 'sell'): Promise<SumRow[]> {
  const sums: SumRow[] = [];
  for (const kind of ['adjust', 'bust', 'settlement'] as const) {
    for await (const { fields } of amendmentsOfDay(db, kind, range)) {
      // A settled match has no quantity here, nor has one that was canceled before positions followed (REGISTER_SINCE).
      const { tradeID, quantity = '0', quantityBefore = '0' } = JSON.parse(fields) as Record<string, string>;
      const change = kind === 'adjust' ? Number(quantity) - Number(quantityBefore) : -Number(quantity);
      if (change === 0) continue;
      const shares = String(change);
      const { rows } = await sql<Omit<SumRow, 'shares'>>`
        select o.client_id, coalesce(o.account_id, '') as account_id, m.security_id
        from matches as m join order_entries as o on o.order_id = ${sql.ref(`m.${side}_order_id`)}
        where m.match_id = ${Number(tradeID)}`.execute(db);
      sums.push(...rows.map((row) => ({ ...row, shares })));
    }
  }
  return sums;
}

/** By client, account and security. Needs the positions of the day and of all days before. */
export function positionsAtEnd(db: Db, { date }: DayRange): AsyncGenerator<PositionAtEnd> {
  return rowsOf(async (last) => {
    const after =
      last === undefined
        ? sql`true`
        : sql`(client_id, account_id, security_id) > (${last.client_id}, ${last.account_id}, ${last.security_id})`;
    const sum = (column: 'bought' | 'sold', onDay: boolean) =>
      onDay
        ? sql`cast(sum(case date when ${date} then ${sql.ref(column)} else 0 end) as text)`
        : sql`cast(sum(${sql.ref(column)}) as text)`;
    const { rows } = await sql<PositionRow>`
      select client_id, account_id, security_id, ${sum('bought', true)} as bought_on_day,
        ${sum('sold', true)} as sold_on_day, ${sum('bought', false)} as bought, ${sum('sold', false)} as sold
      from day_positions where date <= ${date} and ${after}
      group by client_id, account_id, security_id
      order by client_id, account_id, security_id limit ${PAGE_ROWS}`.execute(db);
    return rows.map((row) => ({
      ...row,
      bought_on_day: BigInt(row.bought_on_day),
      sold_on_day: BigInt(row.sold_on_day),
      bought: BigInt(row.bought),
      sold: BigInt(row.sold),
    }));
  });
}

/** The holdings of the accounts at the end of the day, by client, account and security. */
export function holdingsAtEnd(db: Db, { date }: DayRange): AsyncGenerator<Selectable<DayHoldingRow>> {
  return rowsOf((last) => {
    const all = db.selectFrom('day_holdings').selectAll().where('date', '=', date);
    const rest =
      last === undefined
        ? all
        : all.where(
            sql<boolean>`(client_id, account_id, security_id) >
              (${last.client_id}, ${last.account_id}, ${last.security_id})`,
          );
    return rest.orderBy('client_id').orderBy('account_id').orderBy('security_id').limit(PAGE_ROWS).execute();
  });
}

/** The securities with reference data at the end of the day, by their ids. */
export function securitiesAtEnd(db: Db, { date }: DayRange): AsyncGenerator<DaySecurityRow> {
  return rowsOf((last) => {
    const after = last?.security_id ?? NO_SECURITY;
    const all = db.selectFrom('day_securities').selectAll().where('date', '=', date).where('security_id', '>', after);
    return all.orderBy('security_id').limit(PAGE_ROWS).execute();
  });
}
