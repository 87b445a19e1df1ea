import { sql } from 'kysely';
import type { DatabaseSize } from './database.ts';
import { historyTables } from './migrations/index.ts';
import type { Db } from './schema/index.ts';
import { bytesOf, type WriteAheadLog } from './sqlite/index.ts';

/** Read once, from the files of the steps. */
let tables: readonly string[] | undefined;

/** Of a file, or of a database in memory. */
export async function sqliteSize(file: string, log: WriteAheadLog | undefined): Promise<DatabaseSize> {
  if (log === undefined) return { bytes: 0, logBytes: 0 };
  const [bytes, logBytes] = await Promise.all([bytesOf(file), log.bytes()]);
  return { bytes, logBytes };
}

/** Of the database of a connection, which has the tables of the history too, or of these alone. */
export async function postgresSize(db: Db, list: string): Promise<DatabaseSize> {
  if (list === 'history') {
    tables ??= historyTables();
    const { rows } = await sql<{ bytes: number }>`
      select coalesce(sum(pg_total_relation_size(to_regclass(name))), 0)::bigint as bytes
      from unnest(${tables}::text[]) as name`.execute(db);
    return { bytes: rows[0]!.bytes, logBytes: undefined };
  }
  const { rows } = await sql<{ bytes: number; sees_log: boolean }>`
    select pg_database_size(current_database()) as bytes,
      has_function_privilege('pg_ls_waldir()', 'execute') as sees_log`.execute(db);
  const { bytes, sees_log } = rows[0]!;
  return { bytes, logBytes: sees_log ? await logBytes(db) : undefined };
}

/** A role needs pg_monitor for it; without it, the query would fail. */
async function logBytes(db: Db): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(size), 0)::bigint as bytes from pg_ls_waldir()`.execute(db);
  return rows[0]!.bytes;
}
