import { expect, test } from 'vitest';
import { partiesModule } from '../../../src/modules/parties/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { ENCODINGS, errorOf, fieldsOf, startApi } from '../shared/api.ts';
import { anEntity, aParty, ENTITY, PARTY } from './people.ts';

const STAMP = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
const { KYCstatus, AMLstatus, AMLdate, ...PARTY_REST } = PARTY;
const READ_PARTY = {
  ...PARTY_REST,
  kycStatus: KYCstatus,
  amlStatus: AMLstatus,
  amlDate: AMLdate,
  esignStatus: 'NOTSIGNED',
  documentKey: '',
  createdDate: STAMP,
  updatedDate: STAMP,
};
const { formationDate: _, ...READ_ENTITY } = ENTITY;

/** A key that reads no personal data. */
const BASE = { BASE: { clientId: 'C1', scopes: ['party.read'] } };

describeOnEachDatabase('parties and entities', (open) => {
  const start = async () => startApi(await open(), [partiesModule], { keys: BASE });
  type Api = Awaited<ReturnType<typeof start>>;
  const party = async (api: Api, partyId: string, as = 'C1') =>
    (fieldsOf(await api.call('POST', 'getParty', { partyId }, { as })).partyDetails as object[])[0];
  const entity = async (api: Api, partyId: string) =>
    (fieldsOf(await api.call('POST', 'getEntity', { partyId })).entityDetails as object[])[0];

  test.each([...ENCODINGS, 'multipart'] as const)('are created, read, changed and deleted (%s)', async (encoding) => {
    const api = await start();
    const created = fieldsOf(await api.call('PUT', 'createParty', PARTY, { encoding }));
    expect(created).toEqual({
      partyDetails: [true, [{ partyId: 'P10000001', KYCstatus: 'Pending', AMLstatus: 'pending' }]],
    });
    const partyId = 'P10000001';
    expect(await party(api, partyId)).toEqual({ partyId, ...READ_PARTY });
    for (const verb of ['POST', 'PUT'] as const) {
      const changed = await api.call(verb, 'updateParty', { partyId, notes: verb, KYCstatus: 'x' }, { encoding });
      expect(fieldsOf(changed)).toEqual({
        partyDetails: [true, [{ partyId, KYCstatus: 'x', AMLstatus: 'pending' }]],
      });
      expect(await party(api, partyId)).toEqual({ partyId, ...READ_PARTY, notes: verb, kycStatus: 'x' });
    }
    const deleted = await api.call('POST', 'deleteParty', { partyId }, { encoding });
    expect(deleted.body).toMatchObject({ statusCode: '101', statusDesc: 'Party deleted successfully!' });
    errorOf(await api.call('POST', 'getParty', { partyId }), '198');
    const statuses = { partyId, AMLstatus: 'pending' };
    expect(api.fired).toEqual([
      { clientId: 'C1', method: 'createParty', fields: { ...statuses, KYCstatus: 'Pending' } },
      { clientId: 'C1', method: 'updateParty', fields: { ...statuses, KYCstatus: 'x' } },
      { clientId: 'C1', method: 'updateParty', fields: { ...statuses, KYCstatus: 'x' } },
    ]);
  });

  test.each([...ENCODINGS, 'multipart'] as const)('entities alike, with their own webhooks (%s)', async (encoding) => {
    const api = await start();
    const created = fieldsOf(await api.call('PUT', 'createEntity', ENTITY, { encoding }));
    expect(created).toEqual({ entityDetails: [true, [{ partyId: 'E10000001' }]] });
    const partyId = 'E10000001';
    expect(await entity(api, partyId)).toEqual({ partyId, ...READ_ENTITY });
    const changed = await api.call('POST', 'updateEntity', { partyId, ein: '98-7654321' }, { encoding });
    expect(fieldsOf(changed)).toEqual({
      entityDetails: [true, [{ partyId, KYCstatus: 'Pending', AMLstatus: 'Pending' }]],
    });
    expect(await entity(api, partyId)).toEqual({ partyId, ...READ_ENTITY, ein: '98-7654321' });
    await api.call('POST', 'deleteEntity', { partyId }, { encoding });
    errorOf(await api.call('POST', 'getEntity', { partyId }), '198');
    expect(api.fired.map(({ method }) => method)).toEqual(['updateEntity']);
  });

  test('show what was not sent as null or empty (C16)', async () => {
    const api = await start();
    const needed = {
      domicile: 'non-resident',
      firstName: 'Ada',
      lastName: 'Example',
      dob: '1980-01-31',
      primCountry: 'Austria',
      primAddress1: '1',
      primCity: 'Vienna',
      primZip: '1010',
      emailAddress: 'a@example.com',
    };
    const created = fieldsOf(await api.call('PUT', 'createParty', needed));
    expect(created).toEqual({ partyDetails: [true, [{ partyId: 'P10000001', KYCstatus: null, AMLstatus: null }]] });
    const nulls = `middleInitial phone phone2 associatedPerson empStatus empZip invest_to currentAnnIncome avgAnnIncome
      currentHouseholdIncome avgHouseholdIncome householdNetworth kycStatus amlStatus amlDate`.split(/\s+/);
    const empties = `socialSecurityNumber primAddress2 primState emailAddress2 occupation empName empCountry empAddress1
      empAddress2 empCity empState tags notes field1 field2 field3 documentKey`.split(/\s+/);
    expect(await party(api, 'P10000001')).toEqual({
      partyId: 'P10000001',
      ...needed,
      dob: '01-31-1980',
      ...Object.fromEntries(nulls.map((name) => [name, null])),
      ...Object.fromEntries(empties.map((name) => [name, ''])),
      esignStatus: 'NOTSIGNED',
      createdDate: STAMP,
      updatedDate: STAMP,
    });
  });

  test('refuse what is missing or malformed, naming it', async () => {
    const api = await start();
    for (const name of [
      'firstName',
      'lastName',
      'dob',
      'primCountry',
      'primAddress1',
      'primCity',
      'primState',
      'primZip',
      'emailAddress',
    ]) {
      const { [name as keyof typeof PARTY]: _left, ...rest } = PARTY;
      expect(errorOf(await api.call('PUT', 'createParty', rest), '106')).toContain(name);
    }
    for (const name of ['entityName', 'primCountry', 'primState', 'emailAddress']) {
      const { [name as keyof typeof ENTITY]: _left, ...rest } = ENTITY;
      expect(errorOf(await api.call('PUT', 'createEntity', rest), '106')).toContain(name);
    }
    for (const [name, value] of [
      ['dob', '1980-02-30'],
      ['dob', '01-03-2030'],
      ['socialSecurityNumber', 'x'],
      ['socialSecurityNumber', '123456789'],
      ['socialSecurityNumber', '123-456789'],
      ['currentAnnIncome', '1e3'],
      ['currentAnnIncome', '-1'],
      ['avgAnnIncome', '-1'],
      ['currentHouseholdIncome', '-1'],
      ['avgHouseholdIncome', '-1'],
      ['tags', 'a,b,c,d,e,f,g,h,i,j,k'],
      ['phone', 'call me'],
    ] as const) {
      expect(errorOf(await api.call('PUT', 'createParty', { ...PARTY, [name]: value }), '106')).toContain(name);
    }
    expect(errorOf(await api.call('PUT', 'createEntity', { ...ENTITY, ein: 'x' }), '106')).toContain('ein');
    const poor = await api.call('PUT', 'createEntity', { ...ENTITY, totalAssets: '-1' });
    expect(errorOf(poor, '106')).toContain('totalAssets');
    expect(errorOf(await api.call('POST', 'getParty', {}), '106')).toContain('partyId');
    expect(api.fired).toEqual([]);
  });

  test('name a missing primState with the others, in the form that they have', async () => {
    const api = await start();
    const missing = errorOf(await api.call('PUT', 'createParty', {}), '106');
    for (const name of ['firstName', 'primState', 'emailAddress']) {
      expect(missing).toContain(`<br />${name}&nbsp;&nbsp;: Missing`);
    }
    expect(errorOf(await api.call('PUT', 'createEntity', {}), '106')).toContain('<br />primState&nbsp;&nbsp;: Missing');
    const abroad = errorOf(await api.call('PUT', 'createParty', { domicile: 'Non-Resident' }), '106');
    expect(abroad).toContain('firstName');
    expect(abroad).not.toContain('primState');
  });

  test('take a birth date of this very day in US Eastern time, and none after it', async () => {
    const api = await start();
    // 03:04 UTC on the second is still the first there.
    const partyId = await aParty(api, { dob: '01-01-2030' });
    const refused = await api.call('POST', 'updateParty', { partyId, dob: '2030-01-02' });
    expect(errorOf(refused, '106')).toContain('<br />dob&nbsp;&nbsp;: must not be in the future');
    expect(await party(api, partyId)).toMatchObject({ dob: '01-01-2030' });
  });

  test('answer 198 to an unknown, foreign, malformed or other kind of id, all alike', async () => {
    const api = await start();
    const ids = { Party: await aParty(api), Entity: await anEntity(api) };
    for (const [suffix, other] of [
      ['Party', 'Entity'],
      ['Entity', 'Party'],
    ] as const) {
      for (const name of [`get${suffix}`, `update${suffix}`, `delete${suffix}`]) {
        const unknown = await api.call('POST', name, { partyId: 'P99999999' });
        errorOf(unknown, '198');
        for (const partyId of [ids[other], 'x', 'P1', "P10000001' or 1=1", 10_000_001]) {
          expect(await api.call('POST', name, { partyId })).toEqual(unknown);
        }
        expect(await api.call('POST', name, { partyId: ids[suffix] }, { as: 'C2' })).toEqual(unknown);
      }
    }
    fieldsOf(await api.call('POST', 'getParty', { partyId: ids.Party }));
  });

  test('keep tax ids and dates of birth encrypted, and mask the tax id for keys without the high level', async () => {
    const api = await start();
    const partyId = await aParty(api);
    await anEntity(api);
    const { db } = api.database;
    const rows = [
      ...(await db.selectFrom('parties').selectAll().execute()),
      ...(await db.selectFrom('entities').selectAll().execute()),
    ];
    const stored = JSON.stringify(rows);
    for (const secret of ['123-45-6789', '01-31-1980', '12-3456789']) expect(stored).not.toContain(secret);
    expect(await party(api, partyId, 'BASE')).toMatchObject({ socialSecurityNumber: 'XXX-XX-6789' });
  });

  test('are listed newest first, archived and deleted ones only on demand, for keys with the scope', async () => {
    const api = await start();
    const first = await aParty(api);
    const second = await aParty(api, { emailAddress: 'second@example.com' });
    const gone = await aParty(api);
    await aParty(api, {}, 'C2');
    const anEntityId = await anEntity(api);
    await api.call('POST', 'deleteParty', { partyId: gone });
    const archive = { partyId: first, archiveStatus: '1' };
    expect(fieldsOf(await api.call('POST', 'updatePartyEntityArchivestatus', archive))).toEqual({
      partyDetails: [archive],
    });
    expect(api.fired.at(-1)).toMatchObject({ method: 'updatePartyEntityArchivestatus', fields: archive });
    const list = async (query: string, key = 'parties') =>
      (fieldsOf(await api.get(`${key}${query}`))[key] as Record<string, unknown>[]).map(({ partyId }) => partyId);
    expect(await list('')).toEqual([second]);
    expect(await list('?deleted=true')).toEqual([gone, second, first]);
    expect(await list('?filter={"emailAddress":"second@example.com"}')).toEqual([second]);
    expect(await list('?deleted=true&sort=partyId:asc')).toEqual([first, second, gone]);
    const { parties } = fieldsOf(await api.get(`parties?filter[partyId]=${second}`));
    expect(parties).toEqual([
      { partyId: second, ...READ_PARTY, emailAddress: 'second@example.com', partystatus: 'Active' },
    ]);
    const { entities } = fieldsOf(await api.get('entities'));
    expect(entities).toEqual([
      {
        partyId: anEntityId,
        ...ENTITY,
        esignStatus: 'NOTSIGNED',
        documentKey: '',
        createdDate: STAMP,
        updatedDate: STAMP,
        partystatus: 'Active',
      },
    ]);
    expect(fieldsOf(await api.get(`parties/${second}`)).party).toMatchObject({ partyId: second, firstName: 'Ada' });
    expect(await api.get('parties/P99999999')).toMatchObject({ http: 404, body: { statusCode: '1404' } });
    expect(await api.get('parties', { as: 'BASE' })).toMatchObject({ http: 403, body: { statusCode: '1403' } });
    const master = fieldsOf(await api.get('parties?deleted=true', { as: 'MASTER' })).parties as { clientId: string }[];
    expect(new Set(master.map(({ clientId }) => clientId))).toEqual(new Set(['C1', 'C2']));
    expect(await party(api, second, 'MASTER')).toEqual({
      ...((await party(api, second)) as object),
      clientId: 'C1',
    });
  });
});
