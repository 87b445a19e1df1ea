import { expect, test } from 'vitest';
import { partiesModule } from '../../../src/modules/parties/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { ENCODINGS, errorOf, fieldsOf, startApi } from '../shared/api.ts';
import { anEntity, aParty } from './people.ts';

const DETAILS = { poliCont: 'none', CFTC: 'No', boName: 'Ada Example', boSSN: '123-45-6789', USPerson: 'Yes' };
const KEYS = { BASE: { clientId: 'C1', scopes: ['party.read'] } };

describeOnEachDatabase('supplemental details of entities', (open) => {
  const start = async () => startApi(await open(), [partiesModule], { keys: KEYS });

  test.each(ENCODINGS)('are created once, changed and read (%s)', async (encoding) => {
    const api = await start();
    const entityID = await anEntity(api);
    for (const name of ['getEntitySupp', 'updateEntitySupp']) {
      errorOf(await api.call('POST', name, { entityID }, { encoding }), '200');
    }
    const body = { entityID, ...DETAILS, createdIpAddress: '192.0.2.1' };
    const created = fieldsOf(await api.call('POST', 'createEntitySupp', body, { encoding }));
    const [stored] = created.entityDetails as [Record<string, unknown>];
    expect(stored).toMatchObject({ entityID, ...DETAILS, CFIUS: null, updatedDate: null });
    errorOf(await api.call('POST', 'createEntitySupp', body, { encoding }), '116');
    const changed = await api.call('POST', 'updateEntitySupp', { entityID, CFTC: 'Yes' }, { encoding });
    expect(fieldsOf(changed).entityDetails).toMatchObject([{ ...DETAILS, CFTC: 'Yes' }]);
    const read = fieldsOf(await api.call('POST', 'getEntitySupp', { entityID }, { encoding }));
    expect(read.entityDetails).toMatchObject([{ ...DETAILS, CFTC: 'Yes' }]);
    expect(api.fired.map(({ method }) => method)).toEqual(['createEntitySupp', 'updateEntitySupp']);
    expect(api.fired[0]?.fields).toMatchObject({ entityID, ...DETAILS, createdIpAddress: '192.0.2.1' });
    expect(Object.keys(api.fired[0]?.fields ?? {})).not.toContain('updatedDate');
    expect(api.fired[1]?.fields).toMatchObject({ entityID, CFTC: 'Yes', updatedDate: expect.any(String) });
    expect(Object.keys(api.fired[1]?.fields ?? {})).not.toContain('createdIpAddress');
  });

  test('have the address of the caller when the call has no address', async () => {
    const api = await start();
    fieldsOf(await api.call('POST', 'createEntitySupp', { entityID: await anEntity(api), ...DETAILS }));
    expect(api.fired[0]?.fields).toMatchObject({ createdIpAddress: '127.0.0.1' });
  });

  test('are encrypted at rest, and their tax id is masked for keys without the high level', async () => {
    const api = await start();
    const entityID = await anEntity(api);
    fieldsOf(await api.call('POST', 'createEntitySupp', { entityID, ...DETAILS }));
    const row = await api.database.db.selectFrom('entity_supplements').selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain('6789');
    const { entityDetails } = fieldsOf(await api.call('POST', 'getEntitySupp', { entityID }, { as: 'BASE' }));
    expect(entityDetails).toMatchObject([{ boSSN: 'XXX-XX-6789', boName: 'REDACTED' }]);
  });

  test('belong to an entity that the client has', async () => {
    const api = await start();
    const entityID = await anEntity(api);
    const partyId = await aParty(api);
    fieldsOf(await api.call('POST', 'createEntitySupp', { entityID, ...DETAILS }));
    for (const name of ['createEntitySupp', 'updateEntitySupp', 'getEntitySupp']) {
      const foreign = await api.call('POST', name, { entityID }, { as: 'C2' });
      errorOf(foreign, '198');
      for (const other of ['E99999999', partyId, 'x']) {
        expect(await api.call('POST', name, { entityID: other })).toEqual(foreign);
      }
      expect(errorOf(await api.call('POST', name, {}), '106')).toContain('entityID');
    }
  });
});
