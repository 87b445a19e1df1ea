import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../../support/database.ts';
import { fieldsOf } from '../../shared/api.ts';
import { decide, MASTER, startMoney } from './custody-api.ts';
import { giveCash } from './deposits.ts';

type Listed = Record<string, unknown>;

describeOnEachDatabase('custody accounts and disbursements (U12)', (open) => {
  test('are listed, and read with the changes of their statuses', async () => {
    const { api, accountId } = await startMoney(open);
    const list = async (filter: object = {}, as = 'C1') => {
      const answer = await api.call('POST', 'custodyAccounts', { filter: JSON.stringify(filter) }, { as });
      return fieldsOf(answer).custodyAccounts as Listed[];
    };
    const [account] = (await list({ accountStatus: 'Open' })) as [Listed];
    expect(account).toMatchObject({ accountId, custAccStatus: 'Approved', restrictedStatus: 'No' });
    expect(account.clientId).toBeUndefined();
    expect(await list({ accountId: 'A1' })).toEqual([]);
    expect(await list({}, 'C2')).toEqual([]);
    expect(await list({}, 'MASTER')).toEqual([{ ...account, clientId: 'C1' }]);
    const id = String(account.custAccRequestID);
    const more = { custAccRequestID: id, custAccRequestStatus: 'New Info Added', notes: 'A statement' };
    fieldsOf(await api.call('POST', 'updateCustodyAccountRequest', more));
    fieldsOf(await decide(api, id, 'Need More Info', { reasonForStatus: 'It is of another year' }));
    const read = async (as = 'C1') => (await api.get(`custodyAccounts/${id}`, { as })).body;
    const { custodyAccount } = (await read()) as { custodyAccount: Listed & { history: Listed[] } };
    expect(custodyAccount).toMatchObject({ reasonForStatus: 'It is of another year', notes: 'A statement' });
    const history = custodyAccount.history.map(({ status, after }) => `${status} ${after}`);
    expect(history.slice(0, 2)).toEqual(['custAccStatus Need More Info', 'custAccStatus New Info Added']);
    // Both in one change.
    expect(history.slice(2).sort()).toEqual(['accountStatus Open', 'custAccStatus Approved']);
    expect(await read('MASTER')).toMatchObject({ custodyAccount: { clientId: 'C1' } });
    expect(await read('C2')).toMatchObject({ statusCode: '1404' });
  });

  test('a disbursement has each step of its review', async () => {
    const { api, accountId } = await startMoney(open);
    await giveCash(api.database.db, accountId, '25.000000');
    const asked = { accountId, amount: '25', type: 'ach' };
    const made = fieldsOf(await api.call('POST', 'createCustodyFundDisbursement', asked));
    const { requestId } = made.custodyFundDisbursement as { requestId: string };
    for (const status of ['in_review', 'approved']) {
      fieldsOf(await api.call('POST', 'admin/reviewCustodyFundDisbursement', { requestId, status }, MASTER));
    }
    const read = async (as = 'C1') => (await api.get(`custodyDisbursements/${requestId}`, { as })).body;
    const { disbursement } = (await read()) as { disbursement: { history: Listed[] } };
    expect(disbursement).toMatchObject({ requestId, status: 'approved', amount: '25.00' });
    expect(disbursement.history.map(({ before, after }) => [before, after])).toEqual([
      ['in_review', 'approved'],
      ['pending', 'in_review'],
    ]);
    expect(await read('C2')).toMatchObject({ statusCode: '1404' });
  });
});
