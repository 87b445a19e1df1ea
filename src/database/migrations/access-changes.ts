/**
 * For migrations: triggers that note whose access changed, and which accounts (J13), so that no writer can leave a
 * change out: another node, a command, or a person at the database. The SQL is part of migrations, as that of
 * counted-records.ts.
 */
import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../schema/index.ts';

/** Changes of these columns are noted in a table of one row for each `key`, with a version. */
interface Noted {
  readonly table: string;
  readonly columns: readonly string[];
  readonly trigger: string;
  readonly into: string;
  readonly key: string;
  /** The key of a row. */
  readonly of: string;
}

/** The columns that decide what somebody may do, by their table. Those of uses are not among them. */
const DECISIVE: Readonly<Record<string, readonly string[]>> = {
  clients: ['active'],
  api_keys: ['master', 'scopes', 'denied_methods', 'field_permissions', 'revoked_at', 'expires_at'],
  users: ['roles', 'active'],
  user_sessions: ['token_hash', 'ended_at', 'expires_at'],
};

const clientOf = (table: string) =>
  table === 'user_sessions' ? '(select client_id from users where user_id = new.user_id)' : 'new.client_id';

export async function noteAccessChanges(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  for (const [table, columns] of Object.entries(DECISIVE)) {
    const into = { into: 'access_changes', key: 'client_id', of: clientOf(table) };
    await noteChanges(db, dialect, { ...into, table, columns, trigger: `${table}_access` });
  }
}

/** What decides whether an account may place orders (V5). */
export async function noteAccountChanges(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const into = { into: 'account_changes', key: 'account_id', of: 'new.account_id' };
  const columns = ['client_id', 'archived', 'deleted_at'];
  await noteChanges(db, dialect, { ...into, table: 'accounts', columns, trigger: 'accounts_changed' });
}

async function noteChanges(db: Kysely<unknown>, dialect: Dialect, noted: Noted): Promise<void> {
  const { table, columns, trigger, into } = noted;
  const isOther = dialect === 'sqlite' ? 'is not' : 'is distinct from';
  const changed = columns.map((column) => `old.${column} ${isOther} new.${column}`).join(' or ');
  const after = `after update of ${columns.join(', ')} on ${table}`;
  if (dialect === 'sqlite') {
    await sql.raw(`create trigger ${trigger} ${after} when ${changed} begin ${noteOf(noted)} end`).execute(db);
    return;
  }
  // At the commit, when the transaction waits for no other lock: a reader that knows a version knows all before it.
  const statements = [
    `create function ${trigger}() returns trigger language plpgsql as $$ begin
       perform pg_advisory_xact_lock('${into}'::regclass::oid::bigint); ${noteOf(noted)} return null; end $$`,
    `create constraint trigger ${trigger} ${after} deferrable initially deferred
     for each row when (${changed}) execute function ${trigger}()`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Versions rise in the order of the commits. */
function noteOf({ into, key, of }: Noted): string {
  return `insert into ${into} (${key}, version)
  select ${of}, coalesce(max(version), 0) + 1 from ${into} where true
  on conflict (${key}) do update set version = excluded.version;`;
}
