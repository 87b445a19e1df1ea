/** Statements of transactions that nobody waits for, and how they travel. */
import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { executeDeferred } from '../../src/database/queries/index.ts';
import { describeOnBothDatabases } from '../support/database.ts';

describeOnBothDatabases('deferred statements', (open) => {
  const insert = ({ db }: Pick<Database, 'db'>, month: string) =>
    db.insertInto('api_counts').values({ client_id: 'C1', month, calls: 1 }).compile();
  const months = async ({ db }: Database) =>
    (await db.selectFrom('api_counts').select('month').orderBy('month').execute()).map(({ month }) => month);

  test('run in order and see the statements before them', async () => {
    const database = await open();
    const { db } = database;
    const read = db.selectFrom('api_counts').select('month').orderBy('month').compile();
    const answers = await db.transaction().execute(async (transaction) => {
      await executeDeferred(transaction, insert(database, 'a'));
      const first = await executeDeferred(transaction, { ...read, parameters: [] });
      await executeDeferred(transaction, insert(database, 'b'));
      const { rows } = await transaction.executeQuery(read);
      return [first.rows, rows];
    });
    expect(answers).toEqual([[{ month: 'a' }], [{ month: 'a' }, { month: 'b' }]]);
    expect(await months(database)).toEqual(['a', 'b']);
  });

  test('fail the transaction with their own error, also at its end', async () => {
    const database = await open();
    const twice = (hasNext: boolean) =>
      database.db.transaction().execute(async (transaction) => {
        await executeDeferred(transaction, insert(database, 'a'));
        await executeDeferred(transaction, insert(database, 'a'));
        await executeDeferred(transaction, insert(database, 'b'));
        if (hasNext) await transaction.executeQuery(insert(database, 'c'));
      });
    for (const hasNext of [false, true]) await expect(twice(hasNext)).rejects.toThrow(/unique/i);
    expect(await months(database)).toEqual([]);
    await database.db.transaction().execute((transaction) => executeDeferred(transaction, insert(database, 'd')));
    expect(await months(database)).toEqual(['d']);
  });

  test('go with the transaction that is rolled back', async () => {
    const database = await open();
    const refused = (wait: boolean) =>
      database.db.transaction().execute(async (transaction) => {
        await executeDeferred(transaction, insert(database, 'a'));
        if (wait) await transaction.executeQuery(insert(database, 'b'));
        await executeDeferred(transaction, insert(database, 'c'));
        throw new Error('refused');
      });
    for (const wait of [false, true]) await expect(refused(wait)).rejects.toThrow('refused');
    expect(await months(database)).toEqual([]);
  });

  test('belong to a transaction', async () => {
    const database = await open();
    await expect(executeDeferred(database.db, insert(database, 'a'))).rejects.toThrow('needs a transaction');
  });

  test.runIf(open.dialect === 'postgres')('travel with what is waited for', async () => {
    const database = await open();
    const { db } = database;
    const sent = vi.spyOn(pg.Client.prototype, 'query');
    onTestFinished(() => sent.mockRestore());
    const trips: string[] = [];
    const look = () =>
      trips.push(
        sent.mock.calls
          .splice(0)
          .map(([text]) => String(text).split(' ')[0])
          .join(),
      );
    await db.transaction().execute(async (transaction) => {
      await executeDeferred(transaction, insert(database, 'a'));
      look();
      await months({ ...database, db: transaction });
      look();
      await executeDeferred(transaction, insert(database, 'b'));
      await executeDeferred(transaction, insert(database, 'c'));
      look();
    });
    look();
    expect(trips).toEqual(['', 'begin,insert,select', '', 'insert,insert,commit']);
    await expect(db.transaction().execute(() => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    look();
    expect(trips.at(-1)).toBe('');
  });
});
