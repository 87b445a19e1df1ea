import { expect, test } from 'vitest';
import { accountsModule } from '../../../src/modules/accounts/index.ts';
import { linksModule, primaryPartyOf } from '../../../src/modules/links/index.ts';
import { insertLink } from '../../../src/modules/links/link-records.ts';
import { partiesModule } from '../../../src/modules/parties/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { anEntity, aParty } from '../parties/people.ts';
import { anAccount } from '../shared/accounts.ts';
import { type Answered, ENCODINGS, errorOf, fieldsOf, startApi } from '../shared/api.ts';

const NO_SCOPE = { NOSCOPE: { clientId: 'C1', scopes: [] } };

function refused({ http, body }: Answered, statusCode: '1400' | '1404' | '1422'): string {
  expect({ http, statusCode: body.statusCode }).toEqual({ http: Number(statusCode.slice(1)), statusCode });
  return String(body.statusDesc);
}

describeOnEachDatabase('links', (open) => {
  /** With an account, a party and an entity of client C1. */
  const start = async () => {
    const api = await startApi(await open(), [partiesModule, accountsModule, linksModule], { keys: NO_SCOPE });
    const [accountId, partyId, entityId] = [await anAccount(api), await aParty(api), await anEntity(api)];
    api.fired.length = 0;
    const body = {
      firstEntryType: 'Account',
      firstEntry: accountId,
      relatedEntryType: 'IndivACParty',
      relatedEntry: partyId,
      linkType: 'owner',
    };
    const create = (fields: object = {}, options = {}) =>
      api.call('PUT', 'createLink', { ...body, ...fields }, options);
    const idOf = (answer: Answered) => (fieldsOf(answer).linkDetails as [boolean, [{ id: string }]])[1][0].id;
    return { api, accountId, partyId, entityId, body, create, idOf };
  };

  test.each(ENCODINGS)('are created, read and deleted, with their webhooks (%s)', async (encoding) => {
    const { api, accountId, body, create, idOf } = await start();
    const id = idOf(await create({ notes: 'a note', primary_value: 1 }, { encoding }));
    expect(id).toMatch(/^[0-9]{6,8}$/);
    const link = { id, ...body, notes: 'a note' };
    expect(fieldsOf(await api.call('POST', 'getLink', { id }, { encoding }))).toEqual({ linkDetails: [link] });
    expect(fieldsOf(await api.call('POST', 'getAllLinks', { accountId }, { encoding }))).toEqual({
      linkDetails: [link],
    });
    expect(await primaryPartyOf(api.database.db, 'C1', accountId)).toBe(body.relatedEntry);
    fieldsOf(await api.call('POST', 'deleteLink', { id }, { encoding }));
    errorOf(await api.call('POST', 'getLink', { id }), '404');
    errorOf(await api.call('POST', 'deleteLink', { id }), '404');
    expect(fieldsOf(await api.call('POST', 'getAllLinks', { accountId }))).toEqual({ linkDetails: [] });
    expect(await primaryPartyOf(api.database.db, 'C1', accountId)).toBeUndefined();
    expect(api.fired).toEqual([
      { clientId: 'C1', method: 'createLink', fields: link },
      { clientId: 'C1', method: 'deleteLink', fields: link },
    ]);
    // What is deleted can be made again.
    idOf(await create({ primary_value: '1' }));
  });

  test('go with the party, the entity or the account that is deleted', async () => {
    const { api, accountId, partyId, entityId, create, idOf } = await start();
    const other = await anAccount(api);
    const heir = await aParty(api);
    const toParty = idOf(await create({ primary_value: 1 }));
    const toEntity = idOf(await create({ relatedEntryType: 'EntityACParty', relatedEntry: entityId }));
    const toAccount = idOf(await create({ relatedEntryType: 'Account', relatedEntry: other }));
    const left = async () =>
      (fieldsOf(await api.call('POST', 'getAllLinks', { accountId })).linkDetails as { id: string }[]).map(
        ({ id }) => id,
      );
    api.fired.length = 0;
    await api.call('POST', 'deleteParty', { partyId });
    expect(await left()).toEqual([toAccount, toEntity]);
    errorOf(await api.call('POST', 'getLink', { id: toParty }), '404');
    const listed = fieldsOf(await api.get(`links?deleted=true&filter[id]=${toParty}`)).links;
    expect(listed).toMatchObject([{ id: toParty, relatedEntry: partyId, virtualStatus: 'DELETED' }]);
    // The account has no primary party any more, so another can become it.
    idOf(await create({ relatedEntry: heir, primary_value: 1 }));
    await api.call('POST', 'deleteEntity', { partyId: entityId });
    await api.call('POST', 'deleteAccount', { accountId: other });
    expect(await left()).toHaveLength(1);
    const fired = api.fired.map(({ clientId, method, fields }) => [clientId, method, fields.id, fields.relatedEntry]);
    expect(fired).toEqual([
      ['C1', 'deleteLink', toParty, partyId],
      ['C1', 'createLink', expect.any(String), heir],
      ['C1', 'deleteLink', toEntity, entityId],
      ['C1', 'deleteLink', toAccount, other],
    ]);
  });

  test('are not made with a record that is deleted at the same time', async () => {
    const { api, accountId, partyId, create } = await start();
    const [made] = await Promise.all([create(), api.call('POST', 'deleteParty', { partyId })]);
    expect(['101', '1404']).toContain(made.body.statusCode);
    expect(fieldsOf(await api.call('POST', 'getAllLinks', { accountId })).linkDetails).toEqual([]);
    const link = {
      first_entry: accountId,
      related_entry_type: 'IndivACParty',
      related_entry: partyId,
      link_type: 'other',
      primary_value: 0,
      notes: '',
    };
    // After the checks of createLink, so to say.
    const inserted = api.database.db.transaction().execute((transaction) => insertLink(transaction, 'C1', link, 1));
    expect(await inserted).toBeUndefined();
  });

  test('read the three enumerations in any case', async () => {
    const { api, create, idOf, entityId, body } = await start();
    const id = idOf(
      await create({
        firstEntryType: 'ACCOUNT',
        relatedEntryType: 'entityacparty',
        relatedEntry: entityId,
        linkType: 'OWNER',
      }),
    );
    const { linkDetails } = fieldsOf(await api.call('POST', 'getLink', { id }));
    expect(linkDetails).toEqual([
      { ...body, id, relatedEntryType: 'EntityACParty', relatedEntry: entityId, notes: '' },
    ]);
  });

  test('are checked in the order of C60', async () => {
    const { api, create, entityId, accountId, partyId } = await start();
    const foreignAccount = await anAccount(api, 'C2');
    const foreignParty = await aParty(api, {}, 'C2');
    expect(refused(await create({ relatedEntry: '', firstEntryType: 'x' }), '1400')).toContain('"relatedEntry"');
    expect(refused(await create({ firstEntryType: 'x', firstEntry: 'x' }), '1422')).toContain('firstEntryType');
    expect(refused(await create({ firstEntry: 'A99999999', relatedEntryType: 'x' }), '1404')).toContain('firstEntry');
    expect(refused(await create({ firstEntry: foreignAccount }), '1404')).toContain('firstEntry');
    expect(refused(await create({ relatedEntryType: 'x', relatedEntry: 'x' }), '1422')).toContain('relatedEntryType');
    for (const relatedEntry of ['P99999999', foreignParty, entityId, accountId, 'x']) {
      expect(refused(await create({ relatedEntry, linkType: 'x' }), '1404')).toContain('relatedEntry');
    }
    expect(
      refused(await create({ linkType: 'friend', relatedEntryType: 'Account', relatedEntry: accountId }), '1422'),
    ).toContain('linkType');
    expect(refused(await create({ relatedEntryType: 'Account', relatedEntry: accountId }), '1400')).toContain(
      'relatedEntry',
    );
    expect(
      refused(await create({ relatedEntryType: 'EntityACParty', relatedEntry: entityId, primary_value: 1 }), '1422'),
    ).toContain('primary_value');
    expect(refused(await create({ primary_value: 2 }), '1400')).toContain('primary_value');
    fieldsOf(await create({ primary_value: 1 }));
    expect(refused(await create({ primary_value: 1 }), '1400')).toContain('already');
    const another = await aParty(api);
    expect(refused(await create({ relatedEntry: another, primary_value: 1 }), '1422')).toContain('primary party');
    fieldsOf(await create({ relatedEntry: another }));
    // Another role of the same party is another link.
    fieldsOf(await create({ relatedEntry: partyId, linkType: 'trustee' }));
  });

  test('made at the same time: one is made, the others are refused', async () => {
    const { api, create } = await start();
    const parties = await Promise.all([aParty(api), aParty(api), aParty(api)]);
    const same = await Promise.all([create(), create(), create()]);
    expect(same.map(({ http }) => http).sort()).toEqual([200, 400, 400]);
    const primaries = await Promise.all(parties.map((relatedEntry) => create({ relatedEntry, primary_value: 1 })));
    expect(primaries.map(({ http }) => http).sort()).toEqual([200, 422, 422]);
  });

  test('are the own client’s only, and unknown ids get the code of the method', async () => {
    const { api, accountId, create, idOf } = await start();
    const id = idOf(await create());
    for (const name of ['getLink', 'deleteLink']) {
      const foreign = await api.call('POST', name, { id }, { as: 'C2' });
      errorOf(foreign, '404');
      expect(await api.call('POST', name, { id: '999999' }, { as: 'C2' })).toEqual(foreign);
      expect(errorOf(await api.call('POST', name, {}), '106')).toContain('id');
      expect(errorOf(await api.call('POST', name, { id: 'x' }), '106')).toContain('id');
    }
    errorOf(await api.call('POST', 'getAllLinks', { accountId }, { as: 'C2' }), '148');
    expect(errorOf(await api.call('POST', 'getAllLinks', {}), '106')).toContain('accountId');
  });

  test('are listed newest first, deleted ones on demand, for keys with the scope', async () => {
    const { api, body, create, idOf, entityId } = await start();
    const first = idOf(await create());
    const second = idOf(await create({ relatedEntryType: 'EntityACParty', relatedEntry: entityId }));
    await api.call('POST', 'deleteLink', { id: first });
    const ids = async (query: string) =>
      (fieldsOf(await api.get(`links${query}`)).links as { id: string }[]).map(({ id }) => id);
    expect(await ids('')).toEqual([second]);
    expect(await ids('?deleted=true')).toEqual([second, first]);
    expect(await ids(`?filter[relatedEntry]=${body.relatedEntry}`)).toEqual([]);
    expect(await ids(`?filter[firstEntry]=${body.firstEntry}`)).toEqual([second]);
    expect(await api.get('links?offset=1')).toMatchObject({ http: 422, body: { statusCode: '239', links: [] } });
    expect(await api.get('links', { as: 'NOSCOPE' })).toMatchObject({ http: 403, body: { statusCode: '1403' } });
    expect(fieldsOf(await api.get('links', { as: 'C2' }))).toMatchObject({ links: [] });
  });

  test('show with an account, and with a party on the legacy host', async () => {
    const { api, accountId, partyId, body, create, idOf } = await start();
    const without = fieldsOf(await api.call('POST', 'getAccountLinkId', { accountId })).accountDetails;
    expect(without).toMatchObject({ accountId, linkIds: [], fivenotsixcLimit: null });
    expect(without).not.toHaveProperty('506cLimit');
    expect(api.fired).toEqual([]);
    errorOf(await api.callLegacy('getLinkedAccounts', { partyId }), '404');
    const id = idOf(await create({ notes: 'n' }));
    api.fired.length = 0;
    const { accountDetails } = fieldsOf(await api.call('POST', 'getAccountLinkId', { accountId }));
    expect(accountDetails).toMatchObject({ accountId, linkIds: [id] });
    expect(api.fired).toEqual([{ clientId: 'C1', method: 'getAccountLinkId', fields: accountDetails }]);
    errorOf(await api.call('POST', 'getAccountLinkId', { accountId }, { as: 'C2' }), '148');
    errorOf(await api.call('POST', 'getAccountLinkId', {}), '106');

    for (const encoding of ENCODINGS) {
      expect(fieldsOf(await api.callLegacy('getLinkedAccounts', { partyId }, { encoding }))).toEqual({
        linkDetails: [{ linkId: id, ...body, notes: 'n' }],
      });
    }
    errorOf(await api.callLegacy('getLinkedAccounts', { partyId }, { as: 'C2' }), '198');
    errorOf(await api.callLegacy('getLinkedAccounts', {}), '106');
    expect(await api.call('POST', 'getLinkedAccounts', { partyId })).toMatchObject({ http: 404 });
  });
});
