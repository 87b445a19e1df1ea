/**
 * For migrations: triggers that keep the changes of the statuses of records (C93), so that no writer of a status can
 * leave one out. The SQL that this makes is part of migrations, as that of counted-records.ts.
 */
import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../schema/index.ts';

/** A table with the columns client_id, created_at and updated_at. */
export interface TrackedTable {
  readonly table: string;
  /** The single primary key: text. */
  readonly id: string;
  /** The name of each status in the API, by its column. */
  readonly statuses: Readonly<Record<string, string>>;
}

/** The changes that are kept of one record; the oldest go first. */
const KEPT = 200;

export async function keepStatusChanges(db: Kysely<unknown>, dialect: Dialect, tracked: TrackedTable): Promise<void> {
  const { table, statuses } = tracked;
  const name = `${table}_status`;
  const entries = Object.entries(statuses);
  if (dialect === 'sqlite') {
    for (const [column, status] of entries)
      await sql
        .raw(
          `create trigger ${name}_of_${column} after update of ${column} on ${table}
           when ${isOther(dialect, column)} begin ${kept(tracked, column, status)} end`,
        )
        .execute(db);
    return;
  }
  const steps = entries.map(
    ([column, status]) => `if ${isOther(dialect, column)} then ${kept(tracked, column, status)} end if;`,
  );
  const isChanged = entries.map(([column]) => isOther(dialect, column)).join(' or ');
  const statements = [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${steps.join(' ')} return null; end $$`,
    `create trigger ${name} after update on ${table} for each row when (${isChanged}) execute function ${name}()`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

function isOther(dialect: Dialect, column: string): string {
  return `old.${column} ${dialect === 'sqlite' ? 'is not' : 'is distinct from'} new.${column}`;
}

/** The row of the record is locked by its change, so that its positions are counted one after the other. */
function kept({ id }: TrackedTable, column: string, status: string): string {
  return `insert into status_changes
      (record_id, position, client_id, name, status_before, status_after, changed_at)
    select new.${id}, coalesce(max(position), 0) + 1, new.client_id, '${status}', old.${column}, new.${column},
      coalesce(new.updated_at, new.created_at) from status_changes where record_id = new.${id};
    delete from status_changes where record_id = new.${id} and position <=
      (select max(position) - ${KEPT} from status_changes where record_id = new.${id});`;
}
