import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nodeSqliteDialect } from '../../src/database/sqlite/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

interface Tables {
  notes: { id: number; body: string | null };
}

let folder: string;
let db: Kysely<Tables>;

beforeEach(async () => {
  folder = temporaryFolder();
  db = open(join(folder, 'notes.db'));
  await sql`create table notes (id integer primary key, body text)`.execute(db);
});

afterEach(async () => {
  await db.destroy();
});

function open(file: string, synchronous: 'FULL' | 'NORMAL' = 'FULL'): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: nodeSqliteDialect({ file, synchronous }) });
}

async function pragma(on: Kysely<Tables>, name: string): Promise<unknown> {
  const { rows } = await sql.raw<Record<string, unknown>>(`pragma ${name}`).execute(on);
  return Object.values(rows[0]!)[0];
}

async function bodies(): Promise<(string | null)[]> {
  return (await db.selectFrom('notes').select('body').orderBy('id').execute()).map((row) => row.body);
}

describe('settings of a connection', () => {
  test('writes ahead, syncs fully, checks foreign keys and waits for other writers', async () => {
    expect(await pragma(db, 'journal_mode')).toBe('wal');
    expect(await pragma(db, 'synchronous')).toBe(2);
    expect(await pragma(db, 'foreign_keys')).toBe(1);
    expect(await pragma(db, 'busy_timeout')).toBe(10_000);
  });

  test('syncs less where asked', async () => {
    const other = open(join(folder, 'other.db'), 'NORMAL');
    expect(await pragma(other, 'synchronous')).toBe(1);
    await other.destroy();
  });

  test('keeps its files from other users', async () => {
    for (const suffix of ['', '-wal', '-shm']) {
      const { mode } = await stat(join(folder, `notes.db${suffix}`));
      expect(mode & 0o777, suffix).toBe(0o600);
    }
  });

  test('names the file that is not a database', async () => {
    const file = join(folder, 'text.db');
    await writeFile(file, 'this is some text and surely not a database of any kind'.repeat(20));
    const other = open(file);
    await expect(sql`select 1`.execute(other)).rejects.toThrow(/text\.db cannot be opened: file is not a database/);
  });
});

describe('queries', () => {
  test('reports how many rows a write changed and the id of an inserted row', async () => {
    const inserted = await db.insertInto('notes').values({ id: 7, body: 'a' }).executeTakeFirstOrThrow();
    expect(inserted).toMatchObject({ insertId: 7n, numInsertedOrUpdatedRows: 1n });
    await db.insertInto('notes').values({ id: 8, body: 'b' }).execute();
    const updated = await db.updateTable('notes').set({ body: 'c' }).executeTakeFirstOrThrow();
    expect(updated.numUpdatedRows).toBe(2n);
    const deleted = await db.deleteFrom('notes').where('id', '>', 100).executeTakeFirstOrThrow();
    expect(deleted.numDeletedRows).toBe(0n);
  });

  test('gives the rows of a write that returns some', async () => {
    const rows = await db
      .insertInto('notes')
      .values([
        { id: 1, body: 'a' },
        { id: 2, body: null },
      ])
      .returningAll()
      .execute();
    expect(rows).toEqual([
      { id: 1, body: 'a' },
      { id: 2, body: null },
    ]);
    expect(await db.deleteFrom('notes').where('id', '=', 1).returning('body').execute()).toEqual([{ body: 'a' }]);
  });

  test('refuses values that the other database would take otherwise', async () => {
    for (const value of [true, undefined, new Date(0), Number.NaN, { a: 1 }]) {
      await expect(sql`insert into notes (body) values (${value})`.execute(db)).rejects.toThrow(TypeError);
    }
    expect(await bodies()).toEqual([]);
  });

  test('fails instead of rounding a number above 2^53', async () => {
    const { rows } = await sql`select 9007199254740991 as n`.execute(db);
    expect(rows).toEqual([{ n: Number.MAX_SAFE_INTEGER }]);
    await expect(sql`select 9007199254740993 as n`.execute(db)).rejects.toThrow(RangeError);
  });

  test('sees columns that are added after a query was prepared', async () => {
    await db.insertInto('notes').values({ id: 1, body: 'a' }).execute();
    expect(await db.selectFrom('notes').selectAll().execute()).toEqual([{ id: 1, body: 'a' }]);
    await sql`alter table notes add column extra text default 'x'`.execute(db);
    expect(await db.selectFrom('notes').selectAll().execute()).toEqual([{ id: 1, body: 'a', extra: 'x' }]);
  });

  test('runs more different queries than it keeps prepared', async () => {
    for (let number = 0; number < 1200; number++) {
      const { rows } = await sql.raw<{ n: number }>(`select ${number} as n`).execute(db);
      expect(rows[0]?.n).toBe(number);
    }
    const { rows } = await sql.raw<{ n: number }>('select 0 as n').execute(db);
    expect(rows[0]?.n).toBe(0);
  });
});

describe('transactions', () => {
  test('keeps all or nothing', async () => {
    const failing = db.transaction().execute(async (transaction) => {
      await transaction.insertInto('notes').values({ id: 1, body: 'lost' }).execute();
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    await db.transaction().execute(async (transaction) => {
      await transaction.insertInto('notes').values({ id: 2, body: 'kept' }).execute();
    });
    expect(await bodies()).toEqual(['kept']);
  });

  test('lets nothing in between, neither transactions nor single queries', async () => {
    const slowly = async (from: number) =>
      db.transaction().execute(async (transaction) => {
        for (let id = from; id < from + 5; id++) {
          const { total } = await transaction
            .selectFrom('notes')
            .select((select) => select.fn.countAll<number>().as('total'))
            .executeTakeFirstOrThrow();
          expect(total % 5).toBe((id - from) % 5);
          await transaction.insertInto('notes').values({ id, body: null }).execute();
          await new Promise(setImmediate);
        }
      });
    const counts: Promise<number>[] = [];
    const working = [slowly(10), slowly(20), slowly(30)];
    for (let reads = 0; reads < 10; reads++) counts.push(bodies().then((rows) => rows.length));
    await Promise.all(working);
    for (const count of await Promise.all(counts)) expect(count % 5).toBe(0);
  });

  test('takes the write lock at its start, so that another connection cannot write in between', async () => {
    const other = open(join(folder, 'notes.db'));
    await sql`pragma busy_timeout = 0`.execute(other);
    await db.transaction().execute(async (transaction) => {
      await transaction.selectFrom('notes').selectAll().execute();
      await expect(other.insertInto('notes').values({ id: 1, body: 'other' }).execute()).rejects.toThrow(/locked/);
    });
    await other.insertInto('notes').values({ id: 1, body: 'other' }).execute();
    expect(await bodies()).toEqual(['other']);
    await other.destroy();
  });

  test('throws the first error when SQLite has rolled back by itself', async () => {
    const failing = db.transaction().execute(async (transaction) => {
      await transaction.insertInto('notes').values({ id: 1, body: 'a' }).execute();
      await sql`insert or rollback into notes (id) values (1)`.execute(transaction);
    });
    await expect(failing).rejects.toThrow(/UNIQUE constraint failed/);
    expect(await bodies()).toEqual([]);
  });
});
