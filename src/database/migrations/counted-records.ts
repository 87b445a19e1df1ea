/**
 * For migrations: what a table needs so that a list of it (src/modules/shared/list) is quick at any size, in one
 * place, so that writers of rows need no extra step. The SQL that this makes is part of migrations: after the first
 * release a change of it needs a new migration for the tables that already have it.
 */
import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../schema/index.ts';

/** A table with columns client_id and the ones named here. */
export interface CountedTable {
  readonly table: string;
  /** The single primary key. */
  readonly id: string;
  /** Column of the time of creation; created_at when absent. */
  readonly createdAt?: string;
  /** The rows that only lists with deleted=true show: with deleted_at, and in archived tables with archived = 1. */
  readonly hides: 'nothing' | 'deleted' | 'deletedOrArchived';
}

/** Connections of a PostgreSQL pool mostly use different slots. */
const SLOTS = 16;

/** The indexes of newest first, and triggers that keep record_counts exact; counts existing rows. */
export async function countRecords(db: Kysely<unknown>, dialect: Dialect, table: CountedTable): Promise<void> {
  await createIndexes(db, dialect, table);
  const statements = dialect === 'postgres' ? postgresTriggers(table) : sqliteTriggers(table);
  for (const statement of statements) await sql.raw(statement).execute(db);
  // A trigger locks writers out until the migration ends, so no row is counted twice or not at all.
  await countExisting(db, table);
}

/**
 * Newest first: of a client's visible records, of all records of a client, and of all clients (for master keys). All
 * indexes contain the id, so a late page is found without reading the records before it.
 */
async function createIndexes(db: Kysely<unknown>, dialect: Dialect, counted: CountedTable): Promise<void> {
  const { table, id, createdAt = 'created_at', hides } = counted;
  const [order, flags] = [`${createdAt}, ${id}`, flagsOf(hides)];
  const flagged = [order, ...flags].join(', ');
  const statements = [
    `create index ${table}_newest on ${table} (client_id, ${order})`,
    `create index ${table}_newest_of_all on ${table} (${flagged})`,
  ];
  if (flags.length > 0) {
    // SQLite would read every record for its flags, although the index holds only records that have them.
    const visible = dialect === 'sqlite' ? flagged : order;
    statements.push(
      `create index ${table}_newest_visible on ${table} (client_id, ${visible}) where ${visibleWhen('', hides)}`,
    );
  }
  for (const statement of statements) await sql.raw(statement).execute(db);
}

function flagsOf(hides: CountedTable['hides']): readonly string[] {
  if (hides === 'nothing') return [];
  return hides === 'deleted' ? ['deleted_at'] : ['deleted_at', 'archived'];
}

/** The condition of records in lists without deleted=true; row is empty or the name of a row with its dot. */
export function visibleWhen(row: string, hides: CountedTable['hides']): string {
  if (hides === 'nothing') return '1 = 1';
  return hides === 'deleted' ? `${row}deleted_at is null` : `${row}deleted_at is null and ${row}archived = 0`;
}

function hiddenFlag(row: string, { hides }: CountedTable): string {
  return `case when ${visibleWhen(row, hides)} then 0 else 1 end`;
}

async function countExisting(db: Kysely<unknown>, table: CountedTable): Promise<void> {
  await sql
    .raw(
      `insert into record_counts (kind, client_id, hidden, slot, records)
       select '${table.table}', client_id, ${hiddenFlag('', table)}, 0, count(*) from ${table.table}
       group by client_id, ${hiddenFlag('', table)}`,
    )
    .execute(db);
}

const ADD =
  'on conflict (kind, client_id, hidden, slot) do update set records = record_counts.records + excluded.records';

function sqliteTriggers(table: CountedTable): string[] {
  const add = (row: 'new' | 'old', change: 1 | -1) =>
    `insert into record_counts (kind, client_id, hidden, slot, records)
     values ('${table.table}', ${row}.client_id, ${hiddenFlag(`${row}.`, table)}, 0, ${change}) ${ADD};`;
  const flags = ['client_id', ...flagsOf(table.hides)];
  return [
    `create trigger ${table.table}_counted_in after insert on ${table.table} begin ${add('new', 1)} end`,
    `create trigger ${table.table}_counted_out after delete on ${table.table} begin ${add('old', -1)} end`,
    `create trigger ${table.table}_counted_moved after update of ${flags.join(', ')} on ${table.table}
     begin ${add('old', -1)} ${add('new', 1)} end`,
  ];
}

/**
 * Inserts and deletes are counted by statement, so that a statement with many rows writes a count once. A count is
 * written in the order of clients: transactions that write several lock them in the same order.
 */
function postgresTriggers(table: CountedTable): string[] {
  const { table: name } = table;
  const slot = `mod(pg_backend_pid(), ${SLOTS})`;
  const hidden = hiddenFlag('', table);
  const moved = ['client_id', ...flagsOf(table.hides)].map((flag) => `old.${flag} is distinct from new.${flag}`);
  return [
    `create function ${name}_count() returns trigger language plpgsql as $$ begin
       insert into record_counts (kind, client_id, hidden, slot, records)
       select '${name}', client_id, ${hidden}, ${slot}, case when tg_op = 'INSERT' then count(*) else -count(*) end
       from changed_rows group by client_id, ${hidden} order by client_id, ${hidden} ${ADD};
       return null;
     end $$`,
    `create function ${name}_count_moved() returns trigger language plpgsql as $$ begin
       insert into record_counts (kind, client_id, hidden, slot, records)
       select '${name}', client_id, hidden, ${slot}, sum(change) from (values
         (old.client_id, ${hiddenFlag('old.', table)}, -1), (new.client_id, ${hiddenFlag('new.', table)}, 1)
       ) as changes (client_id, hidden, change) group by client_id, hidden order by client_id, hidden ${ADD};
       return null;
     end $$`,
    `create trigger ${name}_counted_in after insert on ${name}
     referencing new table as changed_rows for each statement execute function ${name}_count()`,
    `create trigger ${name}_counted_out after delete on ${name}
     referencing old table as changed_rows for each statement execute function ${name}_count()`,
    `create trigger ${name}_counted_moved after update on ${name}
     for each row when (${moved.join(' or ')}) execute function ${name}_count_moved()`,
  ];
}
