import { expect, test } from 'vitest';
import { openDatabase } from '../../../src/database/open-database.ts';
import { takeAttempt } from '../../../src/modules/kyc/questionnaire-records.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { anEntity, aParty } from '../parties/people.ts';
import { ENCODINGS, errorOf, fieldsOf } from '../shared/api.ts';
import { NOW } from '../shared/records.ts';
import { answers, askedFor, startKyc, statusOf } from './kyc-api.ts';

const UNSURE = { lastName: 'Questions' };

describeOnEachDatabase('answers to the questions of a check', (open) => {
  test.each(ENCODINGS)('pass with three that are right (%s)', async (encoding) => {
    const api = await startKyc(await open());
    const partyId = await aParty(api, UNSURE);
    const idNumber = await askedFor(api, partyId);
    expect((await statusOf(api, partyId))[0]).toBe('Pending');
    api.fired.length = 0;
    const passed = fieldsOf(await api.call('PUT', 'updateKycAml', answers(partyId, idNumber, 3), { encoding }));
    const details = { partyId, kycStatus: 'Auto Approved' };
    expect(passed).toEqual({ 'Financial investor details': details });
    expect((await statusOf(api, partyId))[0]).toBe('Auto Approved');
    expect(api.fired).toEqual([{ clientId: 'C1', method: 'updateKycAml', fields: details }]);
  });

  test.each(ENCODINGS)('fail with two that are right, and are taken once (%s)', async (encoding) => {
    const api = await startKyc(await open());
    const partyId = await aParty(api, UNSURE);
    const idNumber = await askedFor(api, partyId);
    api.fired.length = 0;
    const failed = await api.call('PUT', 'updateKycAml', answers(partyId, idNumber, 2), { encoding });
    expect(failed).toMatchObject({
      http: 200,
      body: {
        statusCode: '145',
        statusDesc: 'Too few questions were answered correctly',
        providerResponse: { providerResult: 'fail', response: { 'id-number': idNumber, 'answers-correct': '2' } },
      },
    });
    expect((await statusOf(api, partyId))[0]).toBe('Disapproved');
    const again = await api.call('PUT', 'updateKycAml', answers(partyId, idNumber, 5), { encoding });
    const body = { statusCode: '145', providerResponse: { providerResult: 'error', response: expect.any(Object) } };
    expect(again).toEqual({ http: 404, body });
    expect((await statusOf(api, partyId))[0]).toBe('Disapproved');
    expect(api.fired).toEqual([]);
  });

  test('of two concurrent callers, one succeeds', async () => {
    const api = await startKyc(await open());
    const partyId = await aParty(api, UNSURE);
    const idNumber = await askedFor(api, partyId);
    const both = await Promise.all(
      [5, 5].map((right) => api.call('PUT', 'updateKycAml', answers(partyId, idNumber, right))),
    );
    expect(both.map(({ body }) => body.statusCode).sort()).toEqual(['101', '145']);
  });

  test('count once each, however they cross: an attempt that is taken is taken', async () => {
    const api = await startKyc(await open());
    const partyId = await aParty(api, UNSURE);
    const of = { clientId: 'C1', partyId, idNumber: await askedFor(api, partyId) };
    const { db } = api.database;
    const taken = await Promise.all([takeAttempt(db, of, NOW), takeAttempt(db, of, NOW)]);
    expect(taken.sort()).toEqual([false, true]);
  });

  test('are to the newest questions that the party was asked', async () => {
    const api = await startKyc(await open());
    const partyId = await aParty(api, UNSURE);
    const other = await aParty(api, UNSURE);
    const elsewhere = await askedFor(api, other);
    const first = await askedFor(api, partyId);
    const second = await askedFor(api, partyId);
    const refused = await api.call('PUT', 'updateKycAml', answers(partyId, first, 5));
    const body = { statusCode: '145', providerResponse: { providerResult: 'error' } };
    expect(refused).toMatchObject({ http: 404, body });
    expect((await statusOf(api, partyId))[0]).toBe('Pending');
    fieldsOf(await api.call('PUT', 'updateKycAml', answers(partyId, second, 3)));
    fieldsOf(await api.call('PUT', 'updateKycAml', answers(other, elsewhere, 3)));
  });

  test('come within 600 seconds', async () => {
    const api = await startKyc(await open());
    const partyId = await aParty(api, UNSURE);
    const tardy = await aParty(api, UNSURE);
    const inTime = await askedFor(api, partyId);
    const late = await askedFor(api, tardy);
    api.nowUs = NOW + 600_000_000;
    fieldsOf(await api.call('PUT', 'updateKycAml', answers(partyId, inTime, 3)));
    api.nowUs += 1;
    const refused = await api.call('PUT', 'updateKycAml', answers(tardy, late, 5));
    const body = { statusCode: '145', providerResponse: { providerResult: 'expired' } };
    expect(refused).toMatchObject({ http: 200, body });
  });

  test('are awaited across a restart', async () => {
    const location = await open.migratedLocation();
    const before = await openDatabase(location);
    const first = await startKyc(before);
    const partyId = await aParty(first, UNSURE);
    const idNumber = await askedFor(first, partyId);
    await before.close();
    const second = await startKyc(await open(location));
    fieldsOf(await second.call('PUT', 'updateKycAml', answers(partyId, idNumber, 3)));
    expect((await statusOf(second, partyId))[0]).toBe('Auto Approved');
  });

  test('belong to a check of this party', async () => {
    const api = await startKyc(await open());
    const partyId = await aParty(api, UNSURE);
    const other = await aParty(api, UNSURE);
    const entity = await anEntity(api);
    const idNumber = await askedFor(api, partyId);
    for (const [id, number] of [
      [other, idNumber],
      [entity, idNumber],
      [partyId, '123456789012'],
      [partyId, '12.5'],
    ] as const) {
      const refused = await api.call('PUT', 'updateKycAml', answers(id, number, 5));
      const body = { statusCode: '145', providerResponse: { providerResult: 'error' } };
      expect(refused).toMatchObject({ http: 404, body });
    }
    errorOf(await api.call('PUT', 'updateKycAml', answers(partyId, idNumber, 5), { as: 'C2' }), '198');
    errorOf(await api.call('PUT', 'updateKycAml', answers('P99999999', idNumber, 5)), '198');
    // None of it used up the attempt.
    fieldsOf(await api.call('PUT', 'updateKycAml', answers(partyId, idNumber, 5)));
  });

  test('are all there, and as many as were asked', async () => {
    const api = await startKyc(await open());
    const partyId = await aParty(api, UNSURE);
    const idNumber = await askedFor(api, partyId);
    const sent = answers(partyId, idNumber, 5);
    for (const name of Object.keys(sent)) {
      const { [name]: _, ...rest } = sent;
      expect(errorOf(await api.call('PUT', 'updateKycAml', rest), '106')).toContain(name);
    }
    for (const noOfqns of [0, 4, 6, 'five']) {
      expect(errorOf(await api.call('PUT', 'updateKycAml', { ...sent, noOfqns }), '106')).toContain('noOfqns');
    }
    const text = await api.call('PUT', 'updateKycAml', { ...sent, idNumber: 'x' });
    expect(errorOf(text, '106')).toContain('idNumber');
    fieldsOf(await api.call('PUT', 'updateKycAml', sent));
  });
});
