import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { accountsModule } from '../../../../src/modules/accounts/index.ts';
import {
  ACCOUNT_LIFECYCLE,
  REQUEST_LIFECYCLE,
} from '../../../../src/modules/payments/custody/account-request-lifecycle.ts';
import { describeOnEachDatabase } from '../../../support/database.ts';
import { lifecycleTable } from '../../../support/lifecycle-table.ts';
import { anAccount } from '../../shared/accounts.ts';
import { type Api, errorOf, fieldsOf, startApi } from '../../shared/api.ts';
import { aRequest, attest, custodyModule, decide, MASTER } from './custody-api.ts';

const statusesOf = async (api: Api, accountId: string) => {
  const { custodialAccountDetails } = fieldsOf(await api.call('POST', 'getCustodyAccountRequest', { accountId }));
  const [{ custAccStatus, accountStatus }] = custodialAccountDetails as [Record<string, string>];
  return [custAccStatus, accountStatus];
};

const update = (
  api: Api,
  custAccRequestID: string,
  custAccRequestStatus: string,
  method = 'updateCustodyAccountRequest',
) => api.call('POST', method, { custAccRequestID, custAccRequestStatus, notes: 'see the new statement' });

const ALL = ['Pending', 'Need More Info', 'New Info Added', 'Approved', 'Rejected'] as const;

/** The calls that bring a request into a status, Pending at first. */
const WAY: Readonly<Record<string, readonly string[]>> = {
  Pending: [],
  'Need More Info': ['Need More Info'],
  'New Info Added': ['New Info Added'],
  Approved: ['Approved'],
  Rejected: ['Rejected'],
};

async function set(api: Api, id: string, status: string) {
  return status === 'Pending' || status === 'New Info Added' ? update(api, id, status) : decide(api, id, status);
}

describeOnEachDatabase('requests for custody accounts', (open) => {
  const start = async () => startApi(await open(), [accountsModule, custodyModule]);

  test('need the agreement to be attested, and there is one for an account', async () => {
    const api = await start();
    const accountId = await anAccount(api);
    const request = () => api.call('POST', 'createCustodyAccountRequest', { accountId });
    const refused = await request();
    errorOf(refused, '404');
    expect(refused.body.statusDesc).toBe('The custody agreement was not attested');
    await attest(api, accountId);
    const { custodialAccountDetails } = fieldsOf(await request());
    expect(custodialAccountDetails).toEqual([
      {
        accountId,
        custAccStatus: 'Pending',
        accountStatus: 'Pending',
        custAccRequestID: expect.stringMatching(/^[2-9a-z]{10}$/),
        createdDate: '2030-01-02 03:04:05',
        approvalStatus: '',
      },
    ]);
    expect(api.fired).toEqual([
      { clientId: 'C1', method: 'createCustodyAccountRequest', fields: (custodialAccountDetails as [object])[0] },
    ]);
    const second = await request();
    errorOf(second, '116');
    expect(second.body.statusDesc).toBe('The account already has a request for a custody account');
    errorOf(await api.call('POST', 'createCustodyAccountRequest', { accountId: 'A99999999' }), '148');
  });

  test('go by their older names too, also in their webhooks', async () => {
    const api = await start();
    const accountId = await anAccount(api);
    await attest(api, accountId);
    fieldsOf(await api.call('POST', 'requestCustodialAccount', { accountId }));
    const { custodialAccountDetails } = fieldsOf(await api.call('POST', 'getCustodialAccountRequest', { accountId }));
    const [{ custAccRequestID: id }] = custodialAccountDetails as [{ custAccRequestID: string }];
    fieldsOf(await update(api, id, 'New Info Added', 'updateCustodialAccountRequest'));
    expect(api.fired.map(({ method }) => method)).toEqual(['requestCustodialAccount', 'updateCustodialAccountRequest']);
  });

  test('move as their lifecycle says, from every status by every trigger', async () => {
    const api = await start();
    const reported: string[] = [];
    for (const state of ALL) {
      for (const trigger of ALL) {
        const accountId = await anAccount(api);
        const id = await aRequest(api, accountId);
        for (const step of WAY[state]!) fieldsOf(await set(api, id, step));
        const { body } = await set(api, id, trigger);
        const [after] = await statusesOf(api, accountId);
        reported.push(`${state} > ${trigger}: ${body.statusCode} ${after}`);
      }
    }
    const expected = ALL.flatMap((state) =>
      ALL.map((trigger) => {
        const move = REQUEST_LIFECYCLE.moves.find((one) => one.from === state && one.trigger === trigger);
        return `${state} > ${trigger}: ${move ? `101 ${move.to}` : `190 ${state}`}`;
      }),
    );
    expect(reported).toEqual(expected);
  });

  test('open the custody account when they are approved; it stays open while it is reviewed again', async () => {
    const api = await start();
    const accountId = await anAccount(api);
    const id = await aRequest(api, accountId);
    fieldsOf(await decide(api, id, 'Need More Info', { reasonForStatus: 'A signature is missing' }));
    const read = fieldsOf(await api.call('POST', 'getCustodyAccountRequest', { accountId }));
    expect(read.custodialAccountDetails).toMatchObject([
      { reasonForStatus: 'A signature is missing', restrictedStatus: 'No', custAccStatus: 'Need More Info' },
    ]);
    fieldsOf(await update(api, id, 'New Info Added'));
    const { requests, totalRecords } = fieldsOf(
      await api.call('POST', 'admin/getCustodyAccountReviews', { custAccStatus: 'New Info Added' }, MASTER),
    );
    expect(totalRecords).toBe(1);
    expect(requests).toMatchObject([{ custAccRequestID: id, clientId: 'C1', notes: 'see the new statement' }]);
    fieldsOf(await decide(api, id, 'Approved', { restrictedStatus: 'Yes' }));
    expect(await statusesOf(api, accountId)).toEqual(['Approved', 'Open']);
    fieldsOf(await update(api, id, 'New Info Added'));
    expect(await statusesOf(api, accountId)).toEqual(['New Info Added', 'Open']);
    fieldsOf(await decide(api, id, 'Rejected'));
    expect(await statusesOf(api, accountId)).toEqual(['Rejected', 'Open']);
  });

  test('can be made again after a rejection or a close, and then the older one is of the past', async () => {
    const api = await start();
    const accountId = await anAccount(api);
    const first = await aRequest(api, accountId);
    fieldsOf(await decide(api, first, 'Rejected'));
    const second = await aRequest(api, accountId);
    expect(second).not.toBe(first);
    errorOf(await update(api, first, 'Pending'), '190');
    fieldsOf(await decide(api, second, 'Approved'));
    fieldsOf(await api.call('POST', 'admin/closeCustodyAccount', { custAccRequestID: second }, MASTER));
    expect(await statusesOf(api, accountId)).toEqual(['Approved', 'Closed']);
    errorOf(await api.call('POST', 'admin/closeCustodyAccount', { custAccRequestID: second }, MASTER), '190');
    errorOf(await update(api, second, 'New Info Added'), '190');
    await aRequest(api, accountId);
    expect(await statusesOf(api, accountId)).toEqual(['Pending', 'Pending']);
  });

  test('are only the client’s, and decided by the operator', async () => {
    const api = await start();
    const accountId = await anAccount(api);
    const id = await aRequest(api, accountId);
    const foreign = { as: 'C2' };
    const fields = { custAccRequestID: id, custAccRequestStatus: 'Pending' };
    errorOf(await api.call('POST', 'updateCustodyAccountRequest', fields, foreign), '404');
    errorOf(await api.call('POST', 'getCustodyAccountRequest', { accountId }, foreign), '148');
    const decision = { custAccRequestID: id, custAccStatus: 'Approved' };
    errorOf(await api.call('POST', 'admin/reviewCustodyAccountRequest', decision), '111');
    expect(errorOf(await update(api, id, 'Approved'), '106')).toContain('custAccRequestStatus');
  });

  test('of two at once one is made', async () => {
    const api = await start();
    const accountId = await anAccount(api);
    await attest(api, accountId);
    const calls = Array.from({ length: 10 }, () => api.call('POST', 'createCustodyAccountRequest', { accountId }));
    const codes = (await Promise.all(calls)).map(({ body }) => body.statusCode);
    expect(codes.sort()).toEqual(['101', ...Array.from({ length: 9 }, () => '116')]);
  });

  test('attestations say true, and the last one counts', async () => {
    const api = await start();
    const accountId = await anAccount(api);
    errorOf(await api.call('POST', 'getCustodyAgreementAttestation', { accountId }), '404');
    const said = (fields: object) =>
      api.call('POST', 'createCustodyAgreementAttestation', { accountId, ...fields } as Record<string, unknown>);
    const documentUrl = 'https://documents.example.com/one.pdf';
    expect(errorOf(await said({ isAttested: false, documentUrl }), '106')).toContain('isAttested');
    expect(errorOf(await said({ isAttested: true, documentUrl: 'one.pdf' }), '106')).toContain('documentUrl');
    fieldsOf(await said({ isAttested: true, documentUrl }));
    const { db } = api.database;
    const ip = async () => (await db.selectFrom('custody_attestations').selectAll().execute())[0]?.created_ip_address;
    expect(await ip()).toBe('127.0.0.1');
    fieldsOf(await said({ isAttested: true, documentUrl, createdIpAddress: '192.0.2.7' }));
    expect(await ip()).toBe('192.0.2.7');
    api.nowUs += 60_000_000;
    const second = { isAttested: 'true', documentUrl: 'https://documents.example.com/two.pdf' };
    const attestation = {
      accountId,
      isAttested: '1',
      documentUrl: second.documentUrl,
      createdDate: '2030-01-02 03:05:05',
    };
    expect(fieldsOf(await said(second))).toEqual({ attestation });
    expect(fieldsOf(await api.call('POST', 'getCustodyAgreementAttestation', { accountId }))).toEqual({ attestation });
  });
});

describe('the page on custody', () => {
  const page = readFileSync(new URL('../../../../docs/api/payments.md', import.meta.url), 'utf8');

  test('shows the lifecycles of requests and of custody accounts', () => {
    expect(page).toContain(lifecycleTable(REQUEST_LIFECYCLE));
    expect(page).toContain(lifecycleTable(ACCOUNT_LIFECYCLE));
  });
});
