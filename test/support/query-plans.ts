/** Which queries a read sends, and how the database answers them. */
import { type CompiledQuery, sql } from 'kysely';
import type { Database } from '../../src/database/database.ts';
import type { Db } from '../../src/database/schema/index.ts';

/** The same database, and the queries that are sent through it from now on. */
export function watchQueries(db: Db): {
  readonly watched: Db;
  readonly queries: readonly CompiledQuery[];
} {
  const queries: CompiledQuery[] = [];
  const watched = db.withPlugin({
    transformQuery: ({ node, queryId }) => {
      queries.push(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  return { watched, queries };
}

/** Of the schema of a test: tables ('r') or indexes ('i'). */
const relations = (kind: 'r' | 'i') =>
  sql`select oid from pg_class where relkind = ${kind} and relnamespace = current_schema()::regnamespace`;

/** PostgreSQL has counted nothing yet: as it was when the tables and their indexes were made. */
async function forgetCounts(transaction: Db): Promise<void> {
  await sql`delete from pg_statistic where starelid in (${relations('r')})`.execute(transaction);
  await sql`update pg_class set reltuples = -1, relpages = 0 where oid in (${relations('r')})`.execute(transaction);
  await sql`update pg_class set reltuples = 0, relpages = 1 where oid in (${relations('i')})`.execute(transaction);
}

/**
 * @param isSorted the index must give the order, too: PostgreSQL sorts only where none does
 * @param isNew the plan of tables of which PostgreSQL has counted nothing yet, whatever it counted meanwhile
 */
export async function planOf(
  { db, dialect }: Database,
  query: CompiledQuery,
  { isSorted = false, isNew = false } = {},
): Promise<string> {
  if (dialect === 'sqlite') {
    const { rows } = await db.executeQuery<{ detail: string }>({ ...query, sql: `explain query plan ${query.sql}` });
    return rows.map(({ detail }) => detail).join('\n');
  }
  return db.transaction().execute(async (transaction) => {
    if (isNew) await forgetCounts(transaction);
    // The table is small, so reading all of it would be the best plan.
    await sql`set local enable_seqscan = off`.execute(transaction);
    await sql`set local enable_bitmapscan = off`.execute(transaction);
    if (isSorted) await sql`set local enable_sort = off`.execute(transaction);
    const { rows } = await transaction.executeQuery<{ 'QUERY PLAN': string }>({
      ...query,
      sql: `explain ${query.sql}`,
    });
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  });
}
