import { expect, test } from 'vitest';
import { Secrets } from '../../../src/database/secrets/index.ts';
import { AccountDirectory, hasAccount } from '../../../src/modules/accounts/account-directory.ts';
import { insertAccount } from '../../../src/modules/accounts/account-records.ts';
import { describeOnEachDatabase } from '../../support/database.ts';

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

  test('an entry with an age is read alone, and ends with its page', async () => {
    const { db, ids } = await withAccounts(2);
    const directory = new AccountDirectory(db, { ageMsMax: 60_000 });
    expect(await directory.isActive('C1', ids[0]!)).toBe(true);
    const asked = directory.isActive('C1', ids[1]!);
    expect(asked).toBeInstanceOf(Promise);
    expect(await asked).toBe(true);
    expect(directory.isActive('C1', ids[0]!)).toBe(true);
  });
});
