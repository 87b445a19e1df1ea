import { expect, it } from 'vitest';
import { AccountDirectory, accountsModule } from '../../../src/modules/accounts/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { anAccount } from '../shared/accounts.ts';
import { ENCODINGS, errorOf, fieldsOf, startApi } from '../shared/api.ts';

const REQUIRED = ['accountRegistration', 'type', 'domesticYN', 'streetAddress1', 'city', 'state', 'zip', 'country'];
const PERMISSIONS = [...REQUIRED, 'syndicate'].map((field) => `updateAccount.${field}`);

describeOnEachDatabase('changes of accounts', (open) => {
  const start = async () => {
    const database = await open();
    const directory = new AccountDirectory(database.db);
    const api = await startApi(database, [(services) => accountsModule(services, directory)], PERMISSIONS);
    const accountId = await anAccount(api, 'C1', { taxID: '12-3456789' });
    api.fired.length = 0;
    const read = async () => {
      const { accountDetails } = fieldsOf(await api.call('POST', 'getAccount', { accountId }));
      return accountDetails as Record<string, unknown>;
    };
    return { api, directory, accountId, read };
  };

  it.each(ENCODINGS)('keep what is not sent (%s)', async (encoding) => {
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

  it('want what createAccount requires only of keys with the permission', async () => {
    const { api } = await start();
    const accountId = await anAccount(api, 'STRICT');
    const error = errorOf(await api.call('PUT', 'updateAccount', { accountId, notes: 'x' }, { as: 'STRICT' }), '106');
    for (const name of REQUIRED) expect(error).toContain(name);
    expect(errorOf(await api.call('PUT', 'updateAccount', { accountId, suitabilityScore: 6 }), '106')).toContain(
      'suitabilityScore',
    );
  });

  it('delete an account for its client alone, and the venue forgets it', async () => {
    const { api, directory, accountId } = await start();
    expect(await directory.exists('C1', accountId)).toBe(true);
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
    expect(await directory.exists('C1', accountId)).toBe(false);
  });

  it('list all accounts, and find them by id or part of the name', async () => {
    const { api, accountId, read } = await start();
    api.now += 1;
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
});
