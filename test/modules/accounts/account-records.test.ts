import { expect, test } from 'vitest';
import type { AccountRow } from '../../../src/database/schema/index.ts';
import { Secrets } from '../../../src/database/secrets/index.ts';
import { isAccountId, storedFields } from '../../../src/modules/accounts/account-fields.ts';
import { findAccount, insertAccount } from '../../../src/modules/accounts/account-records.ts';
import { describeOnEachDatabase } from '../../support/database.ts';

const secrets = new Secrets([Buffer.alloc(32, 7)]);
const NOW = 1_900_000_000_123_456;
const ACCOUNT = {
  accountRegistration: 'Example Trust',
  type: 'Entity',
  domesticYN: 'domestic_account',
  streetAddress1: '1 Example Street',
  city: 'Springfield',
  state: 'NY',
  zip: '00501',
  country: 'USA',
  taxID: '12-3456789',
};

const taxIdOf = (row: AccountRow) => storedFields(row, secrets).taxID;

describeOnEachDatabase('account records', (open) => {
  test('are read as they were written, by their own client only', async () => {
    const { db } = await open();
    const written = await insertAccount({ db, secrets }, 'C1', ACCOUNT, NOW);
    expect(written).toMatchObject({ account_id: 'A10000001', client_id: 'C1', archived: 0, created_at: NOW });
    expect({ ...(await findAccount(db, 'C1', 'A10000001')) }).toEqual(written);
    expect(await findAccount(db, 'C2', 'A10000001')).toBeUndefined();
    expect(await findAccount(db, 'C1', 'A10000002')).toBeUndefined();
    expect(await findAccount(db, 'C1', "A1' or '1'='1")).toBeUndefined();
    await db.updateTable('accounts').set({ deleted_at: NOW }).execute();
    expect(await findAccount(db, 'C1', 'A10000001')).toBeUndefined();
  });

  test('hold the tax id encrypted, and bound to its account', async () => {
    const { db } = await open();
    const first = await insertAccount({ db, secrets }, 'C1', ACCOUNT, NOW);
    const second = await insertAccount({ db, secrets }, 'C1', { ...ACCOUNT, taxID: undefined }, NOW);
    expect(JSON.stringify(await db.selectFrom('accounts').selectAll().execute())).not.toContain('3456789');
    expect(taxIdOf(first)).toBe('12-3456789');
    expect(taxIdOf(second)).toBeNull();
    expect(() => taxIdOf({ ...second, tax_id_sealed: first.tax_id_sealed })).toThrow('belongs to another');
  });
});

test('an account id is A and 6 to 10 digits', () => {
  for (const id of ['A123456', 'A1234567890']) expect(isAccountId(id)).toBe(true);
  for (const id of ['A12345', 'A12345678901', 'a123456', 'P123456', 'A123456 ', 'A123456\n', '']) {
    expect(isAccountId(id), JSON.stringify(id)).toBe(false);
  }
});
