import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Db } from '../../../src/database/schema/index.ts';
import { Secrets } from '../../../src/database/secrets/index.ts';
import { AccountDirectory, hasAccount } from '../../../src/modules/accounts/account-directory.ts';
import { insertAccount } from '../../../src/modules/accounts/account-records.ts';
import { closeAfterTest } from '../../support/cleanup.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { ManualTime } from '../../support/manual-time.ts';

const secrets = new Secrets([Buffer.alloc(32, 7)]);
const ACCOUNT = {
  accountRegistration: 'Example Trust',
  type: 'Entity',
  domesticYN: 'domestic_account',
  streetAddress1: '1 Example Street',
  city: 'Springfield',
  state: 'NY',
  zip: '00501',
  country: 'USA',
};

describeOnEachDatabase('account directory', (open) => {
  async function withAccounts(count: number) {
    const { db } = await open();
    const ids: string[] = [];
    for (let made = 0; made < count; made++) {
      ids.push((await insertAccount({ db, secrets }, 'C1', ACCOUNT, 0)).account_id);
    }
    const remove = (id: string) =>
      db.updateTable('accounts').set({ deleted_at: 1 }).where('account_id', '=', id).execute();
    return { db, ids, remove };
  }

  test('asks the database once for each account, and answers at once after that', async () => {
    const { db, ids } = await withAccounts(1);
    const directory = new AccountDirectory(db);
    const first = directory.isActive('C1', ids[0]!);
    expect(first).toBeInstanceOf(Promise);
    expect(await first).toBe(true);
    expect(directory.isActive('C1', ids[0]!)).toBe(true);
  });

  test('does not know accounts of others, unknown ones and what is no account id', async () => {
    const { db, ids } = await withAccounts(1);
    const directory = new AccountDirectory(db);
    await directory.isActive('C1', ids[0]!);
    expect(await directory.isActive('C2', ids[0]!)).toBe(false);
    expect(await directory.isActive('C1', 'A99999999')).toBe(false);
    expect(directory.isActive('C1', 'no account')).toBe(false);
  });

  test('a client has its archived and deleted accounts too, and no others', async () => {
    const { db, ids, remove } = await withAccounts(2);
    await db.updateTable('accounts').set({ archived: 1 }).where('account_id', '=', ids[0]!).execute();
    await remove(ids[1]!);
    for (const id of ids) {
      expect(await hasAccount(db, 'C1', id)).toBe(true);
      expect(await hasAccount(db, 'C2', id)).toBe(false);
    }
    expect(await hasAccount(db, 'C1', 'A99999999')).toBe(false);
    expect(await hasAccount(db, 'C1', 'no account')).toBe(false);
  });

  test('does not find an archived account, and finds it again once it is active', async () => {
    const { db, ids } = await withAccounts(1);
    const archive = (archived: 0 | 1) => db.updateTable('accounts').set({ archived }).execute();
    const directory = new AccountDirectory(db);
    await archive(1);
    expect(await directory.isActive('C1', ids[0]!)).toBe(false);
    await archive(0);
    expect(await directory.isActive('C1', ids[0]!)).toBe(true);
  });

  test('finds an account that was created after it was asked for', async () => {
    const { db, ids } = await withAccounts(1);
    const directory = new AccountDirectory(db);
    const next = `A${Number(ids[0]!.slice(1)) + 1}`;
    expect(await directory.isActive('C1', next)).toBe(false);
    expect((await insertAccount({ db, secrets }, 'C1', ACCOUNT, 0)).account_id).toBe(next);
    expect(await directory.isActive('C1', next)).toBe(true);
  });

  test('forgets what was deleted', async () => {
    const { db, ids, remove } = await withAccounts(1);
    const directory = new AccountDirectory(db);
    await directory.isActive('C1', ids[0]!);
    await remove(ids[0]!);
    directory.forget(ids[0]!);
    expect(await directory.isActive('C1', ids[0]!)).toBe(false);
  });

  test('does not remember an account that was deleted while the database was asked', async () => {
    const { db, ids, remove } = await withAccounts(1);
    const directory = new AccountDirectory(db);
    const asked = directory.isActive('C1', ids[0]!);
    directory.forget(ids[0]!);
    await asked;
    await remove(ids[0]!);
    expect(await directory.isActive('C1', ids[0]!)).toBe(false);
  });

  test('reads the neighbours of an account with it, each with its owner', async () => {
    const { db, ids } = await withAccounts(2);
    const other = (await insertAccount({ db, secrets }, 'C2', ACCOUNT, 0)).account_id;
    // Ids that differ in length are no neighbours, although their first digits are the same.
    await db
      .updateTable('accounts')
      .set({ account_id: `${ids[0]}0` })
      .where('account_id', '=', ids[1]!)
      .execute();
    const directory = new AccountDirectory(db);
    expect(await directory.isActive('C1', ids[0]!)).toBe(true);
    expect(directory.isActive('C2', other)).toBe(true);
    expect(await directory.isActive('C1', other)).toBe(false);
    expect(await directory.isActive('C1', ids[1]!)).toBe(false);
    expect(await directory.isActive('C1', `${ids[0]}0`)).toBe(true);
  });

  test('forgets one account of a page, and drops the page that was used longest ago', async () => {
    const { db, ids, remove } = await withAccounts(3);
    const [first, second, third] = ids as [string, string, string];
    const far = 'A9999900';
    await db.updateTable('accounts').set({ account_id: far }).where('account_id', '=', third).execute();
    const directory = new AccountDirectory(db, { pagesMax: 1 });
    await directory.isActive('C1', first);
    await remove(second);
    directory.forget(second);
    expect(directory.isActive('C1', first)).toBe(true);
    expect(await directory.isActive('C1', second)).toBe(false);
    expect(await directory.isActive('C1', far)).toBe(true);
    const asked = directory.isActive('C1', first);
    expect(asked).toBeInstanceOf(Promise);
    expect(await asked).toBe(true);
  });

  test('reads all accounts in pieces after the start, the newest first, until its pages are full', async () => {
    const { db, ids } = await withAccounts(3);
    await fill(db, 2500);
    const directory = new AccountDirectory(db);
    const newest = 'A50002500';
    expect(await directory.fillNext()).toBe(true);
    expect(directory.isActive('C1', newest)).toBe(true);
    expect(await directory.fillNext()).toBe(true);
    expect(await directory.fillNext()).toBe(false);
    for (const id of [...ids, newest, 'A50000001']) expect(directory.isActive('C1', id)).toBe(true);
    expect(await directory.fillNext()).toBe(false);

    const small = new AccountDirectory(db, { pagesMax: 11 });
    expect(await small.fillNext()).toBe(false);
    expect(small.isActive('C1', newest)).toBe(true);
    const asked = small.isActive('C1', 'A50000001');
    expect(asked).toBeInstanceOf(Promise);
    expect(await asked).toBe(true);
  });

  test('does not keep a piece in which an account was deleted while the database was asked', async () => {
    const { db, ids, remove } = await withAccounts(1);
    const directory = new AccountDirectory(db);
    const filled = directory.fillNext();
    directory.forget(ids[0]!);
    await filled;
    await remove(ids[0]!);
    expect(await directory.isActive('C1', ids[0]!)).toBe(false);
  });

  describe('where other processes change accounts (J13)', () => {
    const AGE_MS = 800;

    async function watching(ageMsMax?: number) {
      const { db, ids } = await withAccounts(2);
      const time = new ManualTime('2026-11-20T15:00:00Z');
      const directory = new AccountDirectory(db, { watch: { timers: time, ...(ageMsMax && { ageMsMax }) } });
      closeAfterTest(() => directory.end());
      const polled = () => expect.poll(() => time.waiting, { interval: 2 }).toBe(1);
      const poll = async () => {
        await polled();
        time.advanceMs(250);
        await polled();
      };
      const change = (id: string, column: string) =>
        sql`update accounts set ${sql.ref(column)} = 1 where account_id = ${id}`.execute(db);
      return { db, time, directory, poll, polled, change, first: ids[0]!, second: ids[1]! };
    }

    test('pages are read, and stay for as long as the changes are known', async () => {
      const { directory, poll, first, second } = await watching(AGE_MS);
      expect(await directory.isActive('C1', first)).toBe(true);
      for (let polls = 0; polls < 20; polls++) await poll();
      expect([directory.isActive('C1', first), directory.isActive('C1', second)]).toEqual([true, true]);
    });

    test('an account that another node archived or deleted is refused after the next poll', async () => {
      const { directory, poll, change, first, second } = await watching(AGE_MS);
      await directory.isActive('C1', first);
      await change(first, 'archived');
      await poll();
      expect(await directory.isActive('C1', first)).toBe(false);
      expect(directory.isActive('C1', second)).toBe(true);
      await change(second, 'deleted_at');
      await poll();
      expect(await directory.isActive('C1', second)).toBe(false);
    });

    test('a change that is no deletion and no archiving is not noted', async () => {
      const { db, directory, poll, first } = await watching(AGE_MS);
      await directory.isActive('C1', first);
      await sql`update accounts set account_name = 'Other', updated_at = 5`.execute(db);
      await poll();
      expect(directory.isActive('C1', first)).toBe(true);
      expect(await db.selectFrom('account_changes').selectAll().execute()).toEqual([]);
    });

    test('nothing is answered from memory once the last poll is too old, and one read is enough for all', async () => {
      const { directory, time, polled, change, first, second } = await watching(AGE_MS);
      await directory.isActive('C1', first);
      await polled();
      await change(first, 'archived');
      time.advanceMs(AGE_MS + 1);
      const asked = [directory.isActive('C1', first), directory.isActive('C1', second)];
      expect(asked[1]).toBeInstanceOf(Promise);
      expect(await Promise.all(asked)).toEqual([false, true]);
      expect(directory.isActive('C1', second)).toBe(true);
    });

    test('without an age what is known goes on while the database cannot be asked', async () => {
      const { directory, time, polled, first } = await watching();
      await directory.isActive('C1', first);
      await polled();
      time.advanceMs(100_000);
      expect(directory.isActive('C1', first)).toBe(true);
    });

    test('more changes than are read at once are all found', async () => {
      const { db, directory, poll } = await watching(AGE_MS);
      await fill(db, 2500);
      await poll();
      while (await directory.fillNext());
      expect(directory.isActive('C1', 'A50000001')).toBe(true);
      await sql`update accounts set archived = 1 where account_id >= 'A50000001'`.execute(db);
      await poll();
      for (const id of ['A50000001', 'A50001500', 'A50002500']) expect(await directory.isActive('C1', id)).toBe(false);
    });

    test('after the database was restored to an earlier moment everything is read again', async () => {
      const { db, directory, poll, change, first, second } = await watching(AGE_MS);
      await change(second, 'deleted_at');
      await poll();
      await directory.isActive('C1', first);
      await sql`delete from account_changes`.execute(db);
      await poll();
      expect(await directory.fillNext()).toBe(false);
      expect(directory.isActive('C1', first)).toBe(true);
    });
  });
});

/** Accounts of C1 from A50000001. */
async function fill(db: Db, count: number): Promise<void> {
  const columns = (await db.introspection.getTables()).find(({ name }) => name === 'accounts')!.columns;
  const needed = columns.filter(({ isNullable, name }) => !isNullable && name !== 'account_id');
  const values = needed.map(({ name, dataType }) => (name === 'client_id' ? 'C1' : /int/i.test(dataType) ? 0 : ''));
  const names = ['account_id', ...needed.map(({ name }) => name)];
  for (let first = 1; first <= count; first += 500) {
    const rows = Array.from({ length: Math.min(500, count + 1 - first) }, (_, at) =>
      Object.fromEntries([`A${50_000_000 + first + at}`, ...values].map((value, column) => [names[column]!, value])),
    );
    await db
      .insertInto('accounts')
      .values(rows as never)
      .execute();
  }
}
