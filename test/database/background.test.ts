import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Db } from '../../src/database/schema/index.ts';
import { describeOnBothDatabases } from '../support/database.ts';
import { turn } from '../support/manual-time.ts';

const insert = (db: Db, id: string) =>
  db.insertInto('clients').values({ client_id: id, parent_id: id, name: id, active: 1, created_at: 1 }).execute();
const idsOf = async (db: Db) =>
  (await db.selectFrom('clients').select('client_id').orderBy('client_id').execute()).map((row) => row.client_id);

describeOnBothDatabases('writes in the background', (open) => {
  test('are seen by the database, and its writes by them', async () => {
    const { db, background } = await open();
    await insert(db, 'C1');
    const { numUpdatedRows } = await background.updateTable('clients').set({ name: 'B' }).executeTakeFirstOrThrow();
    await background.transaction().execute((transaction) => insert(transaction, 'C2'));
    expect([numUpdatedRows, await idsOf(db), await idsOf(background)]).toEqual([1n, ['C1', 'C2'], ['C1', 'C2']]);
  });

  test('leave nothing of a transaction that failed, and go on', async () => {
    const { db, background } = await open();
    const failing = background.transaction().execute(async (transaction) => {
      await insert(transaction, 'C1');
      await insert(transaction, 'C1');
    });
    await expect(failing).rejects.toThrow(/unique/i);
    await background.transaction().execute((transaction) => insert(transaction, 'C2'));
    expect(await idsOf(db)).toEqual(['C2']);
  });

  test('hold a transaction of the database back without stopping the event loop', async () => {
    const { db, background } = await open();
    const written = Promise.withResolvers<void>();
    const mayCommit = Promise.withResolvers<void>();
    const held = background.transaction().execute(async (transaction) => {
      await insert(transaction, 'C1');
      written.resolve();
      await mayCommit.promise;
    });
    await written.promise;
    const other = db.transaction().execute((transaction) => insert(transaction, 'C2'));
    // Turns of the event loop go on: SQLite would make this thread wait for the file's lock.
    for (let turns = 0; turns < 3; turns++) await turn();
    mayCommit.resolve();
    await Promise.all([held, other]);
    expect(await idsOf(db)).toEqual(['C1', 'C2']);
  });

  test('take turns with transactions of the database', async () => {
    const { db, background } = await open();
    const ids = Array.from({ length: 20 }, (_, index) => `C${index + 10}`);
    const writes = ids.map((id, index) =>
      (index % 2 === 0 ? db : background).transaction().execute((transaction) => insert(transaction, id)),
    );
    await Promise.all(writes);
    expect(await idsOf(db)).toEqual(ids);
  });

  test('end with the database', async () => {
    const database = await open(await open.migratedLocation());
    await sql`select 1`.execute(database.background);
    await database.close();
    await expect(sql`select 1`.execute(database.background)).rejects.toThrow();
  });
});
