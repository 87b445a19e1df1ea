import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type DatabaseLocation, openDatabase } from '../../src/database/open-database.ts';
import { DatabaseUnavailable, databaseError } from '../../src/database/queries/index.ts';
import type { Db } from '../../src/database/schema/index.ts';
import { damagePageOf } from '../support/damaged-page.ts';
import { describeOnBothDatabases } from '../support/database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const client = (id: string, name = '') => ({ client_id: id, parent_id: id, name, active: 1, created_at: 1 });

function insert(db: Db, id: string, name?: string) {
  return db.insertInto('clients').values(client(id, name)).execute();
}

async function clientsOf(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('clients').select('client_id').orderBy('client_id').execute();
  return rows.map(({ client_id }) => client_id);
}

/** An open database, with the faults that it reports. */
async function watched(location: DatabaseLocation) {
  const faults: DatabaseUnavailable[] = [];
  const database = await openDatabase(location, { onUnavailable: (error) => faults.push(error) });
  return { ...database, faults, [Symbol.asyncDispose]: () => database.close() };
}

function temporaryFile(): string {
  return `${temporaryFolder()}/openats.db`;
}

/** With the extended codes that its documentation has for them. */
const RESULT_CODES: readonly (readonly [number, string])[] = [
  [5, 'SQLITE_BUSY'],
  [517, 'SQLITE_BUSY'],
  [6, 'SQLITE_LOCKED'],
  [7, 'SQLITE_NOMEM'],
  [8, 'SQLITE_READONLY'],
  [10, 'SQLITE_IOERR'],
  [778, 'SQLITE_IOERR'],
  [1034, 'SQLITE_IOERR'],
  [11, 'SQLITE_CORRUPT'],
  [13, 'SQLITE_FULL'],
  [14, 'SQLITE_CANTOPEN'],
  [15, 'SQLITE_PROTOCOL'],
  [26, 'SQLITE_NOTADB'],
];

test.each(RESULT_CODES)('result code %d of SQLite is about its file: %s', (errcode, code) => {
  const error = databaseError(Object.assign(new Error('of SQLite'), { code: 'ERR_SQLITE_ERROR', errcode }));
  expect(error).toMatchObject({ name: 'DatabaseUnavailable', code, isFault: true });
});

test.each([1, 19, 275, 20, 25])('result code %d of SQLite is about the statement', (errcode) => {
  const error = Object.assign(new Error('of SQLite'), { code: 'ERR_SQLITE_ERROR', errcode });
  expect(databaseError(error)).toBe(error);
});

describe('SQLite', () => {
  test('that is full fails the call, keeps nothing of its transaction, and goes on once there is room', async () => {
    await using database = await watched({ file: temporaryFile() });
    const { db, faults } = database;
    const { page_count: pages } = (await sql<{ page_count: number }>`pragma page_count`.execute(db)).rows[0]!;
    await sql.raw(`pragma max_page_count = ${pages}`).execute(db);
    const full = db.transaction().execute(async (transaction) => {
      await insert(transaction, 'C1');
      await insert(transaction, 'C2', 'x'.repeat(100_000));
    });
    await expect(full).rejects.toMatchObject({ name: 'DatabaseUnavailable', code: 'SQLITE_FULL', isFault: true });
    expect(faults).toHaveLength(1);
    expect(await clientsOf(db)).toEqual([]);
    await sql.raw(`pragma max_page_count = ${pages + 100}`).execute(db);
    await insert(db, 'C2', 'x'.repeat(100_000));
    expect(await clientsOf(db)).toEqual(['C2']);
  });

  test('that may not be written', async () => {
    await using database = await watched({ file: temporaryFile() });
    await sql`pragma query_only = on`.execute(database.db);
    await expect(insert(database.db, 'C1')).rejects.toMatchObject({ code: 'SQLITE_READONLY', isFault: true });
  });

  test('that another process holds', async () => {
    const file = temporaryFile();
    await using database = await watched({ file });
    await sql`pragma busy_timeout = 0`.execute(database.db);
    const other = new DatabaseSync(file);
    other.exec('begin immediate');
    await expect(insert(database.db, 'C1')).rejects.toMatchObject({ code: 'SQLITE_BUSY', isFault: true });
    other.close();
    await insert(database.db, 'C1');
  });

  test('with a damaged page, to those who write and to the thread that reads', async () => {
    const file = temporaryFile();
    await (await openDatabase({ file })).close();
    damagePageOf(file, 'clients');
    await using database = await watched({ file });
    const code = 'SQLITE_CORRUPT';
    await expect(readAll(database.db)).rejects.toMatchObject({ code, isFault: true });
    await expect(readAll(database.reader)).rejects.toMatchObject({ code, isFault: true });
  });
});

async function readAll(db: Db): Promise<void> {
  await sql`select * from clients`.execute(db);
}

async function say(db: Db, code: string): Promise<void> {
  const body = `begin raise exception 'of the server' using errcode = '${code}'; end`;
  await sql.raw(`create or replace function fails() returns trigger language plpgsql as $$${body}$$`).execute(db);
}

describeOnBothDatabases('a database', (open) => {
  test('leaves errors of the statement as they are', async () => {
    await using database = await watched(await open.migratedLocation());
    await insert(database.db, 'C1');
    await expect(insert(database.db, 'C1')).rejects.toThrow(/unique constraint/i);
    expect(database.faults).toEqual([]);
  });

  if (open.dialect === 'sqlite') return;

  /** What the server says of its disk, its memory or an operator, said by a trigger. */
  test('that answers with a fault of the server fails the call and keeps nothing of its transaction', async () => {
    await using database = await watched(await open.location());
    const { db, faults } = database;
    await say(db, '53100');
    await sql`create trigger fails before insert on id_sequences for each row execute function fails()`.execute(db);
    for (const [code, isFault] of [
      ['53100', true],
      ['53200', true],
      ['58030', true],
      ['XX001', true],
      ['57014', false],
      ['57P01', false],
      ['25006', false],
    ] as const) {
      await say(db, code);
      const failed = db.transaction().execute(async (transaction) => {
        await insert(transaction, 'C1');
        await transaction.insertInto('id_sequences').values({ kind: 'new', next_id: 1 }).execute();
      });
      const error = await failed.catch((thrown: unknown) => thrown);
      expect(error, code).toBeInstanceOf(DatabaseUnavailable);
      expect(error).toMatchObject({ code, isFault });
      expect(faults.at(-1)).toBe(error);
      expect(await clientsOf(db)).toEqual([]);
    }
  });
});
