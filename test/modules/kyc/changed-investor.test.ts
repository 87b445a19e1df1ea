import { expect, test } from 'vitest';
import { screenOnly } from '../../../src/modules/kyc/check.ts';
import { findPerson } from '../../../src/modules/parties/index.ts';
import { inOneTransaction } from '../../../src/modules/shared/change/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { anEntity, aParty } from '../parties/people.ts';
import { errorOf, fieldsOf } from '../shared/api.ts';
import { startKyc, statusOf } from './kyc-api.ts';
import { APPROVED, allPieces, dueOf, LISTED, listFolder, MASTER, queue, responses } from './screening-api.ts';

describeOnEachDatabase('after its own data changed', (open) => {
  async function approved(fields: Record<string, unknown> = {}) {
    const { folder, gain } = listFolder();
    gain(1, 'LISTED SPECIMEN, Newly');
    const api = await startKyc(await open(), [folder]);
    await allPieces(api);
    const partyId = await aParty(api, { ...APPROVED, ...fields });
    const update = async (sent: Record<string, unknown>) =>
      fieldsOf(await api.call('PUT', 'updateParty', { partyId, ...sent }));
    return { api, partyId, update };
  }

  test('an approved party is screened again, and reported where it is now like an entry', async () => {
    const { api, partyId, update } = await approved();
    await update(LISTED);
    api.fired.length = 0;
    await allPieces(api);
    expect(api.fired).toMatchObject([{ clientId: 'C1', method: 'screenedAgain', fields: { partyId } }]);
    expect(await queue(api)).toMatchObject([{ investorId: partyId, amlStatus: 'Pending', cause: 'Investor changed' }]);
    expect(await statusOf(api, partyId)).toMatchObject({ 0: 'Auto Approved', 1: 'Auto Approved' });
    expect(await dueOf(api)).toEqual([]);
    const listed = fieldsOf(await api.get('kycReviews')) as { items?: object[] };
    expect(JSON.stringify(listed)).toContain('Investor changed');
  });

  test('the client can ask for a review that the program opened, and then not once more', async () => {
    const { api, partyId, update } = await approved();
    await update(LISTED);
    await allPieces(api);
    const [opened] = await queue(api);
    const asked = fieldsOf(await api.call('POST', 'requestKycAml', { investorId: partyId }));
    expect(asked.requestDetails).toEqual([{ investorId: partyId, requestId: opened?.requestId }]);
    expect(await queue(api)).toMatchObject([{ ...opened, kycStatus: 'Pending', amlStatus: 'Pending', cause: null }]);
    errorOf(await api.call('POST', 'requestKycAml', { investorId: partyId }), '116');
  });

  test("a review that was requested is opened again, and then is the client's once it asks", async () => {
    const { api, partyId, update } = await approved({ AMLstatus: 'Pending' });
    const { requestDetails } = fieldsOf(await api.call('POST', 'requestKycAml', { investorId: partyId }));
    const [{ requestId }] = requestDetails as [{ requestId: string }];
    const decide = (type: string) => ({ requestId, type, status: 'Manually Approved' });
    for (const type of ['KYC', 'AML']) fieldsOf(await api.call('POST', 'admin/reviewKycAml', decide(type), MASTER));
    await update(LISTED);
    await allPieces(api);
    const reopened = { requestId, kycStatus: 'Manually Approved', amlStatus: 'Pending', cause: 'Investor changed' };
    expect(await queue(api)).toMatchObject([reopened]);
    errorOf(await api.call('POST', 'requestKycAml', { investorId: partyId }), '116');
    fieldsOf(await api.call('POST', 'admin/reviewKycAml', decide('AML'), MASTER));
    expect(await queue(api)).toEqual([]);
    const again = { partyId, type: 'AML', status: 'Updated Review Requested' };
    fieldsOf(await api.callLegacy('updateKycAmlStatus', again));
    expect(await queue(api)).toMatchObject([{ requestId, amlStatus: 'Pending', cause: null }]);
  });

  test.each([
    { firstName: 'Adah' },
    { middleInitial: 'R' },
    { lastName: 'Sample' },
    { dob: '02-28-1981' },
    { socialSecurityNumber: '987-65-4321' },
    { primCountry: 'Exampleland' },
  ])('its result is kept where nothing is found: %j', async (sent) => {
    const { api, partyId, update } = await approved();
    await update(sent);
    api.fired.length = 0;
    await allPieces(api);
    expect([api.fired, await queue(api), await responses(api, partyId)]).toEqual([[], [], 1]);
  });

  test('an entity too, for its name, number or country', async () => {
    const { api } = await approved();
    const partyId = await anEntity(api, APPROVED);
    for (const sent of [{ entityName: 'Other Trust' }, { ein: '98-7654321' }, { primCountry: 'Exampleland' }]) {
      fieldsOf(await api.call('PUT', 'updateEntity', { partyId, ...sent }));
      await allPieces(api);
    }
    expect(await responses(api, partyId)).toBe(3);
  });

  test('not for other fields, the same values, or where it is not approved', async () => {
    const { api, update } = await approved();
    await allPieces(api);
    await update({ primCity: 'Other City', lastName: "O'Example", dob: '01-31-1980' });
    expect(await dueOf(api)).toEqual([]);
    await update({ AMLstatus: 'Pending', ...LISTED });
    expect(await dueOf(api)).toEqual([]);
  });

  test('when the client creates it approved, without a check', async () => {
    const { folder, gain } = listFolder();
    gain(1, 'LISTED SPECIMEN, Newly');
    const api = await startKyc(await open(), [folder]);
    const [listed] = [await aParty(api, { ...LISTED, ...APPROVED }), await aParty(api, APPROVED)];
    await allPieces(api);
    const notices = api.fired.filter(({ method }) => method === 'screenedAgain');
    expect(notices.map(({ fields }) => fields.partyId)).toEqual([listed]);
    expect((await queue(api)).map((row) => row.investorId)).toEqual([listed]);
  });

  test('when the client approves it, because its name changed before that', async () => {
    const { api, partyId, update } = await approved();
    await update({ AMLstatus: 'Pending', ...LISTED });
    await update({ AMLstatus: 'Auto Approved' });
    api.fired.length = 0;
    await allPieces(api);
    expect(api.fired).toMatchObject([{ method: 'screenedAgain', fields: { partyId, cause: 'Investor changed' } }]);
  });

  test('when a reviewer approves it, once for the same entries', async () => {
    const { api, partyId, update } = await approved({ AMLstatus: 'Pending' });
    fieldsOf(await api.call('POST', 'performAml', { partyId }));
    const { requestDetails } = fieldsOf(await api.call('POST', 'requestKycAml', { investorId: partyId }));
    const [{ requestId }] = requestDetails as [{ requestId: string }];
    await update({ AMLstatus: 'Pending', ...LISTED });
    const decision = { requestId, type: 'AML', status: 'Manually Approved' };
    fieldsOf(await api.call('POST', 'admin/reviewKycAml', decision, MASTER));
    api.fired.length = 0;
    await allPieces(api);
    expect(api.fired).toMatchObject([{ method: 'screenedAgain', fields: { partyId } }]);
    expect(await queue(api)).toMatchObject([{ requestId, amlStatus: 'Pending' }]);
    fieldsOf(await api.call('POST', 'admin/reviewKycAml', decision, MASTER));
    api.fired.length = 0;
    await allPieces(api);
    expect([api.fired, await dueOf(api)]).toEqual([[], []]);
  });

  test('when it changed while a check of its earlier name was made', async () => {
    const { api, partyId, update } = await approved({ AMLstatus: 'Pending' });
    const { db } = api.database;
    const asked = await screenOnly(api.screening, (await findPerson(db, 'C1', partyId))!);
    await update(LISTED);
    await inOneTransaction(api.screening, (transaction) => asked.write(transaction, '192.0.2.1'));
    expect(await statusOf(api, partyId)).toMatchObject({ 1: 'Auto Approved' });
    api.fired.length = 0;
    await allPieces(api);
    expect(api.fired).toMatchObject([{ method: 'screenedAgain', fields: { partyId, cause: 'Investor changed' } }]);
  });
});
