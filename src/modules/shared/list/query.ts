import { sql } from 'kysely';
import { visibleWhen } from '../../../database/migrations/index.ts';
import { dialectOf } from '../../../database/queries/index.ts';
import type { Db, Dialect } from '../../../database/schema/index.ts';
import { ownedBy } from '../record/index.ts';
import { comparable, type Sql } from './conditions.ts';
import type { ListPage, ListQuery } from './list-query.ts';
import { longRead, pageRead } from './long-reads.ts';
import type { Page } from './page.ts';
import type { Resource, Row, Table } from './resource.ts';
import type { Sort } from './sort.ts';

/** The most records of an index for the read to count as short; they are then sorted in memory. */
const SHORT_RECORDS_MAX = 5000;
/** The most entries of an index that a short read may skip. */
const SHORT_OFFSET_MAX = 20_000;

/** The records of a page and the number of all that match. */
export async function readListPage<T extends Table>(
  resource: Resource<T>,
  query: ListQuery,
): Promise<ListPage<Row<T>>> {
  const { deps, table } = resource;
  const own = await resource.pageOf?.(query);
  if (own !== undefined) return own;
  const { offset, limit } = query.page;
  if (query.conditions.all.length === 0 && (resource.counted ?? true)) {
    if (offset > SHORT_OFFSET_MAX) {
      // Avoids a long read for a page after the end.
      const total = await totalOf(deps.db, [], query.page, { count: keptCount(table, query) });
      if (offset >= total) return { rows: [], total };
    }
    const read = (on: Db) => countedPage(on, resource, query);
    const isShort = inOrderOfCreation(resource, query.sort) && offset <= SHORT_OFFSET_MAX;
    return isShort ? pageRead(deps, offset + limit, read) : longRead(deps, read);
  }
  if (query.conditions.indexed) {
    const read = (on: Db) => matchingPage(on, resource, query, SHORT_RECORDS_MAX);
    const short = await pageRead(deps, SHORT_RECORDS_MAX, read);
    if (short !== undefined) return short;
  }
  return longRead(deps, async (on) => (await matchingPage(on, resource, query))!);
}

function inOrderOfCreation<T extends Table>(resource: Resource<T>, sort: Sort | undefined): boolean {
  return sort === undefined || sort.field.column === (resource.createdAt ?? 'created_at');
}

/**
 * A page of all records. The table record_counts has their number; the ids of the page come from an index in the order
 * of the list, and only the records of the page are read.
 */
async function countedPage<T extends Table>(db: Db, resource: Resource<T>, query: ListQuery) {
  const { table } = resource;
  const order = orderOf(resource, query.sort, dialectOf(db));
  const { limit, offset } = query.page;
  const page = sql`select ${sql.ref(resource.id)} as list_id from ${sql.table(table)}
    where ${all(base(resource, query))} order by ${order('')} limit ${limit} offset ${offset}`;
  const count = keptCount(table, query);
  const rows = await read<T>(db, resource, { page, order, count });
  const total = await totalOf(db, rows, query.page, { count });
  if (rows.length > 0 && total < offset + rows.length) throw new Error(`The records of ${table} are not counted`);
  return { rows, total };
}

/**
 * A page of the matching records, which are found and counted once. Undefined when more than `most` match. They are
 * materialized, because PostgreSQL would otherwise scan in the order of creation for rare matches.
 */
async function matchingPage<T extends Table>(
  db: Db,
  resource: Resource<T>,
  query: ListQuery,
  most?: number,
): Promise<ListPage<Row<T>> | undefined> {
  const order = orderOf(resource, query.sort, dialectOf(db));
  const columns = [
    ...new Set([resource.id, resource.createdAt ?? 'created_at', query.sort?.field.column ?? resource.id]),
  ];
  const where = matching(resource, query);
  const limited = most === undefined ? sql`` : sql`limit ${most + 1}`;
  const matches = sql`matches as materialized (
    select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(resource.table)}
    where ${where} ${limited})`;
  const page = sql`select ${sql.ref(resource.id)} as list_id from matches
    order by ${order('')} limit ${query.page.limit} offset ${query.page.offset}`;
  const count = sql`(select count(*) from matches)`;
  const rows = await read<T>(db, resource, { page, order, count, matches });
  const total = await totalOf(db, rows, query.page, { count, matches });
  return most !== undefined && total > most ? undefined : { rows, total };
}

/** The condition of all records of the list that match. */
export function matching<T extends Table>(resource: Resource<T>, query: ListQuery): Sql {
  return all([...base(resource, query), ...query.conditions.all]);
}

type Order = (prefix: string) => Sql;

/** The number of records, and the matching records when they are found first. */
interface Counted {
  readonly count: Sql;
  readonly matches?: Sql;
}

type Read<T extends Table> = Row<T> & { readonly list_total: number };

async function read<T extends Table>(
  db: Db,
  { table, id }: Resource<T>,
  { page, order, count, matches }: Counted & { readonly page: Sql; readonly order: Order },
): Promise<Read<T>[]> {
  // SQLite runs a cross join in the written order: first the page, then the records of the page.
  const { rows } = await sql<Read<T>>`
    with ${matches ? sql`${matches},` : sql``} page as materialized (${page})
    select record.*, ${count} as list_total
    from page cross join ${sql.table(table)} as record where record.${sql.ref(id)} = page.list_id
    order by ${order('record')}`.execute(db);
  return rows;
}

/** Every row has the total; without rows it is read separately. */
async function totalOf(
  db: Db,
  rows: readonly { readonly list_total: number }[],
  { offset }: Page,
  { count, matches }: Counted,
): Promise<number> {
  if (rows[0] !== undefined) return rows[0].list_total;
  if (offset === 0) return 0;
  const { rows: counted } = await sql<{ total: number }>`
    ${matches ? sql`with ${matches}` : sql``} select ${count} as total`.execute(db);
  return counted[0]!.total;
}

function keptCount(table: string, { clientId, deleted }: ListQuery): Sql {
  const conditions = [sql`kind = ${table}`];
  if (clientId !== undefined) conditions.push(ownedBy(clientId));
  if (!deleted) conditions.push(sql`hidden = 0`);
  return sql`(select coalesce(sum(records), 0) from record_counts where ${all(conditions)})`;
}

/** The client of the records, and whether deleted records are included. */
function base<T extends Table>({ hides }: Resource<T>, { clientId, deleted }: ListQuery): Sql[] {
  const conditions: Sql[] = clientId === undefined ? [] : [ownedBy(clientId)];
  // A literal and not a parameter, so that SQLite knows that the index of visible records covers the query.
  if (!deleted) conditions.push(sql.raw(visibleWhen('', hides)));
  return conditions;
}

function all(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? sql`1 = 1` : sql.join(conditions, sql` and `);
}

/** The order of a list: by a field or newest first; records with the same value newest first. */
function orderOf<T extends Table>(resource: Resource<T>, sort: Sort | undefined, dialect: Dialect): Order {
  const createdAt = resource.createdAt ?? 'created_at';
  return (prefix) => {
    const ref = (column: string) => sql.ref(prefix === '' ? column : `${prefix}.${column}`);
    const byCreation = (direction: Sql) => sql`${ref(createdAt)} ${direction}, ${ref(resource.id)} ${direction}`;
    if (sort === undefined) return byCreation(sql`desc`);
    const direction = sort.direction === 'asc' ? sql`asc` : sql`desc`;
    if (sort.field.column === createdAt) return byCreation(direction);
    // Explicit, because the databases differ: a missing value sorts first.
    const nulls = sort.direction === 'asc' ? sql`nulls first` : sql`nulls last`;
    const value = comparable(sort.field, ref(sort.field.column), dialect);
    return sql`${value} ${direction} ${nulls}, ${byCreation(sql`desc`)}`;
  };
}
