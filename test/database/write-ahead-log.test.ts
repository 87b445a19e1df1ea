import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type RawBuilder, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { historyTables } from '../../src/database/migrations/index.ts';
import { openDatabase, openHistoryDatabase } from '../../src/database/open-database.ts';
import type { Db } from '../../src/database/schema/index.ts';
import { describeOnBothDatabases } from '../support/database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const insert = (db: Db, id: number, name: string) =>
  db
    .insertInto('clients')
    .values({ client_id: `C${id}`, parent_id: `C${id}`, name, active: 1, created_at: 1 })
    .execute();

async function numberOf(query: RawBuilder<unknown>, db: Db): Promise<unknown> {
  const { rows } = await query.execute(db);
  return Object.values(rows[0] as object)[0];
}
const checkpointPages = (db: Db) => numberOf(sql`pragma wal_autocheckpoint`, db);
const logLimit = (db: Db) => numberOf(sql`pragma journal_size_limit`, db);

describe('the write-ahead log of a file', () => {
  let file: string;
  let database: Database;
  beforeEach(async () => {
    file = join(temporaryFolder(), 'test.db');
    database = await openDatabase({ file });
    await insert(database.db, 0, 'the first');
  });
  afterEach(() => database.close());

  test.each([
    ['few', 40],
    ['many', 2500],
  ])('is cut off after a long read, during which %s pages were written', async (_what, rows) => {
    const { db, background, log } = database;
    // Of another program, as an operator's shell or a backup.
    using reader = new DatabaseSync(file, { readOnly: true });
    const read = () => reader.prepare('select count(*) as count from clients').get();
    reader.exec('begin');
    expect(read()).toEqual({ count: 1 });
    await db.transaction().execute(async (transaction) => {
      for (let id = 1; id <= rows; id++) await insert(transaction, id, 'x'.repeat(4000));
    });
    const grown = await log!.bytes();
    expect(grown).toBeGreaterThan(rows * 4000);
    expect(await log!.shorten(100_000)).toBe(false);
    expect(await log!.shorten(100_000)).toBe(false);
    expect(await log!.bytes()).toBe(grown);
    // Writes go on meanwhile, and copy nothing.
    expect([await checkpointPages(db), await checkpointPages(background)]).toEqual([0, 0]);
    await insert(db, rows + 1, 'while it is read');
    await insert(background, rows + 2, 'while it is read');
    expect(read()).toEqual({ count: 1 });
    reader.exec('commit');

    expect(await log!.shorten(100_000)).toBe(true);
    expect(await log!.bytes()).toBe(0);
    expect([await checkpointPages(db), await checkpointPages(background)]).toEqual([1000, 1000]);
    await insert(db, rows + 3, 'after it');
    expect(read()).toEqual({ count: rows + 4 });
    expect(await log!.bytes()).toBeGreaterThan(0);
  });

  test('that is not long is left to SQLite, which cuts it to 64 MB itself', async () => {
    const { db, background, log } = database;
    const bytes = await log!.bytes();
    expect(await log!.shorten()).toBe(true);
    expect(await log!.bytes()).toBe(bytes);
    expect(await checkpointPages(db)).toBe(1000);
    expect([await logLimit(db), await logLimit(background)]).toEqual([67_108_864, 67_108_864]);
  });
});

describeOnBothDatabases('the size of a database', (open) => {
  test('is that of its files, of the main one and of the history', async () => {
    const main = await open();
    const history = await open.history();
    const before = await main.size();
    for (let id = 0; id < 300; id++) await insert(main.db, id, 'x'.repeat(4000));
    const after = await main.size();
    const written = after.bytes - before.bytes + (after.logBytes ?? 0) - (before.logBytes ?? 0);
    if (open.dialect === 'sqlite') expect(written).toBeGreaterThan(300 * 4000);
    else expect(after.bytes).toBeGreaterThan(1_000_000);
    expect(after.logBytes).toBeGreaterThan(0);
    const { bytes, logBytes } = await history.size();
    expect(bytes + (logBytes ?? 0)).toBeGreaterThan(10_000);
    // PostgreSQL has one log, which is that of the main database.
    expect(logBytes === undefined).toBe(open.dialect === 'postgres');
  });
});

test('the tables of the history are those of its steps', async () => {
  const history = await openHistoryDatabase({ file: ':memory:' });
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master where type = 'table' and name not like 'sqlite%'`.execute(history.db);
  const names = rows.map(({ name }) => name);
  expect(names.toSorted()).toEqual([...historyTables(), 'schema_migrations'].toSorted());
  await history.close();
});
