import { expect, test } from 'vitest';
import { keepIds, nextId, nextIdOfBlock } from '../../../src/modules/shared/ids/next-id.ts';
import { describeOnEachDatabase } from '../../support/database.ts';

describeOnEachDatabase('nextId', (open) => {
  test('starts each kind at its own number and counts up', async () => {
    const { db } = await open();
    expect([await nextId(db, 'issuer'), await nextId(db, 'issuer')]).toEqual([1001, 1002]);
    expect([await nextId(db, 'offering'), await nextId(db, 'account')]).toEqual([5001, 10_000_001]);
  });

  test('gives nobody an id twice, and leaves none out', async () => {
    const location = await open.location();
    const databases = [await open(location), await open(location)];
    const ids = await Promise.all(Array.from({ length: 60 }, (_, turn) => nextId(databases[turn % 2]!.db, 'issuer')));
    expect(ids.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, index) => 1001 + index));
  });

  test('is not taken in a transaction, which could be rolled back', async () => {
    const { db } = await open();
    const taken = db.transaction().execute((transaction) => nextId(transaction, 'issuer'));
    await expect(taken).rejects.toThrow('not in one');
    expect(await nextId(db, 'issuer')).toBe(1001);
  });

  test('is handed out once it is kept, and not at all when it cannot be', async () => {
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
    expect(kept).toEqual(['issuer 1001', 'account 10000001']);
  });

  test('comes from a block where it is asked for so, to everybody another one', async () => {
    const location = await open.location();
    const databases = [await open(location), await open(location)];
    const kept: number[] = [];
    for (const { db } of databases) keepIds(db, async (_, id) => void kept.push(id));
    const ids = await Promise.all(
      Array.from({ length: 500 }, (_, turn) => nextIdOfBlock(databases[turn % 2]!.db, 'trade')),
    );
    expect(new Set(ids).size).toBe(500);
    expect(Math.min(...ids)).toBe(100_001);
    // Two blocks for each of the two, each kept by its last id before one of it is handed out.
    expect(kept.sort()).toEqual([100_200, 100_400, 100_600, 100_800]);
    expect(await nextId(databases[0]!.db, 'trade')).toBe(100_801);
  });

  test('of a block that cannot be kept is asked for again', async () => {
    const { db } = await open();
    let isRefused = true;
    keepIds(db, async () => {
      if (isRefused) throw new Error('as planned');
    });
    const taken = await Promise.allSettled([nextIdOfBlock(db, 'trade'), nextIdOfBlock(db, 'trade')]);
    expect(taken.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isRefused = false;
    expect(await nextIdOfBlock(db, 'trade')).toBe(100_201);
  });
});
