import { expect, test } from 'vitest';
import { kycModule } from '../../../src/modules/kyc/index.ts';
import { partiesModule } from '../../../src/modules/parties/index.ts';
import type { IdentityProvider } from '../../../src/providers/identity/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { IDENTITY_LIMIT_MS, identityChecks } from '../../support/identity-checks.ts';
import { anEntity, aParty } from '../parties/people.ts';
import { ENCODINGS, errorOf, fieldsOf, startApi } from '../shared/api.ts';
import { NOW } from '../shared/records.ts';
import { answers, askedFor, startKyc, statusOf } from './kyc-api.ts';

const BLOCKED = { firstName: 'Example', middleInitial: '', lastName: 'Blocked Person', dob: '05-15-1960' };
/** NOW is 03:04 in UTC, which is the day before in New York. */
const TODAY = '01-01-2030';
const ID_NUMBER = expect.stringMatching(/^[0-9]{12}$/);
const PASSED = {
  'id-number': ID_NUMBER,
  'summary-result': { key: 'id.success', message: 'Pass' },
  results: { key: 'result.match', message: 'The identity was located' },
  qualifiers: { qualifier: [] },
  idnotescore: '0',
};

describeOnEachDatabase('checks of parties and entities', (open) => {
  const start = async () => startKyc(await open());
  const METHODS = ['performKycAml', 'performKycAmlBasic', 'performAml'];

  test.each(ENCODINGS)('of an individual pass, basic and enhanced (%s)', async (encoding) => {
    const api = await start();
    const partyId = await aParty(api);
    api.fired.length = 0;
    const basic = fieldsOf(await api.call('POST', 'performKycAmlBasic', { partyId }, { encoding }));
    expect(basic).toEqual({ kyc: { response: PASSED, kycstatus: 'Auto Approved', amlstatus: 'Auto Approved' } });
    const { kyc } = fieldsOf(await api.call('POST', 'performKycAml', { partyId }, { encoding }));
    const questions = (kyc as { response: { questions: { question: object[] } } }).response.questions.question;
    expect(questions).toHaveLength(5);
    const question = { prompt: expect.any(String), type: expect.any(String), answer: expect.any(Array) };
    expect(questions[0]).toEqual(question);
    expect(kyc).toMatchObject({ response: PASSED, kycstatus: 'Auto Approved', amlstatus: 'Auto Approved' });
    expect(await statusOf(api, partyId)).toEqual(['Auto Approved', 'Auto Approved', TODAY]);
    const fields = { partyId, kycstatus: 'Auto Approved', amlstatus: 'Auto Approved' };
    expect(api.fired).toEqual([
      { clientId: 'C1', method: 'performKycAmlBasic', fields },
      { clientId: 'C1', method: 'performKycAml', fields },
    ]);
  });

  test.each([
    [{ lastName: 'Fail' }, 'Disapproved', 'Auto Approved'],
    [{ lastName: 'Questions' }, 'Pending', 'Auto Approved'],
    [BLOCKED, 'Auto Approved', 'Disapproved'],
  ])('of an individual with %j: KYC %s, AML %s', async (fields, kycstatus, amlstatus) => {
    const api = await start();
    const partyId = await aParty(api, fields);
    const { kyc } = fieldsOf(await api.call('POST', 'performKycAmlBasic', { partyId }));
    expect(kyc).toMatchObject({ kycstatus, amlstatus });
    const isMatch = amlstatus === 'Disapproved';
    expect('restriction' in (kyc as { response: object }).response).toBe(isMatch);
    expect(await statusOf(api, partyId)).toEqual([kycstatus, amlstatus, TODAY]);
    expect(api.fired.at(-1)?.fields).toEqual({ partyId, kycstatus, amlstatus });
  });

  test.each(ENCODINGS)('of an entity are only of the watch lists (%s)', async (encoding) => {
    const api = await start();
    const clear = await anEntity(api);
    const blocked = await anEntity(api, { entityName: 'Example Blocked Company, L.L.C.' });
    for (const method of ['performKycAml', 'performKycAmlBasic']) {
      const none = await api.call('POST', method, { partyId: clear }, { encoding });
      expect(fieldsOf(none)).toEqual({ 'AML SCORE': 0 });
      const match = await api.call('POST', method, { partyId: blocked }, { encoding });
      expect(fieldsOf(match)).toEqual({ 'AML SCORE': { OFAC: 100 } });
    }
    expect(await statusOf(api, clear)).toEqual(['Auto Approved', 'Auto Approved', TODAY]);
    expect(await statusOf(api, blocked)).toEqual(['Pending', 'Disapproved', TODAY]);
  });

  test.each(ENCODINGS)('of only the watch lists leave the KYC status (%s)', async (encoding) => {
    const api = await start();
    const partyId = await aParty(api, { ...BLOCKED, KYCstatus: 'as it was' });
    const clear = await anEntity(api);
    api.fired.length = 0;
    const { partyDetails } = fieldsOf(await api.call('POST', 'performAml', { partyId }, { encoding }));
    const match = { uid: '9000001', name: 'PERSON, Example Blocked', score: 100, programs: ['SANDBOX', 'EXAMPLE'] };
    expect(partyDetails).toMatchObject({
      response: {
        'id-number': ID_NUMBER,
        restriction: { list: 'OFAC SDN', score: 100, matches: [match, { uid: '9000002' }] },
      },
      amlStatus: 'Disapproved',
    });
    expect(await statusOf(api, partyId)).toEqual(['as it was', 'Disapproved', TODAY]);
    const { response } = partyDetails as { response: Record<string, unknown> };
    expect(api.fired).toEqual([
      {
        clientId: 'C1',
        method: 'performAml',
        fields: {
          partyId,
          apiMethodName: 'performAml',
          tblFields: 'partyId',
          devPerms: '',
          amlStatus: 'Disapproved',
          amlList: 'OFAC SDN',
          amlScore: 100,
          expected_id: response['id-number'],
          providerResponse: response,
        },
      },
    ]);
    const entity = fieldsOf(await api.call('POST', 'performAml', { partyId: clear }, { encoding }));
    expect(entity).toMatchObject({ partyDetails: { amlStatus: 'Auto Approved' } });
    expect(api.fired.at(-1)?.fields).toMatchObject({ partyId: clear, amlScore: 0, amlStatus: 'Auto Approved' });
  });

  test.each(METHODS)(
    '%s: a provider error is 145 with HTTP 404 and without statusDesc, and changes nothing',
    async (name) => {
      const api = await start();
      const partyId = await aParty(api, { lastName: 'ProviderError' });
      const before = await statusOf(api, partyId);
      api.fired.length = 0;
      const failed = await api.call('POST', name, { partyId });
      const providerResponse = { providerResult: 'error', response: { error: expect.any(String) } };
      expect(failed).toEqual({ http: 404, body: { statusCode: '145', providerResponse } });
      expect(await statusOf(api, partyId)).toEqual(before);
      expect(api.fired).toEqual([]);
      for (const type of ['Basic', 'Enhanced', 'AML Only']) {
        const stored = fieldsOf(await api.call('POST', 'getKycAmlResponse', { partyId, type }));
        expect(stored).toEqual({ createdAt: null, kycamlDetails: {} });
      }
    },
  );

  test('end when the provider takes too long', async () => {
    const api = await start();
    const partyId = await aParty(api, { lastName: 'Timeout' });
    const waiting = api.call('POST', 'performAml', { partyId });
    // The timer is there once the provider was asked.
    await expect.poll(() => api.time.waiting).toBe(1);
    api.time.advanceMs(IDENTITY_LIMIT_MS);
    const body = { statusCode: '145', providerResponse: { providerResult: 'timeout' } };
    expect(await waiting).toMatchObject({ http: 404, body });
  });

  test('are refused for whom the client does not have, and without an id', async () => {
    const api = await start();
    const foreign = await aParty(api, {}, 'C2');
    for (const method of METHODS) {
      const unknown = await api.call('POST', method, { partyId: 'P99999999' });
      errorOf(unknown, '198');
      for (const partyId of [foreign, 'E99999999', 'x', 'A10000001']) {
        expect(await api.call('POST', method, { partyId })).toEqual(unknown);
      }
      expect(errorOf(await api.call('POST', method, {}), '106')).toContain('partyId');
    }
  });
});

describeOnEachDatabase('what checks found', (open) => {
  test.each(ENCODINGS)('is stored before the answer, encrypted, the latest of each type (%s)', async (encoding) => {
    const api = await startKyc(await open());
    const partyId = await aParty(api);
    const read = async (type: string) =>
      fieldsOf(await api.call('POST', 'getKycAmlResponse', { partyId, type }, { encoding }));
    expect(await read('basic')).toEqual({ createdAt: null, kycamlDetails: {} });
    const { kyc: first } = fieldsOf(await api.call('POST', 'performKycAmlBasic', { partyId }));
    expect(await read('BASIC')).toEqual({ createdAt: '2030-01-02 03:04:05', kycamlDetails: { kyc: first } });
    api.nowUs = NOW + 60_000_000;
    const { kyc: second } = fieldsOf(await api.call('POST', 'performKycAmlBasic', { partyId }));
    expect(await read('basic')).toEqual({ createdAt: '2030-01-02 03:05:05', kycamlDetails: { kyc: second } });
    expect(second).not.toEqual(first);
    expect(await read('Enhanced')).toEqual({ createdAt: null, kycamlDetails: {} });
    const { partyDetails } = fieldsOf(await api.call('POST', 'performAml', { partyId }));
    const { response, amlStatus } = partyDetails as Record<string, unknown>;
    const kyc = { response, kycstatus: null, amlstatus: amlStatus };
    expect(await read('aml only')).toEqual({ createdAt: expect.any(String), kycamlDetails: { kyc } });
    const rows = await api.database.db.selectFrom('kyc_responses').selectAll().execute();
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).not.toMatch(/id-number|Approved/);
  });

  test('is deleted virtually, with the statuses', async () => {
    const api = await startKyc(await open());
    const partyId = await aParty(api);
    await api.call('POST', 'performKycAml', { partyId });
    errorOf(await api.call('POST', 'deleteKycAml', { partyId }, { as: 'C2' }), '198');
    expect(fieldsOf(await api.call('POST', 'deleteKycAml', { partyId }))).toEqual({});
    const stored = fieldsOf(await api.call('POST', 'getKycAmlResponse', { partyId, type: 'Enhanced' }));
    expect(stored).toEqual({ createdAt: null, kycamlDetails: {} });
    expect(await statusOf(api, partyId)).toEqual([null, null, null]);
    const rows = await api.database.db.selectFrom('kyc_responses').select('deleted_at').execute();
    expect(rows).toEqual([{ deleted_at: NOW }]);
    // The next check restarts.
    await api.call('POST', 'performKycAml', { partyId });
    expect(await statusOf(api, partyId)).toEqual(['Auto Approved', 'Auto Approved', TODAY]);
  });

  test.each(ENCODINGS)('shows as the status, with its date in one form (%s)', async (encoding) => {
    const api = await startKyc(await open());
    const partyId = await aParty(api, { AMLdate: '2030-02-03' });
    expect(fieldsOf(await api.call('POST', 'getKycAml', { partyId }, { encoding }))).toEqual({
      'KYC Status': 'Pending',
      'Party Status': { PartyID: partyId, 'AML status': 'pending', 'AML date': '02-03-2030' },
    });
  });

  test('is refused to others, and without what says of whom', async () => {
    const api = await startKyc(await open());
    const foreign = await aParty(api, {}, 'C2');
    for (const method of ['getKycAml', 'getKycAmlResponse', 'deleteKycAml']) {
      const unknown = await api.call('POST', method, { partyId: 'P99999999', type: 'Basic' });
      errorOf(unknown, '198');
      expect(await api.call('POST', method, { partyId: foreign, type: 'Basic' })).toEqual(unknown);
      expect(errorOf(await api.call('POST', method, { type: 'Basic' }), '106')).toContain('partyId');
    }
    expect(errorOf(await api.call('POST', 'getKycAmlResponse', { partyId: foreign }), '106')).toContain('type');
    const wrong = { partyId: foreign, type: 'Full' };
    expect(errorOf(await api.call('POST', 'getKycAmlResponse', wrong), '106')).toContain('type');
  });
});

describeOnEachDatabase('a party that is deleted while the provider is asked', (open) => {
  test.each(['performKycAml', 'performKycAmlBasic', 'performAml', 'updateKycAml'])(
    'is unknown to %s, and nothing is kept of the answer',
    async (method) => {
      const { identity, watchLists } = await identityChecks();
      let whileAsked = async () => {};
      const slow: IdentityProvider = {
        check: (...of) => whileAsked().then(() => identity.check(...of)),
        checkAnswers: (...of) => whileAsked().then(() => identity.checkAnswers(...of)),
        screen: (...of) => whileAsked().then(() => identity.screen(...of)),
      };
      const api = await startApi(await open(), [
        partiesModule,
        (deps) => kycModule({ ...deps, identity: slow, watchLists }),
      ]);
      const partyId = await aParty(api, { lastName: 'Questions' });
      const idNumber = await askedFor(api, partyId);
      const { db } = api.database;
      const kept = () => db.selectFrom('kyc_responses').select('response_id').execute();
      const before = await kept();
      api.fired.length = 0;
      whileAsked = async () => void (await api.call('POST', 'deleteParty', { partyId }));
      const refused =
        method === 'updateKycAml'
          ? await api.call('PUT', method, answers(partyId, idNumber, 5))
          : await api.call('POST', method, { partyId });
      errorOf(refused, '198');
      expect(await kept()).toEqual(before);
      expect((await db.selectFrom('parties').select('kyc_status').executeTakeFirstOrThrow()).kyc_status).toBe(
        'Pending',
      );
      expect(api.fired).toEqual([]);
    },
  );
});
