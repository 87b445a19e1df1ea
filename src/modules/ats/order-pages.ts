/** Pages of a client's own orders, found without looking through the others (H1). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import { isTerminal, type OrderStatus } from '../../exchange/interface.ts';
import type { ListPage, ListQuery, Row } from '../shared/list/index.ts';
import { ownedBy } from '../shared/record/index.ts';
import type { VenueRecords } from './services.ts';

type OrderListRow = Row<'order_list'>;

/** Further down than this, the orders are counted off as for any list. */
const WALKED_MAX = 20_000;
/** Orders with a token, or live ones, that are looked through at once. */
const SHORT_MAX = 5000;

/** Orders in the order of an index, and how many there are. */
interface Walk {
  readonly orders: RawBuilder<unknown>;
  /** The column of that index by which orders are newest first. */
  readonly by: 'seq' | 'order_id';
  readonly total: RawBuilder<number>;
}

/**
 * The page where an index leads to it: of all orders, of those in a security, of those that ended in one status, of
 * those that have not ended, and of those with a token; in the order of their entry. Undefined otherwise.
 */
export async function orderPage(records: VenueRecords, query: ListQuery): Promise<ListPage<OrderListRow> | undefined> {
  const { sort, page, clientId } = query;
  if (page.offset > WALKED_MAX || (sort !== undefined && sort.field.column !== 'created_at')) return undefined;
  const only = onlyFilter(query);
  if (only === undefined) return undefined;
  const walk = walkOf(clientId, only);
  if (walk !== undefined) return walked(records.db, query, walk);
  const ids = clientId === undefined ? undefined : await shortList(records, clientId, only);
  return ids && pageOfIds(records.db, query, ids);
}

/** The one field with one value that the orders are filtered by, or none at all; undefined: another filter. */
function onlyFilter({ filter }: ListQuery): { readonly name: string; readonly value: string } | undefined {
  if (filter.size === 0) return { name: '', value: '' };
  const [[name, sent]] = [...filter] as [[string, { values: string[]; min?: string; max?: string }]];
  if (filter.size > 1 || sent.values.length !== 1 || sent.min !== undefined || sent.max !== undefined) return undefined;
  return { name, value: sent.values[0]! };
}

function walkOf(clientId: string | undefined, { name, value }: { name: string; value: string }): Walk | undefined {
  if (name === '' && clientId === undefined) {
    return { orders: sql`order_entries`, by: 'order_id', total: counted(sql`kind = 'order'`) };
  }
  if (clientId === undefined) return undefined;
  const own = ownedBy(clientId);
  if (name === '') {
    return { orders: sql`order_entries where ${own}`, by: 'seq', total: counted(sql`${own} and kind = 'order'`) };
  }
  if (name === 'securityId') {
    const inSecurity = sql`${own} and security_id = ${Number(value)}`;
    return {
      orders: sql`order_entries where ${inSecurity}`,
      by: 'seq',
      total: counted(sql`${inSecurity} and kind = 'order'`),
    };
  }
  const status = name === 'orderStatus' ? statusOf(value) : undefined;
  if (status === undefined || !isTerminal(status)) return undefined;
  return {
    orders: sql`ended_orders where ${own} and status = ${status}`,
    by: 'order_id',
    total: counted(sql`${own} and kind = ${status}`),
  };
}

const STATUSES: readonly OrderStatus[] = [
  'Pending',
  'Live',
  'Partially Executed',
  'Executed',
  'Cancelled',
  'Partially Executed & Cancelled',
  'Not Approved',
];

function statusOf(value: string): OrderStatus | undefined {
  return STATUSES.find((status) => status.toLowerCase() === value.toLowerCase());
}

function counted(which: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(select cast(coalesce(sum(records), 0) as bigint) from history_counts where ${which})`;
}

async function walked(db: Kysely<Schema>, { sort, page }: ListQuery, walk: Walk): Promise<ListPage<OrderListRow>> {
  const direction = sort?.direction === 'asc' ? sql`asc` : sql`desc`;
  const { rows } = await sql<{ order_id: number }>`select order_id from ${walk.orders}
    order by ${sql.ref(walk.by)} ${direction} limit ${page.limit} offset ${page.offset}`.execute(db);
  const { rows: totals } = await sql<{ total: number }>`select ${walk.total} as total`.execute(db);
  const ids = rows.map(({ order_id }) => order_id);
  return { rows: await ordersWith(db, ids), total: totals[0]!.total };
}

/** Ids, newest first, of orders with a token or of live ones; undefined where they are many, or another filter. */
async function shortList(
  records: VenueRecords,
  clientId: string,
  { name, value }: { name: string; value: string },
): Promise<readonly number[] | undefined> {
  if (name === 'token') {
    const ids = await records.idsWithToken(clientId, value, SHORT_MAX + 1);
    return ids.length > SHORT_MAX ? undefined : ids.toSorted((one, other) => other - one);
  }
  const live = liveStatuses(name, value);
  if (live === undefined) return undefined;
  const { rows } = await sql<{ order_id: number }>`select order_id from live_orders where ${ownedBy(clientId)}
    order by order_id desc limit ${SHORT_MAX + 1}`.execute(records.db);
  if (rows.length > SHORT_MAX) return undefined;
  const { rows: found } = await sql<{ order_id: number }>`select o.order_id from live_orders as l
    join orders as o on o.order_id = l.order_id
    where ${ownedBy(clientId, 'l')} and o.status in (${sql.join(live)}) order by l.order_id desc`.execute(records.db);
  return found.map(({ order_id }) => order_id);
}

function liveStatuses(name: string, value: string): readonly OrderStatus[] | undefined {
  if (name === 'status') return value.toLowerCase() === 'active' ? ['Live', 'Partially Executed'] : undefined;
  const status = name === 'orderStatus' ? statusOf(value) : undefined;
  return status === undefined || isTerminal(status) ? undefined : [status];
}

async function pageOfIds(
  db: Kysely<Schema>,
  { sort, page: { offset, limit } }: ListQuery,
  newestFirst: readonly number[],
): Promise<ListPage<OrderListRow>> {
  const ordered = sort?.direction === 'asc' ? newestFirst.toReversed() : newestFirst;
  return { rows: await ordersWith(db, ordered.slice(offset, offset + limit)), total: newestFirst.length };
}

/** The orders with these ids, in the order of the ids. */
async function ordersWith(db: Kysely<Schema>, ids: readonly number[]): Promise<OrderListRow[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('order_list').selectAll().where('order_id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.order_id, row]));
  return ids.map((id) => byId.get(id)!);
}
