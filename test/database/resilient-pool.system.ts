import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { openDatabase } from '../../src/database/open-database.ts';
import { DatabaseUnavailable } from '../../src/database/queries/index.ts';
import { describeOnBothDatabases } from '../support/database.ts';

describe('a database that is not there', () => {
  test('is reported as one, with the error of the system', async () => {
    const opened = openDatabase({ url: 'postgres://x@127.0.0.1:1/x' });
    await expect(opened).rejects.toThrow(DatabaseUnavailable);
    await expect(opened).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  });
});

describeOnBothDatabases('connections that are cut', (open) => {
  if (open.dialect === 'sqlite') {
    test('are of PostgreSQL only', async () => expect((await open()).dialect).toBe('sqlite'));
    return;
  }

  /** Two pools on one place: the second one ends the connections of the first, and waits until the server has. */
  async function opened() {
    const name = `cut_${randomBytes(6).toString('hex')}`;
    const { url } = await open.location();
    const database = await open({ url: `${url}&application_name=${name}`, connectionsMax: 3 });
    const cutter = await open({ url: url as string, connectionsMax: 1 });
    const cut = async () => {
      await sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = ${name}`.execute(
        cutter.db,
      );
    };
    return { database, cut };
  }

  /** Repeats the query until it succeeds; each earlier error must be that of an unavailable database. */
  async function answered({ db }: Database): Promise<void> {
    for (;;) {
      const outcome = await db
        .selectFrom('id_sequences')
        .selectAll()
        .execute()
        .catch((error: unknown) => error);
      if (Array.isArray(outcome)) return;
      expect(outcome).toBeInstanceOf(DatabaseUnavailable);
    }
  }

  test('because nobody waits any more end all statements at once, and the closing with them', async () => {
    const { url } = await open.location();
    const abandon = new AbortController();
    const database = await openDatabase({ url: url as string, connectionsMax: 1, abandoned: abandon.signal });
    const sleep = () => sql`select pg_sleep(60)`.execute(database.db);
    // The second one waits for the connection of the first.
    const failed = [sleep(), sleep()].map((slept) => expect(slept).rejects.toThrow(DatabaseUnavailable));
    abandon.abort();
    await Promise.all(failed);
    await expect(sleep()).rejects.toThrow(DatabaseUnavailable);
    await database.close();
  });

  test('while they are idle cost nothing but a new one', async () => {
    const { database, cut } = await opened();
    for (let turn = 0; turn < 3; turn++) {
      await Promise.all([answered(database), answered(database), answered(database)]);
      await cut();
    }
    await answered(database);
  });

  test('in the middle of a transaction, between its queries, fail it and nothing else', async () => {
    const { database, cut } = await opened();
    const { db } = database;
    const transaction = db.transaction().execute(async (trx) => {
      await trx.updateTable('id_sequences').set({ next_id: 7 }).execute();
      await cut();
      // The end of the connection arrives while nobody waits for anything of it.
      for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
      await trx.selectFrom('id_sequences').selectAll().execute();
    });
    await expect(transaction).rejects.toThrow(DatabaseUnavailable);
    await answered(database);
    const rows = await db.selectFrom('id_sequences').selectAll().where('next_id', '=', 7).execute();
    expect(rows).toEqual([]);
  });

  test('while a query runs fail that query', async () => {
    const { database, cut } = await opened();
    await answered(database);
    const running = sql`select pg_sleep(60)`.execute(database.db);
    const failed = expect(running).rejects.toThrow(DatabaseUnavailable);
    await cut();
    await failed;
    await answered(database);
  });

  test('that do not respond are closed, with those whose last response was earlier', async () => {
    const { url } = await open.location();
    const location: { url: string; connectionsMax: number; answerMsMax?: number | undefined } = {
      url: url as string,
      connectionsMax: 2,
    };
    const database = await open(location);
    const pid = sql<{ pid: number }>`select pg_backend_pid() as pid`;
    const ask = async () => (await pid.execute(database.db)).rows[0]?.pid;
    const [before] = await Promise.all([ask(), ask()]);
    // For this statement alone: any other may take its time.
    location.answerMsMax = 100;
    const silent = sql`select pg_sleep(60)`.execute(database.db);
    await expect(silent).rejects.toThrow(DatabaseUnavailable);
    location.answerMsMax = undefined;
    expect(await ask()).not.toBe(before);
  });

  test('a transaction that waits too long for its next statement ends, and its locks with it', async () => {
    const { url } = await open.location();
    const other = await open({ url: url as string });
    // After the other one, so that it has nothing to migrate: that is a transaction, too.
    const stopped = await open({ url: url as string, idleMsMax: 100 });
    let isLocked = false;
    const waits = () =>
      stopped.db.transaction().execute(async (transaction) => {
        await transaction.updateTable('id_sequences').set({ next_id: 2 }).execute();
        isLocked = true;
        await other.db.updateTable('id_sequences').set({ next_id: 3 }).execute();
        await transaction.updateTable('id_sequences').set({ next_id: 4 }).execute();
      });
    // Where the machine is busy, the time may be up before the first statement.
    while (!isLocked) await expect(waits()).rejects.toThrow(DatabaseUnavailable);
    const rows = await other.db.selectFrom('id_sequences').select('next_id').distinct().execute();
    expect(rows).toEqual([{ next_id: 3 }]);
  });

  test('a commit of which the server warns that it did not wait is not believed', async () => {
    const database = await open();
    const warned = sql`do $$ begin raise warning 'canceling wait' using errcode = '01000'; end $$`.execute(database.db);
    await expect(warned).rejects.toThrow(DatabaseUnavailable);
    await answered(database);
  });

  test('an error of the query itself is thrown unchanged', async () => {
    const { database } = await opened();
    await expect(sql`select nothing from nowhere`.execute(database.db)).rejects.toMatchObject({ code: '42P01' });
  });
});
