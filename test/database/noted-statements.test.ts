/** What a call changes is noted where its statements are executed, whatever builds them (O4). */
import { expect, test } from 'vitest';
import { compiledOnce, executeDeferred } from '../../src/database/queries/index.ts';
import { noteChange, notedChanges, withChanges } from '../../src/database/queries/row-changes.ts';
import type { Db } from '../../src/database/schema/index.ts';
import { describeOnBothDatabases } from '../support/database.ts';

const CLIENT = { client_id: 'C1', parent_id: 'C1', name: 'Secret', active: 1, created_at: 7 };
const changed = (record: string, id: string, field: string, before: string | null, after: string | null) => ({
  ...{ record, id, field, before, after },
});

/** What the work changes, in a transaction or without one. */
async function changesOf(db: Db, work: (db: Db) => Promise<unknown>, inTransaction = true) {
  return withChanges(async () => {
    await (inTransaction ? db.transaction().execute(work) : work(db));
    return [...notedChanges()];
  });
}

test('the kind of a bank account or card is named without its value, and that of an account with it', async () => {
  const row = { account_id: 'A1', type: 'Individual', account_type: 'Checking', card_type: 'Visa' };
  const other = { account_id: 'A1', type: 'Joint', account_type: 'Savings', card_type: 'Mastercard' };
  await withChanges(async () => {
    noteChange('accounts', undefined, row);
    expect(notedChanges()).toEqual([changed('accounts', 'A1', 'type', null, 'Individual')]);
    noteChange('others', row, other);
    expect(notedChanges().slice(1)).toEqual([
      changed('others', 'A1', 'type', 'Individual', 'Joint'),
      changed('others', 'A1', 'account_type', 'REDACTED', 'REDACTED'),
      changed('others', 'A1', 'card_type', 'REDACTED', 'REDACTED'),
    ]);
  });
});

describeOnBothDatabases('changes of rows', (open) => {
  test('of inserts, updates and deletes have the values that may be shown', async () => {
    const { db } = await open();
    expect(await changesOf(db, (one) => one.insertInto('clients').values(CLIENT).execute())).toEqual([
      changed('clients', 'C1', 'active', null, '1'),
      changed('clients', 'C1', 'created_at', null, '7'),
    ]);
    const update = (one: Db) => one.updateTable('clients').set({ name: 'Hidden', active: 0 });
    for (const [inTransaction, id] of [
      [true, 'C1'],
      [false, 'nobody'],
    ] as const) {
      const work = (one: Db) => update(one).where('client_id', '=', id).execute();
      expect(await changesOf(db, work, inTransaction)).toEqual(
        id === 'nobody'
          ? []
          : [changed('clients', 'C1', 'name', 'REDACTED', 'REDACTED'), changed('clients', 'C1', 'active', '1', '0')],
      );
    }
    expect(await changesOf(db, (one) => one.deleteFrom('clients').execute(), false)).toEqual([
      changed('clients', 'C1', 'active', '0', null),
      changed('clients', 'C1', 'created_at', '7', null),
    ]);
  });

  test('of inserts that meet a row have that row before', async () => {
    const { db } = await open();
    const upsert = (amount_max: string) => (one: Db) =>
      one
        .insertInto('card_limits')
        .values({ client_id: 'C1', amount_max, updated_at: 1 })
        .onConflict((conflict) => conflict.column('client_id').doUpdateSet({ amount_max, updated_at: 2 }))
        .execute();
    expect(await changesOf(db, upsert('5'))).toEqual([changed('card_limits', 'C1', 'amount_max', null, '5')]);
    expect(await changesOf(db, upsert('6'))).toEqual([changed('card_limits', 'C1', 'amount_max', '5', '6')]);
    const again = (one: Db) =>
      one
        .insertInto('card_limits')
        .values({ client_id: 'C1', amount_max: '7', updated_at: 1 })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    expect(await changesOf(db, again)).toEqual([]);
  });

  test('of compiled and of deferred statements have the values of this call', async () => {
    const { db } = await open();
    const insert = (id: string) => (one: Db) => {
      const row = { ...CLIENT, client_id: id, active: Number(id === 'C1') };
      return executeDeferred(
        one,
        compiledOnce(one, 'insert noted client', Object.values(row), () => one.insertInto('clients').values(row)),
      );
    };
    const update = (id: string, active: number) => (one: Db) =>
      executeDeferred(
        one,
        compiledOnce(one, 'update noted client', [active, id], () =>
          one.updateTable('clients').set({ active }).where('client_id', '=', id),
        ),
      );
    for (const [id, active] of [
      ['C1', 0],
      ['C2', 1],
    ] as const) {
      const [inserted] = await changesOf(db, insert(id));
      expect(inserted).toEqual(changed('clients', id, 'active', null, String(1 - active)));
      expect(await changesOf(db, update(id, active))).toEqual([
        changed('clients', id, 'active', String(1 - active), String(active)),
      ]);
    }
  });

  test('name what the database computes, and its value where it is returned', async () => {
    const { db } = await open();
    await db.insertInto('clients').values(CLIENT).execute();
    const computed = (one: Db) => one.updateTable('clients').set((row) => ({ active: row('active', '-', 1) }));
    expect(await changesOf(db, (one) => computed(one).where('client_id', '=', 'C1').execute())).toEqual([
      changed('clients', 'C1', 'active', '1', 'REDACTED'),
    ]);
    expect(await changesOf(db, (one) => computed(one).returningAll().where('client_id', '=', 'C1').execute())).toEqual([
      changed('clients', 'C1', 'active', '0', '-1'),
    ]);
  });

  test('are one for each field, at most fifty, and none after the call', async () => {
    const { db } = await open();
    const later = Promise.withResolvers<void>();
    let after: Promise<readonly unknown[]> | undefined;
    const set = (active: number) => db.updateTable('clients').set({ active }).where('client_id', '=', 'C1').execute();
    await withChanges(async () => {
      await db.insertInto('clients').values(CLIENT).execute();
      await set(0);
      await set(3);
      expect(notedChanges()).toContainEqual(changed('clients', 'C1', 'active', null, '3'));
      const others = Array.from({ length: 40 }, (_, index) => ({ ...CLIENT, client_id: `C${index + 2}` }));
      await db.insertInto('clients').values(others).execute();
      expect(notedChanges()).toHaveLength(50);
      after = later.promise.then(() => set(4)).then(() => notedChanges());
    });
    later.resolve();
    expect(await after).not.toContainEqual(expect.objectContaining({ after: '4' }));
  });
});
