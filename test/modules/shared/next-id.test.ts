import { expect, it } from 'vitest';
import { nextId } from '../../../src/modules/shared/next-id.ts';
import { describeOnEachDatabase } from '../../support/database.ts';

describeOnEachDatabase('nextId', (open) => {
  it('starts each kind at its own number and counts up', async () => {
    const { db } = await open();
    expect([await nextId(db, 'issuer'), await nextId(db, 'issuer')]).toEqual([1001, 1002]);
    expect([await nextId(db, 'offering'), await nextId(db, 'account')]).toEqual([5001, 10_000_001]);
  });

  it('gives nobody an id twice, and leaves none out', async () => {
    const location = await open.location();
    const databases = [await open(location), await open(location)];
    const ids = await Promise.all(Array.from({ length: 60 }, (_, turn) => nextId(databases[turn % 2]!.db, 'issuer')));
    expect(ids.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, index) => 1001 + index));
  });

  it('takes back the id of a transaction that failed', async () => {
    const { db } = await open();
    const failed = db.transaction().execute(async (transaction) => {
      expect(await nextId(transaction, 'issuer')).toBe(1001);
      throw new Error('as planned');
    });
    await expect(failed).rejects.toThrow('as planned');
    expect(await nextId(db, 'issuer')).toBe(1001);
  });
});
