import { expect, test, vi } from 'vitest';
import { AccountDirectory, accountsModule } from '../../../src/modules/accounts/index.ts';
import { linksModule } from '../../../src/modules/links/index.ts';
import { LongReads } from '../../../src/modules/shared/list/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { anAccount } from '../shared/accounts.ts';
import { ENCODINGS, errorOf, fieldsOf, startApi } from '../shared/api.ts';

const REQUIRED = ['accountRegistration', 'type', 'domesticYN', 'streetAddress1', 'city', 'state', 'zip', 'country'];
const PERMISSIONS = [...REQUIRED, 'syndicate'].map((field) => `updateAccount.${field}`);

/** A key that reads no personal data. */
const BASE = { BASE: { clientId: 'C1', scopes: ['account.read.pii_medium'] } };

describeOnEachDatabase('changes of accounts', (open) => {
  const start = async () => {
    const database = await open();
    const directory = new AccountDirectory(database.db);
    const api = await startApi(database, [(deps) => accountsModule(deps, directory), linksModule], {
      strictPermissions: PERMISSIONS,
      keys: BASE,
    });
    const accountId = await anAccount(api, 'C1', { taxID: '12-3456789' });
    api.fired.length = 0;
    const read = async () => {
      const { accountDetails } = fieldsOf(await api.call('POST', 'getAccount', { accountId }));
      return accountDetails as Record<string, unknown>;
    };
    return { api, directory, accountId, read };
  };

  test.each(ENCODINGS)('keep what is not sent (%s)', async (encoding) => {
    const { api, accountId, read } = await start();
    const before = await read();
    api.fired.length = 0;
    for (const verb of ['PUT', 'POST'] as const) {
      const body = { accountId, approvalStatus: verb, suitabilityScore: 3, taxID: '98-7654321', '506cLimit': '5' };
      const answer = await api.call(verb, 'updateAccount', { ...body, updatedIpAddress: '192.0.2.7' }, { encoding });
      expect(fieldsOf(answer)).toEqual({
        accountDetails: [{ accountId, suitabilityScore: '3', approvalStatus: verb }],
      });
      const [fired] = api.fired.splice(0);
      expect(fired).toMatchObject({
        method: 'updateAccount',
        fields: { accountId, approvalStatus: verb, taxID: '98-7654321', updatedIpAddress: '192.0.2.7' },
      });
      for (const name of ['providerid', 'status', 'developerAPIKey', 'createdIpAddress', 'client_id']) {
        expect(fired?.fields).not.toHaveProperty(name);
      }
      expect(fired?.fields).toMatchObject({ socialSecurityNumber: '', dateOfBirth: '' });
      expect(await read()).toEqual({
        ...before,
        approvalStatus: verb,
        suitabilityScore: '3',
        taxID: '98-7654321',
        '506cLimit': '5',
        updatedDate: expect.any(String),
      });
      api.fired.length = 0;
    }
  });

  test('note the time and the address also where nothing else is new', async () => {
    const { api, accountId, read } = await start();
    const same = { accountId, city: (await read()).city };
    api.fired.length = 0;
    api.nowUs += 1_000_000;
    fieldsOf(await api.call('PUT', 'updateAccount', { ...same, updatedIpAddress: '192.0.2.8' }));
    fieldsOf(await api.call('PUT', 'updateAccount', same));
    const updatedDate = '2030-01-02 03:04:06';
    expect(api.fired.map(({ fields }) => fields.updatedIpAddress)).toEqual(['192.0.2.8', '127.0.0.1']);
    for (const { fields } of api.fired) expect(fields).not.toHaveProperty('updatedDate');
    expect(await read()).toMatchObject({ updatedDate });
  });

  test('mask the tax id in every read for keys without the high level, and nowhere else', async () => {
    const { api, accountId } = await start();
    const masked = expect.objectContaining({
      taxID: 'XX-XXX6789',
      accountName: expect.not.stringContaining('REDACTED'),
    });
    for (const [name, body] of [
      ['getAccount', { accountId }],
      ['getAllAccounts', {}],
      ['searchAccount', { searchKeyword: accountId }],
      ['getAccountLinkId', { accountId }],
    ] as const) {
      const { accountDetails } = fieldsOf(await api.call('POST', name, body, { as: 'BASE' }));
      expect([accountDetails].flat(), name).toEqual([masked]);
      const full = fieldsOf(await api.call('POST', name, body)).accountDetails;
      expect([full].flat(), name).toMatchObject([{ taxID: '12-3456789' }]);
    }
    expect(api.fired[0]).toMatchObject({ method: 'getAccount', fields: { taxID: '12-3456789' } });
  });

  test('want what createAccount requires only of keys with the permission', async () => {
    const { api } = await start();
    const accountId = await anAccount(api, 'STRICT');
    const error = errorOf(await api.call('PUT', 'updateAccount', { accountId, notes: 'x' }, { as: 'STRICT' }), '106');
    for (const name of REQUIRED) expect(error).toContain(name);
    expect(errorOf(await api.call('PUT', 'updateAccount', { accountId, suitabilityScore: 6 }), '106')).toContain(
      'suitabilityScore',
    );
  });

  test('delete an account only for its client, and the venue forgets it', async () => {
    const { api, directory, accountId } = await start();
    expect(await directory.isActive('C1', accountId)).toBe(true);
    for (const [verb, name] of [
      ['PUT', 'updateAccount'],
      ['POST', 'deleteAccount'],
    ] as const) {
      const foreign = await api.call(verb, name, { accountId }, { as: 'C2' });
      errorOf(foreign, '148');
      for (const unknown of ['A99999999', 'x']) {
        expect(await api.call(verb, name, { accountId: unknown })).toEqual(foreign);
      }
      expect(errorOf(await api.call(verb, name, {}), '106')).toContain('accountId');
    }
    fieldsOf(await api.call('POST', 'deleteAccount', { accountId }));
    errorOf(await api.call('POST', 'getAccount', { accountId }), '148');
    errorOf(await api.call('POST', 'deleteAccount', { accountId }), '148');
    expect(await directory.isActive('C1', accountId)).toBe(false);
  });

  test('list all accounts, and find them by id or part of the name', async () => {
    const { api, accountId, read } = await start();
    api.nowUs += 1;
    const other = await anAccount(api, 'C1', { accountRegistration: '100% Trust_1' });
    await anAccount(api, 'C2', { accountRegistration: '100% Trust_1' });
    const ids = async (name: string, body: object) => {
      const { accountDetails } = fieldsOf(await api.call('POST', name, { ...body }));
      return (accountDetails as { accountId: string }[]).map((account) => account.accountId);
    };
    expect(await ids('getAllAccounts', {})).toEqual([other, accountId]);
    expect(await ids('searchAccount', { searchKeyword: '% tRUST_' })).toEqual([other]);
    expect(await ids('searchAccount', { searchKeyword: accountId })).toEqual([accountId]);
    expect(await ids('searchAccount', { searchKeyword: accountId.slice(0, -1) })).toEqual([]);
    expect(errorOf(await api.call('POST', 'searchAccount', {}), '106')).toContain('searchKeyword');
    const { accountDetails } = fieldsOf(await api.call('POST', 'getAllAccounts', {}));
    expect((accountDetails as unknown[])[1]).toEqual(await read());
  });

  test('list more accounts than are read at once, off the thread that answers', async () => {
    const database = await open();
    const longReads = new LongReads(database);
    const run = vi.spyOn(longReads, 'run');
    const api = await startApi(database, [(deps) => accountsModule({ ...deps, longReads })]);
    await anAccount(api, 'C1');
    const { account_id, ...account } = await database.db.selectFrom('accounts').selectAll().executeTakeFirstOrThrow();
    // Of every two the time of creation is the same, so that the id decides.
    const rows = Array.from({ length: 205 }, (_, index) => ({
      ...account,
      account_id: `A2000${1000 + index}`,
      account_name: `Trust ${index}`,
      created_at: account.created_at + 1 + Math.floor(index / 2),
    }));
    await database.db.insertInto('accounts').values(rows).execute();
    const newestFirst = rows.map((row) => row.account_id).reverse();
    const ids = async (name: string, body: object) => {
      const { accountDetails } = fieldsOf(await api.call('POST', name, { ...body }));
      return (accountDetails as { accountId: string }[]).map((one) => one.accountId);
    };
    expect(await ids('getAllAccounts', {})).toEqual([...newestFirst, account_id]);
    expect(await ids('searchAccount', { searchKeyword: 'trust' })).toEqual([...newestFirst, account_id]);
    expect(await ids('searchAccount', { searchKeyword: 'trust 20' })).toEqual([
      ...newestFirst.slice(0, 5),
      'A20001020',
    ]);
    expect(run).toHaveBeenCalledTimes(3);
  });
});
