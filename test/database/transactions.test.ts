/** Transactions that others are in the way of. */
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/database/open-database.ts';
import { againAfterDeadlock, earlierTransactionsEnded } from '../../src/database/queries/index.ts';
import { describeOnBothDatabases } from '../support/database.ts';

describe('a transaction that lost against another', () => {
  const lost = Object.assign(new Error('deadlock detected'), { code: '40P01' });

  test('is made again', async () => {
    const outcomes = [lost, Object.assign(new Error('could not serialize'), { code: '40001' })];
    const work = async () => {
      const outcome = outcomes.shift();
      if (outcome !== undefined) throw outcome;
      return 'done';
    };
    expect(await againAfterDeadlock(work)).toBe('done');
    expect(outcomes).toEqual([]);
  });

  test('is not made again for another error, nor for ever', async () => {
    let attempts = 0;
    const failing = (error: Error) => async () => {
      attempts += 1;
      throw error;
    };
    await expect(againAfterDeadlock(failing(new Error('refused')))).rejects.toThrow('refused');
    expect(attempts).toBe(1);
    await expect(againAfterDeadlock(failing(lost))).rejects.toBe(lost);
    expect(attempts).toBe(11);
  });
});

describeOnBothDatabases('transactions at the same time', (open) => {
  test.runIf(open.dialect === 'postgres')('that wait for each other are both done', async () => {
    const { db } = await open();
    for (const month of ['a', 'b']) {
      await db.insertInto('api_counts').values({ client_id: 'C1', month, calls: 0 }).execute();
    }
    const first = { a: Promise.withResolvers<void>(), b: Promise.withResolvers<void>() };
    const count = (one: 'a' | 'b', other: 'a' | 'b') =>
      againAfterDeadlock(() =>
        db.transaction().execute(async (transaction) => {
          const add = (month: string) =>
            transaction
              .updateTable('api_counts')
              .set((row) => ({ calls: row('calls', '+', 1) }))
              .where('month', '=', month)
              .execute();
          await add(one);
          first[one].resolve();
          await first[other].promise;
          await add(other);
        }),
      );
    await Promise.all([count('a', 'b'), count('b', 'a')]);
    const rows = await db.selectFrom('api_counts').select('calls').execute();
    expect(rows).toEqual([{ calls: 2 }, { calls: 2 }]);
  });

  test('that began before are waited for', async () => {
    const location = await open.migratedLocation();
    const earlier = await openDatabase(location);
    const { db } = await open(location);
    const begun = Promise.withResolvers<void>();
    const over = Promise.withResolvers<void>();
    const order: string[] = [];
    const writing = earlier.db.transaction().execute(async (transaction) => {
      await transaction.insertInto('api_counts').values({ client_id: 'C1', month: 'a', calls: 1 }).execute();
      begun.resolve();
      if (open.dialect === 'postgres') await over.promise;
    });
    await begun.promise;
    const waiting = earlierTransactionsEnded(db, 60_000).then(() => order.push('waited'));
    await sql`select 1`.execute(db);
    order.push('ends');
    over.resolve();
    await Promise.all([writing, waiting]);
    await earlier.close();
    expect(open.dialect === 'postgres' ? order : []).toEqual(open.dialect === 'postgres' ? ['ends', 'waited'] : []);
  });

  test('that never end are not waited for longer than that', async () => {
    const location = await open.migratedLocation();
    const earlier = await openDatabase(location);
    const { db } = await open(location);
    const over = Promise.withResolvers<void>();
    const writing = earlier.db.transaction().execute(async (transaction) => {
      await transaction.insertInto('api_counts').values({ client_id: 'C1', month: 'a', calls: 1 }).execute();
      await over.promise;
    });
    await earlierTransactionsEnded(db, 50);
    over.resolve();
    await writing;
    await earlier.close();
    expect(await db.selectFrom('api_counts').select('calls').execute()).toEqual([{ calls: 1 }]);
  });
});
