import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { MAIN_MIGRATIONS, migrate } from '../../src/database/migrations/index.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import type { Migration } from '../../src/database/schema/index.ts';
import { describeOnBothDatabases } from '../support/database.ts';

const client = { client_id: 'C1', parent_id: 'C1', name: 'Example', active: 1, created_at: 1_700_000_000_000_000 };

describeOnBothDatabases('a database', (open) => {
  test('keeps what was written when it is opened again', async () => {
    const location = await open.migratedLocation();
    const first = await open(location);
    await first.db.insertInto('clients').values(client).execute();
    const second = await open(location);
    expect(await second.db.selectFrom('clients').selectAll().execute()).toEqual([client]);
    expect(second.dialect).toBe(open.dialect);
  });

  test('gives numbers for 64-bit columns, counts and sums, and fails above 2^53', async () => {
    const { db } = await open();
    await db
      .insertInto('clients')
      .values([client, { ...client, client_id: 'C2', created_at: Number.MAX_SAFE_INTEGER }])
      .execute();
    const row = await db
      .selectFrom('clients')
      .select((select) => [select.fn.countAll<number>().as('total'), select.fn.sum<number>('active').as('active')])
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ total: 2, active: 2 });
    expect(await db.selectFrom('clients').select('created_at').where('client_id', '=', 'C2').execute()).toEqual([
      { created_at: Number.MAX_SAFE_INTEGER },
    ]);
    await db.updateTable('clients').set({ created_at: sql`9007199254740993` }).where('client_id', '=', 'C2').execute();
    await expect(db.selectFrom('clients').select('created_at').execute()).rejects.toThrow(RangeError);
  });

  test('checks foreign keys', async () => {
    const { db } = await open();
    await expect(
      db
        .insertInto('clients')
        .values({ ...client, parent_id: 'C9' })
        .execute(),
    ).rejects.toThrow(/foreign key/i);
  });

  test('is migrated once when several processes open it at the same time', async () => {
    const location = await open.location();
    const module = new URL('../../src/database/open-database.ts', import.meta.url).href;
    const script = `
      const { openDatabase } = await import(${JSON.stringify(module)});
      const { db, close } = await openDatabase(${JSON.stringify(location)});
      const id = 'C' + process.pid;
      await db.insertInto('clients').values({ client_id: id, parent_id: id, name: '', active: 1, created_at: 1 })
        .execute();
      await close();`;
    const run = promisify(execFile);
    await Promise.all([1, 2, 3].map(() => run(process.execPath, ['--input-type=module', '-e', script])));
    const { db } = await open(location);
    expect(await db.selectFrom('clients').selectAll().execute()).toHaveLength(3);
    const { rows } = await sql<{ name: string }>`select name from schema_migrations order by name`.execute(db);
    expect(rows.map((row) => row.name)).toEqual(MAIN_MIGRATIONS.map((step) => step.name));
  });

  test('refuses to start on a database of a newer release, and changes nothing', async () => {
    const location = await open.location();
    const { db } = await open(location);
    await sql`insert into schema_migrations (list, name, applied_at) values ('main', '0999-later', 1)`.execute(db);
    await expect(open(location)).rejects.toThrow(/newer release.*0999-later/);
    // The history's steps are their own list.
    await expect(open.history(location)).resolves.toBeDefined();
  });

  test('starts on a database that a newer release expanded, and leaves that alone (J21)', async () => {
    const location = await open.location();
    const { db, dialect } = await open(location);
    const expand: Migration = {
      name: '0998-expand-clients',
      up: (on) => on.schema.alterTable('clients').addColumn('region', 'text').execute(),
    };
    const contract: Migration = {
      name: '0999-contract-clients',
      up: (on) => on.schema.alterTable('clients').dropColumn('region').execute(),
    };
    await migrate(db, dialect, 'main', [...MAIN_MIGRATIONS, expand]);
    const older = await open(location);
    await older.db.insertInto('clients').values(client).execute();
    expect(await older.db.selectFrom('clients').selectAll().execute()).toEqual([{ ...client, region: null }]);
    await migrate(db, dialect, 'main', [...MAIN_MIGRATIONS, expand, contract]);
    await expect(open(location)).rejects.toThrow(/newer release.*0999-contract-clients/);
    await expect(migrate(db, dialect, 'main', [...MAIN_MIGRATIONS, expand])).rejects.toThrow(/0999-contract-clients/);
  });

  test('a step that waits for a table lets others use it meanwhile (J21)', async () => {
    if (open.dialect === 'sqlite') return;
    const location = await open.location();
    const { db, dialect } = await open(location);
    const step: Migration = {
      name: '0998-expand-clients',
      up: (on) => on.schema.alterTable('clients').addColumn('region', 'text').execute(),
    };
    let migrated = Promise.resolve();
    await (await open(location)).db.transaction().execute(async (transaction) => {
      await transaction.selectFrom('clients').selectAll().execute();
      migrated = migrate(db, dialect, 'main', [...MAIN_MIGRATIONS, step]);
      const waiting = sql`select 1 from pg_locks where relation = 'clients'::regclass and not granted`;
      const look = (await open(location)).db;
      await expect.poll(async () => (await waiting.execute(look)).rows.length).toBe(1);
      // The transaction is held until this was answered.
      await look.insertInto('clients').values(client).execute();
    });
    await migrated;
    expect((await db.selectFrom('clients').selectAll().execute()).map((row) => Object.keys(row))).toEqual([
      [...Object.keys(client), 'region'],
    ]);
  });

  test('refuses to start on a database of before the first release, and changes nothing', async () => {
    const location = await open.location();
    const { db } = await open(location);
    // The steps of that time have other names.
    await sql`delete from schema_migrations`.execute(db);
    await sql`insert into schema_migrations (list, name, applied_at) values ('main', '0001-clients', 1)`.execute(db);
    await expect(open(location)).rejects.toThrow(/main database .*before the first release.*empty data folder/);
    const { rows } = await sql`select name from schema_migrations`.execute(db);
    expect(rows).toEqual([{ name: '0001-clients' }]);
  });

  test('that is up to date is opened while another process holds the lock of the migrations', async () => {
    if (open.dialect === 'sqlite') return;
    const location = await open.migratedLocation();
    const holder = await open(location);
    await holder.db.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(7203115846)`.execute(transaction);
      expect((await open(location)).dialect).toBe('postgres');
    });
  });

  test('undoes all steps of a migration that fails', async () => {
    const { db, dialect } = await open();
    const good: Migration = {
      name: '0001-good',
      up: async (on) => await on.schema.createTable('good').addColumn('id', 'bigint').execute(),
    };
    const bad: Migration = { name: '0002-bad', up: () => Promise.reject(new Error('no good')) };
    await expect(migrate(db, dialect, 'test', [good, bad])).rejects.toThrow('no good');
    await expect(sql`select * from good`.execute(db)).rejects.toThrow(/good/);
    const { rows } = await sql`select name from schema_migrations where list = 'test'`.execute(db);
    expect(rows).toEqual([]);
  });

  test('keeps the history in the same database on PostgreSQL and in its own file on SQLite', async () => {
    const history = await open.history();
    expect(await history.db.selectFrom('history_position').selectAll().execute()).toEqual([]);
    await expect(history.db.selectFrom('clients').selectAll().execute()).rejects.toThrow(/clients/);
  });
});

describe('a location', () => {
  test('must name a database', async () => {
    await expect(openDatabase({})).rejects.toThrow(/PostgreSQL URL or the path of an SQLite file/);
  });

  test('with a wrong URL is refused without showing its password', async () => {
    const refusal = openDatabase({ url: 'mysql://user:secret-word@127.0.0.1/db' });
    await expect(refusal).rejects.toThrow(/postgres:\/\//);
    await expect(refusal).rejects.not.toThrow(/secret-word/);
  });

  test('where no server listens fails', async () => {
    const refusal = openDatabase({ url: 'postgres://user@127.0.0.1:1/db' });
    await expect(refusal).rejects.toMatchObject({ isUnavailable: true, cause: { code: 'ECONNREFUSED' } });
  });
});
