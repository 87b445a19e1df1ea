import { expect, test } from 'vitest';
import { AccountDirectory, accountsModule } from '../../../src/modules/accounts/index.ts';
import { WEBHOOK_NAMES } from '../../../src/modules/webhook-list.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { anAccount } from '../shared/accounts.ts';
import { errorOf, fieldsOf, startApi } from '../shared/api.ts';

const SPELLINGS = ['updateAccountArchiveStatus', 'updateAccountArchivestatus'];

describeOnEachDatabase('the archive switch of an account', (open) => {
  test('is taken in both spellings and every encoding, and sends the webhook of C40', async () => {
    const api = await startApi(await open(), [accountsModule]);
    const accountId = await anAccount(api);
    for (const spelling of SPELLINGS) {
      for (const encoding of ['json', 'form', 'multipart'] as const) {
        for (const archiveStatus of ['1', '0']) {
          api.nowUs += 1_000_000;
          const answer = await api.call('POST', spelling, { accountId, archiveStatus }, { encoding });
          const fields = { accountId, archiveStatus };
          expect(fieldsOf(answer)).toEqual({ accountDetails: [fields] });
          const fired = api.fired.splice(0);
          expect(fired).toEqual([{ clientId: 'C1', method: spelling, fields }]);
          expect(WEBHOOK_NAMES.of(spelling)).toBe('updateAccountArchivestatus');
          const { accountDetails } = fieldsOf(await api.call('POST', 'getAccount', { accountId }));
          expect(accountDetails).toMatchObject({ archived_status: archiveStatus });
          api.fired.length = 0;
        }
      }
    }
    // A number of JSON too.
    fieldsOf(await api.call('POST', SPELLINGS[0]!, { accountId, archiveStatus: 1 }));
    const { accountDetails } = fieldsOf(await api.call('POST', 'getAccount', { accountId }));
    expect(accountDetails).toMatchObject({ archived_status: '1', updatedDate: '2030-01-02 03:04:17' });
  });

  test('takes the account from those that may place orders, and gives it back', async () => {
    const database = await open();
    const directory = new AccountDirectory(database.db);
    const api = await startApi(database, [(deps) => accountsModule(deps, directory)]);
    const accountId = await anAccount(api);
    expect(await directory.isActive('C1', accountId)).toBe(true);
    fieldsOf(await api.call('POST', SPELLINGS[0]!, { accountId, archiveStatus: '1' }));
    expect(await directory.isActive('C1', accountId)).toBe(false);
    fieldsOf(await api.call('POST', SPELLINGS[0]!, { accountId, archiveStatus: '0' }));
    expect(await directory.isActive('C1', accountId)).toBe(true);
  });

  test('is 1 or 0', async () => {
    const api = await startApi(await open(), [accountsModule]);
    const accountId = await anAccount(api);
    for (const archiveStatus of ['2', 'true', true, '01', 1.5, 'Archived']) {
      const answer = await api.call('POST', SPELLINGS[0]!, { accountId, archiveStatus });
      expect(errorOf(answer, '106')).toBe('<br />archiveStatus&nbsp;&nbsp;: must be one of 1, 0');
    }
    expect(errorOf(await api.call('POST', SPELLINGS[0]!, {}), '106')).toBe(
      '<br />accountId&nbsp;&nbsp;: Missing<br />archiveStatus&nbsp;&nbsp;: Missing',
    );
    expect(api.fired).toEqual([]);
  });

  test('is only the client’s: a foreign account answers like an unknown one', async () => {
    const api = await startApi(await open(), [accountsModule]);
    const foreign = await anAccount(api, 'C2');
    for (const accountId of [foreign, 'A99999999', 'nonsense']) {
      errorOf(await api.call('POST', SPELLINGS[0]!, { accountId, archiveStatus: '1' }), '148');
    }
    const { accountDetails } = fieldsOf(await api.call('POST', 'getAccount', { accountId: foreign }, { as: 'C2' }));
    expect(accountDetails).toMatchObject({ archived_status: '0' });
  });
});
