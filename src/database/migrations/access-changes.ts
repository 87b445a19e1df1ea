/**
 * For migrations: triggers that note whose access changed (J13), so that no writer can leave a change out: another
 * node, a command, or a person at the database. The SQL is part of migrations, as that of counted-records.ts.
 */
import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../schema/index.ts';

/** The columns that decide what somebody may do, by their table. Those of uses are not among them. */
const DECISIVE: Readonly<Record<string, readonly string[]>> = {
  clients: ['active'],
  api_keys: ['master', 'scopes', 'denied_methods', 'field_permissions', 'revoked_at', 'expires_at'],
  users: ['roles', 'active'],
  user_sessions: ['token_hash', 'ended_at', 'expires_at'],
};

const clientOf = (table: string) =>
  table === 'user_sessions' ? '(select client_id from users where user_id = new.user_id)' : 'new.client_id';

/** Versions rise in the order of the commits. */
const note = (table: string) => `insert into access_changes (client_id, version)
  select ${clientOf(table)}, coalesce(max(version), 0) + 1 from access_changes where true
  on conflict (client_id) do update set version = excluded.version;`;

export async function noteAccessChanges(db: Kysely<unknown>, dialect: Dialect): Promise<void> {
  const isOther = dialect === 'sqlite' ? 'is not' : 'is distinct from';
  const statements = Object.entries(DECISIVE).flatMap(([table, columns]) => {
    const name = `${table}_access`;
    const changed = columns.map((column) => `old.${column} ${isOther} new.${column}`).join(' or ');
    const after = `after update of ${columns.join(', ')} on ${table}`;
    if (dialect === 'sqlite') return [`create trigger ${name} ${after} when ${changed} begin ${note(table)} end`];
    // At the commit, when the transaction waits for no other lock: a reader that knows a version knows all before it.
    return [
      `create function ${name}() returns trigger language plpgsql as $$ begin
         perform pg_advisory_xact_lock('access_changes'::regclass::oid::bigint); ${note(table)} return null; end $$`,
      `create constraint trigger ${name} ${after} deferrable initially deferred
       for each row when (${changed}) execute function ${name}()`,
    ];
  });
  for (const statement of statements) await sql.raw(statement).execute(db);
}
