import { type Kysely, sql, type Transaction } from 'kysely';
import type { Db, Schema } from '../schema/index.ts';
import { type Dialect, isExpansion, type Migration } from '../schema/index.ts';

/** The advisory lock (any fixed number) of processes that migrate the same PostgreSQL database. */
const ADVISORY_LOCK = 7_203_115_846;

/**
 * A step that waits for the lock of a table blocks all later transactions, including those of a leader. So it waits
 * only briefly, lets them pass, and tries again.
 */
const LOCK_MS_MAX = 500;
const LOCK_TRIES = 60;
/** PostgreSQL's lock_not_available. */
const LOCKED = '55P03';

/** The database was written by a newer, unknown release. */
class DatabaseTooNew extends Error {
  override readonly name = 'DatabaseTooNew';

  constructor(list: string, unknown: string) {
    super(
      `The ${list} database was written by a newer release (it holds schema step ${unknown}, which is not known ` +
        'here). Start that release, or restore a backup made by this one.',
    );
  }
}

/** The database was written before the first release, whose schema restarts. */
class DatabaseTooOld extends Error {
  override readonly name = 'DatabaseTooOld';

  constructor(list: string, first: string) {
    super(
      `The ${list} database was written by a version before the first release (it lacks schema step ${first}), ` +
        'and none carries it over. Start with an empty data folder, and an empty database where DATABASE_URL is ' +
        'set.',
    );
  }
}

/**
 * Brings a database up to the newest step of its list, in one transaction. Processes that start together take turns; a
 * process with nothing to do does not wait, because the owner of the lock may be unreachable for a long time. Expanding
 * steps of a newer release stay (J21).
 *
 * Not by Kysely's Migrator: it refuses every step that it does not know, waits for its lock even with nothing to do,
 * and waits for the lock of a table without a limit.
 */
export async function migrate(db: Db, dialect: Dialect, list: string, steps: readonly Migration[]): Promise<void> {
  if (dialect === 'postgres' && (await isUpToDate(db, list, steps))) return;
  for (let left = LOCK_TRIES; ; left--) {
    try {
      return await migrateAtOnce(db, dialect, list, steps);
    } catch (error) {
      if (left === 1 || (error as { code?: unknown }).code !== LOCKED) throw error;
    }
  }
}

/** As migrate, but a database that holds any step stays as it is. */
export async function migrateEmpty(db: Db, dialect: Dialect, list: string, steps: readonly Migration[]): Promise<void> {
  const applied = await stepsOrNone(db, list);
  if (applied.size === 0) await migrate(db, dialect, list, steps);
}

/** Rejects with LOCKED when a table is in use. */
function migrateAtOnce(db: Db, dialect: Dialect, list: string, steps: readonly Migration[]): Promise<void> {
  return db.transaction().execute(async (transaction) => {
    // SQLite transactions hold the write lock from their start (see the driver).
    if (dialect === 'postgres') {
      await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(transaction);
      await sql`set local lock_timeout = ${sql.lit(LOCK_MS_MAX)}`.execute(transaction);
    }
    await sql`create table if not exists schema_migrations
      (list text not null, name text not null, applied_at bigint not null, primary key (list, name))`.execute(
      transaction,
    );
    const applied = await appliedSteps(transaction, list);
    const [first] = steps;
    if (first !== undefined && applied.size > 0 && !applied.has(first.name)) throw new DatabaseTooOld(list, first.name);
    const unknown = unknownOf(applied, steps).find((name) => !isExpansion(name));
    if (unknown !== undefined) throw new DatabaseTooNew(list, unknown);
    for (const step of steps) {
      if (!applied.has(step.name)) await apply(transaction, dialect, list, step);
    }
  });
}

async function isUpToDate(db: Db, list: string, steps: readonly Migration[]): Promise<boolean> {
  const applied = await stepsOrNone(db, list);
  return steps.every(({ name }) => applied.has(name)) && unknownOf(applied, steps).every(isExpansion);
}

/** None also when the table of steps does not exist or cannot be read: the migration then says why. */
function stepsOrNone(db: Db, list: string): Promise<Set<string>> {
  return appliedSteps(db, list).catch(() => new Set<string>());
}

function unknownOf(applied: ReadonlySet<string>, steps: readonly Migration[]): string[] {
  return [...applied].filter((name) => !steps.some((step) => step.name === name));
}

async function appliedSteps(transaction: Db, list: string): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select name from schema_migrations where list = ${list} order by name`.execute(transaction);
  return new Set(rows.map((row) => row.name));
}

async function apply(transaction: Transaction<Schema>, dialect: Dialect, list: string, step: Migration): Promise<void> {
  await step.up(transaction as unknown as Kysely<unknown>, dialect);
  await sql`insert into schema_migrations (list, name, applied_at)
    values (${list}, ${step.name}, ${Date.now() * 1000})`.execute(transaction);
}
