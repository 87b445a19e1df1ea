import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SANDBOX_LIST_FOLDER } from '../../../src/providers/identity/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { anEntity, aParty } from '../parties/people.ts';
import { anAccount } from '../shared/accounts.ts';
import { type Api, ENCODINGS, errorOf, fieldsOf } from '../shared/api.ts';
import { NOW } from '../shared/records.ts';
import { startKyc, statusOf } from './kyc-api.ts';

const MASTER = { as: 'MASTER' };
const NEEDS = 'Needs More Info';

async function requested(api: Api, investorId: string, as = 'C1'): Promise<string> {
  const { requestDetails } = fieldsOf(await api.call('POST', 'requestKycAml', { investorId }, { as }));
  return (requestDetails as [{ requestId: string }])[0].requestId;
}

async function reviews(api: Api, fields: Record<string, unknown> = {}) {
  const listed = fieldsOf(await api.call('POST', 'admin/getKycAmlReviews', fields, MASTER));
  return (listed.reviews as { investorId: string }[]).map(({ investorId }) => investorId);
}

const review = (api: Api, fields: Record<string, unknown>) => api.call('POST', 'admin/reviewKycAml', fields, MASTER);

describeOnEachDatabase('requests for a review', (open) => {
  test.each(ENCODINGS)('are for a party, an entity or an account, once for each (%s)', async (encoding) => {
    const api = await startKyc(await open());
    const investors = [await aParty(api), await anEntity(api), await anAccount(api)];
    api.fired.length = 0;
    for (const investorId of investors) {
      const first = fieldsOf(await api.call('POST', 'requestKycAml', { investorId }, { encoding }));
      expect(first).toEqual({ requestDetails: [{ investorId, requestId: expect.stringMatching(/^[0-9]+$/) }] });
      errorOf(await api.call('POST', 'requestKycAml', { investorId }, { encoding }), '116');
    }
    expect(await reviews(api)).toEqual(investors);
    expect(api.fired).toEqual([]);
  });

  test('are refused for whom the client does not have', async () => {
    const api = await startKyc(await open());
    const party = await aParty(api, {}, 'C2');
    const account = await anAccount(api, 'C2');
    for (const [foreign, unknown, code] of [
      [party, 'P99999999', '198'],
      [account, 'A99999999', '148'],
    ] as const) {
      const refused = await api.call('POST', 'requestKycAml', { investorId: unknown });
      errorOf(refused, code);
      expect(await api.call('POST', 'requestKycAml', { investorId: foreign })).toEqual(refused);
    }
    errorOf(await api.call('POST', 'requestKycAml', { investorId: 'x' }), '198');
    expect(errorOf(await api.call('POST', 'requestKycAml', {}), '106')).toContain('investorId');
  });
});

describeOnEachDatabase('reviews', (open) => {
  test('ask for information, receive it and are decided; the client of the party gets each step', async () => {
    const api = await startKyc(await open());
    const partyId = await aParty(api);
    const requestId = await requested(api, partyId);
    api.fired.length = 0;
    const asked = { requestId, type: 'kyc', status: NEEDS, notes: 'a passport, please' };
    expect(fieldsOf(await review(api, asked)).review).toEqual({
      requestId,
      clientId: 'C1',
      investorId: partyId,
      kycStatus: NEEDS,
      amlStatus: 'Pending',
      open: true,
      notes: 'a passport, please',
      cause: null,
      createdDate: '2030-01-02 03:04:05',
      updatedDate: '2030-01-02 03:04:05',
    });
    expect(await statusOf(api, partyId)).toEqual([NEEDS, 'pending', '02-01-2030']);
    const statuses = { kycStatus: NEEDS, amlStatus: 'pending' };
    const needed = { investorId: partyId, requestId, partyId, ...statuses, status: NEEDS, notes: 'a passport, please' };
    expect(api.fired).toEqual([{ clientId: 'C1', method: 'updateKycAmlRequest', fields: needed }]);

    api.fired.length = 0;
    api.nowUs = NOW + 1_000_000;
    const added = { partyId, type: 'KYC', status: 'New Info Added' };
    const updated = { ...added, kycStatus: 'New Info Added', amlStatus: 'pending' };
    expect(fieldsOf(await api.callLegacy('updateKycAmlStatus', added))).toEqual({
      partyDetails: [{ ...updated, updatedDate: '2030-01-02 03:04:06' }],
    });
    expect(api.fired).toEqual([{ clientId: 'C1', method: 'updateKycAmlStatus', fields: updated }]);

    api.fired.length = 0;
    fieldsOf(await review(api, { requestId, type: 'KYC', status: 'Manually Approved' }));
    expect(await reviews(api)).toEqual([partyId]);
    fieldsOf(await review(api, { requestId, type: 'AML', status: 'Disapproved' }));
    expect(await reviews(api)).toEqual([]);
    expect(await reviews(api, { open: 'false' })).toEqual([partyId]);
    expect(await statusOf(api, partyId)).toEqual(['Manually Approved', 'Disapproved', '01-01-2030']);
    const kycStatus = 'Manually Approved';
    expect(api.fired).toEqual([
      {
        clientId: 'C1',
        method: 'updateKycAmlStatus',
        fields: { partyId, type: 'KYC', status: kycStatus, kycStatus, amlStatus: 'pending' },
      },
      {
        clientId: 'C1',
        method: 'updateKycAmlStatus',
        fields: { partyId, type: 'AML', status: 'Disapproved', kycStatus, amlStatus: 'Disapproved' },
      },
    ]);
  });

  test('of what is approved already begin with it', async () => {
    const api = await startKyc(await open());
    const partyId = await aParty(api, { KYCstatus: 'Auto Approved', AMLstatus: 'Disapproved' });
    const requestId = await requested(api, partyId);
    const decided = fieldsOf(await review(api, { requestId, type: 'AML', status: 'Manually Approved' }));
    expect(decided.review).toMatchObject({ kycStatus: 'Auto Approved', open: false });
  });

  test('of an account change its statuses', async () => {
    const api = await startKyc(await open());
    const investorId = await anAccount(api);
    const requestId = await requested(api, investorId);
    api.fired.length = 0;
    fieldsOf(await review(api, { requestId, type: 'AML', status: NEEDS }));
    fieldsOf(await review(api, { requestId, type: 'KYC', status: 'Manually Approved' }));
    const row = await api.database.db.selectFrom('accounts').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ kyc_status: 'Manually Approved', aml_status: NEEDS, aml_date: '01-01-2030' });
    expect(api.fired).toMatchObject([
      { method: 'updateKycAmlRequest', fields: { investorId, partyId: null, amlStatus: NEEDS } },
      { method: 'updateKycAmlStatus', fields: { partyId: investorId, kycStatus: 'Manually Approved' } },
    ]);
  });

  test.each(ENCODINGS)('are opened again for what was decided (%s)', async (encoding) => {
    const api = await startKyc(await open());
    const partyId = await aParty(api);
    const requestId = await requested(api, partyId);
    for (const type of ['KYC', 'AML']) fieldsOf(await review(api, { requestId, type, status: 'Disapproved' }));
    expect(await reviews(api)).toEqual([]);
    const again = { partyId, type: 'AML', status: 'Updated Review Requested' };
    const { partyDetails } = fieldsOf(await api.callLegacy('updateKycAmlStatus', again, { encoding }));
    expect(partyDetails).toMatchObject([{ ...again, kycStatus: 'Disapproved', amlStatus: 'Pending' }]);
    expect(await reviews(api)).toEqual([partyId]);
  });

  test('accept only what fits their state', async () => {
    const api = await startKyc(await open());
    const partyId = await aParty(api);
    const say = (status: string, of = partyId, as = 'C1') =>
      api.callLegacy('updateKycAmlStatus', { partyId: of, type: 'KYC', status }, { as });
    errorOf(await say('New Info Added'), '404');
    const requestId = await requested(api, partyId);
    errorOf(await say('New Info Added'), '190');
    errorOf(await say('Updated Review Requested'), '190');
    fieldsOf(await review(api, { requestId, type: 'KYC', status: NEEDS }));
    errorOf(await say('Updated Review Requested'), '190');
    const unknown = await say('New Info Added', 'P99999999');
    errorOf(unknown, '198');
    expect(await say('New Info Added', partyId, 'C2')).toEqual(unknown);
    expect((await statusOf(api, partyId))[0]).toBe(NEEDS);
  });

  test('are updated only on the legacy host, by all their parameters', async () => {
    const api = await startKyc(await open());
    const sent = { partyId: await aParty(api), type: 'KYC', status: 'New Info Added' };
    expect(await api.call('POST', 'updateKycAmlStatus', sent)).toMatchObject({ http: 404 });
    for (const name of Object.keys(sent)) {
      const { [name as keyof typeof sent]: _, ...rest } = sent;
      expect(errorOf(await api.callLegacy('updateKycAmlStatus', rest), '106')).toContain(name);
    }
    for (const wrong of [{ type: 'Both' }, { status: 'Manually Approved' }]) {
      const refused = await api.callLegacy('updateKycAmlStatus', { ...sent, ...wrong });
      expect(errorOf(refused, '106')).toContain(Object.keys(wrong)[0]);
    }
    const stranger = await api.callLegacy('updateKycAmlStatus', sent, { as: 'nobody' });
    expect(stranger).toMatchObject({ http: 401, body: { statusCode: '103' } });
  });

  test('are only for the operator', async () => {
    const api = await startKyc(await open());
    const requestId = await requested(api, await aParty(api));
    const decision = { requestId, type: 'KYC', status: 'Manually Approved' };
    for (const name of ['getKycAmlReviews', 'reviewKycAml', 'reloadWatchList']) {
      errorOf(await api.call('POST', `admin/${name}`, decision), '111');
    }
    errorOf(await review(api, { ...decision, requestId: '1' }), '404');
    for (const name of Object.keys(decision)) {
      const { [name as keyof typeof decision]: _, ...rest } = decision;
      expect(errorOf(await review(api, rest), '106')).toContain(name);
    }
    expect(errorOf(await review(api, { ...decision, status: 'Approved' }), '106')).toContain('status');
  });

  test('of a party that was deleted meanwhile change nothing', async () => {
    const api = await startKyc(await open());
    const partyId = await aParty(api);
    const requestId = await requested(api, partyId);
    await api.call('POST', 'deleteParty', { partyId });
    api.fired.length = 0;
    errorOf(await review(api, { requestId, type: 'KYC', status: 'Manually Approved' }), '198');
    const row = await api.database.db.selectFrom('kyc_reviews').selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ kyc_status: 'Pending', open: 1 });
    expect(api.fired).toEqual([]);
  });

  test('are listed in pages', async () => {
    const api = await startKyc(await open());
    const [first, second] = [await aParty(api), await aParty(api)];
    await requested(api, first);
    api.nowUs = NOW + 1;
    await requested(api, second);
    expect(await reviews(api, { limit: 1 })).toEqual([first]);
    expect(await reviews(api, { offset: 1 })).toEqual([second]);
    const listed = fieldsOf(await api.call('POST', 'admin/getKycAmlReviews', { limit: 1 }, MASTER));
    expect(listed.totalRecords).toBe(2);
  });
});

describeOnEachDatabase('the watch list', (open) => {
  test('is read again when the operator says so; when it cannot be, the one in use stays', async () => {
    const folder = temporaryFolder();
    cpSync(SANDBOX_LIST_FOLDER, folder, { recursive: true });
    const api = await startKyc(await open(), [folder]);
    const partyId = await aParty(api, { firstName: 'Newly', middleInitial: '', lastName: 'Listed Specimen' });
    const screened = async () => fieldsOf(await api.call('POST', 'performAml', { partyId })).partyDetails;
    expect(await screened()).toMatchObject({ amlStatus: 'Auto Approved' });
    writeFileSync(
      join(folder, 'sdn.csv'),
      '1,"LISTED SPECIMEN, Newly","individual","SANDBOX",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- \r\n',
    );
    const { watchList } = fieldsOf(await api.call('POST', 'admin/reloadWatchList', {}, MASTER));
    const files = ['sdn.csv', 'alt.csv', 'add.csv'];
    const read = { list: 'OFAC SDN', files, published: null, entries: 1, faultCount: 0, faults: [] };
    expect(watchList).toEqual({ entries: 1, names: 1, loadedDate: '2030-01-02 03:04:05', lists: [read] });
    expect(await screened()).toMatchObject({ amlStatus: 'Disapproved' });
    writeFileSync(join(folder, 'sdn.csv'), 'damaged');
    expect(errorOf(await api.call('POST', 'admin/reloadWatchList', {}, MASTER), '190')).toContain('sdn.csv');
    expect(await screened()).toMatchObject({ amlStatus: 'Disapproved' });
  });

  test('must be there: without one nobody is clear', async () => {
    const api = await startKyc(await open(), []);
    const refused = await api.call('POST', 'performAml', { partyId: await aParty(api) });
    expect(refused).toMatchObject({ http: 404, body: { statusCode: '145' } });
    errorOf(await api.call('POST', 'admin/reloadWatchList', {}, MASTER), '404');
  });
});
