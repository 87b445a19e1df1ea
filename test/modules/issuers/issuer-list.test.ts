import { expect, test } from 'vitest';
import { issuersModule } from '../../../src/modules/issuers/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { type Answered, fieldsOf, startApi } from '../shared/api.ts';
import { anIssuer } from '../shared/records.ts';

const FIELDS = {
  issuerName: 'Example Issuer',
  firstName: 'Ada',
  lastName: 'Example',
  email: 'ada@example.com',
  phoneNumber: null,
  issuerStatus: 'Pending',
};

describeOnEachDatabase('GET /v3/issuers', (open) => {
  const keys = {
    BASE: { clientId: 'C1', scopes: ['issuer.read', 'issuer.read.pii_low', 'account.read.pii_high'] },
    MEDIUM: { clientId: 'C1', scopes: ['issuer.read.pii_medium'] },
  };
  const start = async (issuers = 0) => {
    const api = await startApi(await open(), [issuersModule], { keys });
    for (let n = 0; n < issuers; n++) await anIssuer(api.database.db, 'C1');
    return api;
  };
  const ids = (answer: Answered) =>
    (fieldsOf(answer).issuers as { issuerId: string }[]).map(({ issuerId }) => issuerId);
  const refusal = ({ http, body }: Answered) => [http, body.statusCode, body.issuers];

  test('lists the ten newest with all fields', async () => {
    const api = await start(12);
    const answer = fieldsOf(await api.get('issuers'));
    expect(answer.issuers).toEqual(Array.from({ length: 10 }, (_, n) => ({ issuerId: String(1012 - n), ...FIELDS })));
    expect(answer.pagination).toEqual({ totalRecords: 12, startIndex: 0, endIndex: 9 });
    expect(Object.keys((answer.issuers as object[])[0]!)).toEqual(['issuerId', ...Object.keys(FIELDS)]);
  });

  test('pages, filters and sorts', async () => {
    const api = await start(5);
    const second = await api.get('issuers?offset=3&limit=3');
    expect(ids(second)).toEqual(['1002', '1001']);
    expect(second.body.pagination).toEqual({ totalRecords: 5, startIndex: 3, endIndex: 4 });
    expect(ids(await api.get('issuers?filter[issuerId]=1002&filter[issuerId]=1004'))).toEqual(['1004', '1002']);
    expect(ids(await api.get('issuers?sort=issuerId:ASC&limit=2'))).toEqual(['1001', '1002']);
    expect(ids(await api.get('issuers?sort=shoeSize:ASC&limit=2'))).toEqual(['1005', '1004']);
  });

  test('shows deleted ones when asked to', async () => {
    const api = await start(2);
    await api.database.db.updateTable('issuers').set({ deleted_at: 1 }).where('issuer_id', '=', 1001).execute();
    expect(ids(await api.get('issuers'))).toEqual(['1002']);
    expect(ids(await api.get('issuers?deleted=false'))).toEqual(['1002']);
    const both = await api.get('issuers?deleted=true');
    expect(ids(both)).toEqual(['1002', '1001']);
    expect(both.body.pagination).toMatchObject({ totalRecords: 2 });
    expect((await api.get('issuers?deleted=perhaps')).body.statusCode).toBe('1400');
  });

  test('is empty with 101 for a client without issuers, at offset 0 only', async () => {
    const api = await start();
    expect(fieldsOf(await api.get('issuers'))).toEqual({
      issuers: [],
      pagination: { totalRecords: 0, startIndex: 0, endIndex: 0 },
    });
    expect(refusal(await api.get('issuers?offset=1'))).toEqual([422, '239', []]);
  });

  test('refuses what is out of range, no number, or no filter, with an empty list', async () => {
    const api = await start(3);
    for (const query of ['offset=-1', 'offset=3', 'offset=4', 'limit=0', 'limit=501', 'filter[issuerId]=1&offset=1']) {
      expect(refusal(await api.get(`issuers?${query}`)), query).toEqual([422, '239', []]);
    }
    for (const query of ['offset=two', 'limit=2.5', 'limit=ten&offset=-1']) {
      expect(refusal(await api.get(`issuers?${query}`)), query).toEqual([422, '1422', []]);
    }
    for (const query of [
      'filter=%3Cscript%3E',
      'filter=drop table issuers',
      'filter[shoeSize]=1',
      'filter[issuerId]=x',
      'filter[issuerId][min]=1',
      'filter[createdDate]=yesterday',
      'filter[constructor]=x',
    ]) {
      expect(refusal(await api.get(`issuers?${query}`)), query).toEqual([400, '1400', []]);
    }
    const unknown = await api.get('issuers?shoeSize=1');
    expect([unknown.http, unknown.body.statusCode]).toEqual([400, '1400']);
    expect((await api.get('issuers?filter[shoeSize]=1')).body.statusDesc).toContain('"shoeSize"');
  });

  test('shows each client its own, and a master key all with their client', async () => {
    const api = await start(1);
    await anIssuer(api.database.db, 'C2');
    expect(ids(await api.get('issuers'))).toEqual(['1001']);
    expect(ids(await api.get('issuers', { as: 'C2' }))).toEqual(['1002']);
    expect(ids(await api.get('issuers?filter[issuerId]=1001', { as: 'C2' }))).toEqual([]);
    expect(fieldsOf(await api.get('issuers', { as: 'MASTER' })).issuers).toEqual([
      { issuerId: '1002', ...FIELDS, clientId: 'C2' },
      { issuerId: '1001', ...FIELDS, clientId: 'C1' },
    ]);
  });

  test('needs issuer.read.pii_medium or above', async () => {
    const api = await start(1);
    expect(ids(await api.get('issuers', { as: 'MEDIUM' }))).toEqual(['1001']);
    const refused = await api.get('issuers', { as: 'BASE' });
    expect([refused.http, refused.body.statusCode]).toEqual([403, '1403']);
  });

  test('is a POST too', async () => {
    const api = await start(3);
    const body = { offset: 1, limit: '1', deleted: true, filter: { issuerStatus: ['Pending'] }, sort: 'issuerId:asc' };
    expect(ids(await api.call('POST', 'issuers', body))).toEqual(['1002']);
    const form = { offset: 2, filter: '{"issuerStatus":"Pending"}' };
    expect(ids(await api.call('POST', 'issuers', form, { encoding: 'form' }))).toEqual(['1001']);
    expect(refusal(await api.call('POST', 'issuers', { limit: true }))).toEqual([422, '1422', []]);
    expect(refusal(await api.call('POST', 'issuers', { filter: [1] }))).toEqual([400, '1400', []]);
  });
});
