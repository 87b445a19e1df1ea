import { expect, test } from 'vitest';
import { keepIds, nextId, withIds } from '../../../src/modules/shared/ids/ids.ts';
import { describeOnBothDatabases } from '../../support/database.ts';

describeOnBothDatabases('nextId', (open) => {
  test('starts each kind at its own number and counts up', async () => {
    const { db } = await open();
    expect([await nextId(db, 'issuer'), await nextId(db, 'issuer')]).toEqual([1001, 1002]);
    expect([await nextId(db, 'offering'), await nextId(db, 'account')]).toEqual([5001, 10_000_001]);
  });

  test('is not taken in a transaction, which could be rolled back', async () => {
    const { db } = await open();
    const taken = db.transaction().execute((transaction) => nextId(transaction, 'issuer'));
    await expect(taken).rejects.toThrow('not in one');
    expect(await nextId(db, 'issuer')).toBe(1001);
  });

  test('in a transaction that can run again comes from a block taken between two of its runs', async () => {
    const { db } = await open();
    let runs = 0;
    const taken = () =>
      withIds(db, (use) =>
        db.transaction().execute(async (transaction) => {
          runs += 1;
          use(transaction);
          return [await nextId(transaction, 'issuer'), await nextId(transaction, 'offering')];
        }),
      );
    expect(await taken()).toEqual([1002, 5001]);
    expect(await taken()).toEqual([1003, 5002]);
    // Twice for the first block of each kind.
    expect(runs).toBe(4);
  });

  test('in a transaction fails with the record of its block', async () => {
    const { db } = await open();
    keepIds(db, async () => {
      throw new Error('as planned');
    });
    const taken = withIds(db, (use) =>
      db.transaction().execute((transaction) => {
        use(transaction);
        return nextId(transaction, 'issuer');
      }),
    );
    await expect(taken).rejects.toThrow('as planned');
  });

  test('waits until its block is recorded, and fails when that fails', async () => {
    const { db } = await open();
    const kept: string[] = [];
    const gate = Promise.withResolvers<void>();
    keepIds(db, async (kind, id) => {
      kept.push(`${kind} ${id}`);
      if (kept.length === 1) await gate.promise;
      else throw new Error('as planned');
    });
    let isHandedOut = false;
    const first = nextId(db, 'issuer').then((id) => {
      isHandedOut = true;
      return id;
    });
    while (kept.length === 0) await new Promise(setImmediate);
    expect(isHandedOut).toBe(false);
    gate.resolve();
    expect(await first).toBe(1001);
    await expect(nextId(db, 'account')).rejects.toThrow('as planned');
    expect(kept).toEqual(['issuer 1200', 'account 10000200']);
  });

  test('comes from a block, of which each process has its own', async () => {
    const location = await open.migratedLocation();
    const databases = [await open(location), await open(location)];
    const kept: number[] = [];
    for (const { db } of databases) keepIds(db, async (_, id) => void kept.push(id));
    const ids = await Promise.all(Array.from({ length: 500 }, (_, turn) => nextId(databases[turn % 2]!.db, 'trade')));
    expect(new Set(ids).size).toBe(500);
    expect(Math.min(...ids)).toBe(100_001);
    // Two blocks for each process; the last id of a block is recorded before its first one is used.
    expect(kept.sort()).toEqual([100_200, 100_400, 100_600, 100_800]);
  });

  test('of a block that cannot be recorded is taken from the next one', async () => {
    const { db } = await open();
    let isRefused = true;
    keepIds(db, async () => {
      if (isRefused) throw new Error('as planned');
    });
    const taken = await Promise.allSettled([nextId(db, 'trade'), nextId(db, 'trade')]);
    expect(taken.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isRefused = false;
    expect(await nextId(db, 'trade')).toBe(100_201);
  });
});
