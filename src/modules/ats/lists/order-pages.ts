/** Pages of a client's own orders, found without looking through the others (H1). */
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../database/schema/index.ts';
import { isTerminal, ORDER_STATUSES, type OrderId, type OrderStatus } from '../../../exchange/api/index.ts';
import { inPieces } from '../../../http/methods/index.ts';
import { type ListPage, type ListQuery, pageRead, type Row } from '../../shared/list/index.ts';
import { ownedBy } from '../../shared/record/index.ts';
import type { VenueRecords } from '../shared/index.ts';
import { type OnlyFilter, onlyFilter, onlySecurity, type Symbols } from './only-filter.ts';

type OrderListRow = Row<'order_list'>;

/** Further down than this, the orders are counted off as for any list. */
const WALKED_MAX = 20_000;
/** Orders with a token that are looked through at once. */
const SHORT_MAX = 5000;

/** Orders in the order of one index or several, and how many there are. */
interface Walk {
  readonly orders: readonly [RawBuilder<unknown>, ...RawBuilder<unknown>[]];
  /** The column of the indexes by which orders are newest first. */
  readonly by: 'seq' | 'order_id';
  readonly total: RawBuilder<number>;
}

/**
 * The page where an index leads to it: of all orders, of those in a security, of those in some statuses, and of those
 * with a token; in the order of their entry. Undefined otherwise.
 */
export async function orderPage(
  records: VenueRecords,
  query: ListQuery,
  symbols: Symbols,
): Promise<ListPage<OrderListRow> | undefined> {
  const { sort, page, clientId, filter } = query;
  if (page.offset > WALKED_MAX || (sort !== undefined && sort.field.column !== 'created_at')) return undefined;
  const walkedAs = (walk: Walk, entries: number) => pageRead(records, entries, (on) => walked(on, query, walk));
  if (filter.size === 0) return walkedAs(walkOfAll(clientId), page.offset + page.limit);
  const only = onlyFilter(query);
  if (only === undefined || clientId === undefined) return undefined;
  const walk = walkOf(clientId, only, symbols);
  // Live orders are counted one by one.
  if (walk !== undefined) return walkedAs(walk, Number.POSITIVE_INFINITY);
  const ids = await idsWithToken(records, clientId, only);
  return ids && pageRead(records, page.limit, (on) => pageOfIds(on, query, ids));
}

function walkOfAll(clientId: string | undefined): Walk {
  if (clientId === undefined)
    return { orders: [sql`order_entries`], by: 'order_id', total: counted(sql`kind = 'order'`) };
  const own = ownedBy(clientId);
  return { orders: [sql`order_entries where ${own}`], by: 'seq', total: counted(sql`${own} and kind = 'order'`) };
}

function walkOf(clientId: string, only: OnlyFilter, symbols: Symbols): Walk | undefined {
  const own = ownedBy(clientId);
  const securityId = onlySecurity(only, symbols);
  if (securityId !== undefined) {
    const inSecurity = sql`${own} and security_id = ${securityId}`;
    return {
      orders: [sql`order_entries where ${inSecurity}`],
      by: 'seq',
      total: counted(sql`${inSecurity} and kind = 'order'`),
    };
  }
  const statuses = statusesOf(only);
  if (statuses === undefined) return undefined;
  const withStatus = statuses.map((status) => {
    const which = sql`${own} and status = ${status}`;
    return isTerminal(status)
      ? { orders: sql`ended_orders where ${which}`, total: counted(sql`${own} and kind = ${status}`) }
      : {
          orders: sql`live_orders where ${which}`,
          total: sql<number>`(select count(*) from live_orders where ${which})`,
        };
  });
  const total = sql<number>`${sql.join(
    withStatus.map((one) => one.total),
    sql` + `,
  )}`;
  const [first, ...others] = withStatus.map(({ orders }) => orders);
  return first && { orders: [first, ...others], by: 'order_id', total };
}

const ACTIVE: readonly OrderStatus[] = ['Live', 'Partially Executed'];

/** The statuses of the orders that are looked for. */
function statusesOf({ name, values }: OnlyFilter): readonly OrderStatus[] | undefined {
  const sent = new Set(values.map((value) => value.toLowerCase()));
  if (name === 'orderStatus') return ORDER_STATUSES.filter((status) => sent.has(status.toLowerCase()));
  if (name !== 'status') return undefined;
  return ORDER_STATUSES.filter((status) => sent.has(ACTIVE.includes(status) ? 'active' : 'inactive'));
}

function counted(which: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(select cast(coalesce(sum(records), 0) as bigint) from history_counts where ${which})`;
}

async function walked(
  db: Db,
  { sort, page: { offset, limit } }: ListQuery,
  { orders, by, total }: Walk,
): Promise<ListPage<OrderListRow>> {
  const inOrder = sql`order by ${sql.ref(by)} ${sort?.direction === 'asc' ? sql`asc` : sql`desc`}`;
  const { rows } = await sql<{ order_id: OrderId }>`select order_id from ${inOne(orders, inOrder, offset + limit)}
    ${inOrder} limit ${limit} offset ${offset}`.execute(db);
  const { rows: totals } = await sql<{ total: number }>`select ${total} as total`.execute(db);
  const ids = rows.map(({ order_id }) => order_id);
  return { rows: await ordersWith(db, ids), total: totals[0]!.total };
}

/**
 * Several, all by order_id, are put in order together, each only as far as the page goes: PostgreSQL would read them to
 * their ends.
 */
function inOne([first, ...others]: Walk['orders'], inOrder: RawBuilder<unknown>, most: number): RawBuilder<unknown> {
  if (others.length === 0) return first;
  const parts = [first, ...others].map(
    (orders) => sql`select * from (select order_id from ${orders} ${inOrder} limit ${most}) as part`,
  );
  return sql`(${sql.join(parts, sql` union all `)}) as parts`;
}

/** Ids of the orders with the one token, newest first; undefined where they are many, or another filter. */
async function idsWithToken(
  records: VenueRecords,
  clientId: string,
  { name, values }: OnlyFilter,
): Promise<readonly OrderId[] | undefined> {
  if (name !== 'token' || values.length > 1) return undefined;
  const token = values[0]!;
  const orders = await records.ordersWithToken(clientId, token, SHORT_MAX + 1);
  if (orders.length > SHORT_MAX) return undefined;
  const ids = orders.filter(({ ticket }) => ticket.token === token).map(({ orderId }) => orderId);
  return ids.toSorted((one, other) => other - one);
}

async function pageOfIds(
  db: Db,
  { sort, page: { offset, limit } }: ListQuery,
  newestFirst: readonly OrderId[],
): Promise<ListPage<OrderListRow>> {
  const ordered = sort?.direction === 'asc' ? newestFirst.toReversed() : newestFirst;
  return { rows: await ordersWith(db, ordered.slice(offset, offset + limit)), total: newestFirst.length };
}

/** The orders with these ids, in the order of the ids. */
function ordersWith(db: Db, ids: readonly OrderId[]): Promise<readonly OrderListRow[]> {
  return inPieces(ids, async (piece) => {
    if (piece.length === 0) return [];
    const rows = await db.selectFrom('order_list').selectAll().where('order_id', 'in', piece).execute();
    const byId = new Map(rows.map((row) => [row.order_id, row]));
    return piece.map((id) => byId.get(id)!);
  });
}
