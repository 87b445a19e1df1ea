import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/open-database.ts';
import { describeOnBothDatabases } from '../support/database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const client = { client_id: 'C1', parent_id: 'C1', name: 'Example', active: 1, created_at: 1_700_000_000_000_000 };

describeOnBothDatabases('the reader of a database', (open) => {
  test('sees what was written before, as the database itself does', async () => {
    const { db, reader, pages } = await open();
    expect(reader).not.toBe(db);
    expect(reader).not.toBe(pages);
    for (const name of ['one', 'other']) {
      await db
        .insertInto('clients')
        .values({ ...client, client_id: name, parent_id: name, name })
        .execute();
      const query = (on: typeof db) => on.selectFrom('clients').selectAll().orderBy('client_id').execute();
      expect(await query(reader)).toEqual(await query(db));
      expect(await query(pages)).toEqual(await query(db));
    }
    const byName = reader.selectFrom('clients').select('client_id').where('name', '=', 'other');
    expect(await byName.execute()).toEqual([{ client_id: 'other' }]);
  });

  test('gives each of several queries at once its own answer', async () => {
    const { reader } = await open();
    const asked = Array.from({ length: 20 }, (_, n) => n);
    const answers = await Promise.all(
      asked.map(async (n) => (await sql<{ n: number }>`select cast(${n} as bigint) as n`.execute(reader)).rows[0]?.n),
    );
    expect(answers).toEqual(asked);
  });

  test('has one case for letters of all alphabets, as every connection', async () => {
    const { db, reader, pages, background } = await open();
    const query = sql<{ name: string }>`select lower(${'ÑANDÚ ÖZIL ИВАНОВ ΣΊΣΥΦΟΣ'}) as name`;
    for (const on of [db, reader, pages, background]) {
      expect((await query.execute(on)).rows).toEqual([{ name: 'ñandú özil иванов σίσυφοσ' }]);
    }
    expect((await sql`select lower(cast(null as text)) as name`.execute(db)).rows).toEqual([{ name: null }]);
  });

  test('hands over errors and goes on', async () => {
    const { reader } = await open();
    await expect(sql`select * from nothing_of_that_name`.execute(reader)).rejects.toThrow(/nothing_of_that_name/);
    expect((await sql`select 1 as n`.execute(reader)).rows).toEqual([{ n: 1 }]);
  });

  test('ends with the database', async () => {
    const location = await open.migratedLocation();
    const { reader, close } = await openDatabase(location);
    await sql`select 1`.execute(reader);
    await close();
    await expect(sql`select 1`.execute(reader)).rejects.toThrow();
  });
});

/** The threads of this process that give way. */
function threadsThatGiveWay(): string[] {
  const isNice = (thread: string) => {
    const stat = `/proc/self/task/${thread}/stat`;
    // A thread of an earlier test may end meanwhile.
    const [, fields = ''] = existsSync(stat) ? readFileSync(stat, 'utf8').split(') ') : [];
    return Number(fields.split(' ')[16]) > 0;
  };
  return readdirSync('/proc/self/task').filter(isNice);
}

describe('the read thread of SQLite', () => {
  test.runIf(process.platform === 'linux')('gives way to orders; the one that writes does not', async () => {
    const { reader, background, close } = await openDatabase({ file: `${temporaryFolder()}/test.db` });
    const before = new Set(threadsThatGiveWay());
    const further = () => threadsThatGiveWay().filter((thread) => !before.has(thread));
    await sql`select 1`.execute(background);
    expect(further()).toEqual([]);
    await sql`select 1`.execute(reader);
    expect(further()).toHaveLength(1);
    await close();
  });

  test('cannot write', async () => {
    const { mkdtemp, rm } = await import('node:fs/promises');
    const { tmpdir } = await import('node:os');
    const folder = await mkdtemp(`${tmpdir()}/openats-reader-`);
    const { reader, close } = await openDatabase({ file: `${folder}/test.db` });
    await expect(reader.insertInto('clients').values(client).execute()).rejects.toMatchObject({
      code: 'SQLITE_READONLY',
    });
    await close();
    await rm(folder, { recursive: true });
  });

  test('is the database itself where that is in memory', async () => {
    const { db, reader, pages, close } = await openDatabase({ file: ':memory:' });
    expect([reader, pages]).toEqual([db, db]);
    await close();
  });
});
