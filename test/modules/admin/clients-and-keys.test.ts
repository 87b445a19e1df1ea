import { expect, test } from 'vitest';
import { setScopes } from '../../../src/modules/admin/key-methods.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { testClient } from '../../support/served-api.ts';
import { administer, clientWithKey, type Fixture } from './fixture.ts';

type Shown = Record<string, unknown>;

async function keysOf({ call }: Fixture, clientId: string): Promise<Shown[]> {
  return (await call('getApiKeys', { clientId })).keys as Shown[];
}

describeOnEachDatabase('clients', (open) => {
  test('are created, listed in pages and renamed', async () => {
    const { call } = administer(await open());
    const { client } = (await call('createClient', { name: 'First' })) as { client: Shown };
    expect(client).toMatchObject({ name: 'First', active: 'Yes', parentId: client.clientId });
    expect(client.clientId).toMatch(/^C[1-9][0-9]{7}$/);
    expect(client.createdDate).toMatch(/^2027-01-15 08:00:00$/);
    await call('createClient', { name: 'Second' });
    await call('createClient', { name: 'Third', parentId: client.clientId });
    const names = async (body: Shown) => {
      const { clients, totalRecords } = await call('getClients', body);
      return [(clients as Shown[]).map(({ name }) => name), totalRecords];
    };
    expect(await names({})).toEqual([['First', 'Second', 'Third'], 3]);
    expect(await names({ offset: 1, limit: 1 })).toEqual([['Second'], 3]);
    await call('updateClient', { clientId: client.clientId, name: 'Renamed' });
    expect(await names({ limit: '1' })).toEqual([['Renamed'], 3]);
  });

  test('are refused with an unknown parent, or one that is a child', async () => {
    const { call, refusal } = administer(await open());
    const { client: parent } = (await call('createClient', { name: 'Parent' })) as { client: Shown };
    const { client: child } = (await call('createClient', { name: 'Child', parentId: parent.clientId })) as {
      client: Shown;
    };
    expect(await refusal('createClient', { name: 'x', parentId: child.clientId })).toMatch(/^190 parentId/);
    expect(await refusal('createClient', { name: 'x', parentId: 'C00000000' })).toBe('404 There is no such client');
  });

  test('need a name, a well-formed id and something to update', async () => {
    const { refusal } = administer(await open());
    expect(await refusal('createClient', {})).toMatch(/^106 .*name.*Missing/);
    expect(await refusal('createClient', { name: 'x'.repeat(201) })).toMatch(/^106 .*name/);
    expect(await refusal('createClient', { name: 'x', parentId: "C1' or 1=1" })).toMatch(/^106 .*parentId/);
    expect(await refusal('updateClient', { clientId: 'C00000000' })).toBe('106 name or active is needed');
    expect(await refusal('updateClient', { clientId: 'C00000000', active: 'maybe' })).toMatch(/^106 .*active/);
    expect(await refusal('updateClient', { clientId: 'C00000000', name: 'x' })).toBe('404 There is no such client');
    expect(await refusal('getClients', { limit: 501 })).toMatch(/^106 .*limit/);
    expect(await refusal('getApiKeys', { clientId: 'C00000000' })).toBe('404 There is no such client');
  });

  test('cannot stop themselves or their parent', async () => {
    const { refusal } = administer(await open());
    const stop = { clientId: 'C12345678', active: 'No' };
    expect(await refusal('updateClient', stop, { clientId: 'C12345678' })).toMatch(/^190/);
    expect(await refusal('updateClient', stop, { clientId: 'C1', parentId: 'C12345678' })).toMatch(/^190/);
  });
});

describeOnEachDatabase('keys', (open) => {
  test('are shown once, and listed without their text', async () => {
    const fixture = administer(await open());
    const { clientId, keyId, key } = await clientWithKey(fixture);
    expect(key).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const keys = await keysOf(fixture, clientId);
    expect(keys).toEqual([
      {
        keyId,
        clientId,
        name: null,
        madeBy: null,
        handedTo: null,
        master: 'No',
        scopes: '*',
        deniedMethods: [],
        fieldPermissions: '*',
        active: 'Yes',
        createdDate: '2027-01-15 08:00:00',
        lastUsedDate: null,
        expiresAt: null,
        revokedDate: null,
      },
    ]);
    expect(JSON.stringify(keys)).not.toContain(key);
  });

  test('rotate: two are active, a third is refused until one is revoked', async () => {
    const fixture = administer(await open());
    const { clientId, keyId: oldId, key: oldKey } = await clientWithKey(fixture);
    const { directory } = fixture.administration;
    const { developerAPIKey } = await fixture.call('createApiKey', { clientId });
    const newKey = String(developerAPIKey);
    expect(await directory.authenticate(clientId, oldKey)).toBeDefined();
    expect(await directory.authenticate(clientId, newKey)).toBeDefined();
    expect(await fixture.refusal('createApiKey', { clientId })).toMatch(/^190 .*2 active keys/);

    const { key: revoked } = (await fixture.call('revokeApiKey', { keyId: oldId })) as { key: Shown };
    expect(revoked).toMatchObject({ active: 'No', revokedDate: expect.stringMatching(/^2027-/) });
    expect(await directory.authenticate(clientId, oldKey)).toBeUndefined();
    expect(await directory.authenticate(clientId, newKey)).toBeDefined();
    await fixture.call('createApiKey', { clientId });
    expect((await keysOf(fixture, clientId)).map(({ active }) => active)).toEqual(['Yes', 'Yes', 'No']);
  });

  test('are at most two, also when many are asked for at the same time', async () => {
    const fixture = administer(await open());
    const { client } = (await fixture.call('createClient', { name: 'x' })) as { client: Shown };
    const asked = [1, 2, 3, 4, 5].map(() => fixture.call('createApiKey', { clientId: client.clientId }));
    const answers = await Promise.allSettled(asked);
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(await keysOf(fixture, String(client.clientId))).toHaveLength(2);
  });

  test('stay as they are when they are revoked again', async () => {
    const fixture = administer(await open());
    const { keyId } = await clientWithKey(fixture);
    const first = await fixture.call('revokeApiKey', { keyId });
    fixture.pass(60_000);
    expect(await fixture.call('revokeApiKey', { keyId })).toEqual(first);
  });

  test('of a master are made only when asked for, and the last one stays', async () => {
    const fixture = administer(await open());
    const { directory } = fixture.administration;
    const operator = await clientWithKey(fixture, {}, 'Yes');
    expect((await directory.authenticate(operator.clientId, operator.key))?.master).toBe(true);
    expect(await fixture.refusal('revokeApiKey', { keyId: operator.keyId })).toMatch(/^190 .*last master key/);
    const second = await clientWithKey(fixture, {}, 'Yes');
    // One of a stopped client does not count.
    await fixture.call('updateClient', { clientId: second.clientId, active: 'No' });
    expect(await fixture.refusal('revokeApiKey', { keyId: operator.keyId })).toMatch(/^190 .*last master key/);
    await fixture.call('updateClient', { clientId: second.clientId, active: 'Yes' });
    await fixture.call('revokeApiKey', { keyId: operator.keyId });
    expect(await directory.authenticate(operator.clientId, operator.key)).toBeUndefined();
  });

  test('of masters cannot both be revoked at the same time', async () => {
    const fixture = administer(await open());
    const operators = [await clientWithKey(fixture, {}, 'Yes'), await clientWithKey(fixture, {}, 'Yes')];
    const answers = await Promise.allSettled(operators.map(({ keyId }) => fixture.call('revokeApiKey', { keyId })));
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('are granted only what there is', async () => {
    const fixture = administer(await open());
    const { keyId } = await clientWithKey(fixture);
    const { refusal } = fixture;
    expect(await refusal('setScopes', { keyId, scopes: ['thing.read', 'thing.write'] })).toBe(
      '106 scopes: "thing.write" does not exist',
    );
    expect(await refusal('setMethodPermissions', { keyId, deniedMethods: ['removeThing'] })).toMatch(
      /^106 deniedMethods/,
    );
    expect(await refusal('setMethodPermissions', { keyId, deniedMethods: ['*'] })).toMatch(/^106 deniedMethods/);
    expect(await refusal('setFieldPermissions', { keyId, fieldPermissions: ['createThing.kind'] })).toMatch(
      /^106 fieldPermissions/,
    );
    expect(await refusal('setScopes', { keyId, scopes: 'thing.read' })).toMatch(/^106 .*scopes/);
    expect(await refusal('setScopes', { keyId })).toMatch(/^106 .*scopes/);
    expect(await refusal('setScopes', { keyId: 'K0', scopes: [] })).toMatch(/^106 .*keyId/);
    expect(await refusal('setScopes', { keyId: 'K0000000000000000', scopes: [] })).toBe('404 There is no such key');
    expect(await refusal('revokeApiKey', { keyId: 'K0000000000000000' })).toBe('404 There is no such key');
    const { key } = (await fixture.call('setScopes', { keyId, scopes: '["thing.read","thing.read"]' })) as {
      key: Shown;
    };
    expect(key.scopes).toEqual(['thing.read']);
    for (const all of ['*', ['*']]) {
      await fixture.call('setScopes', { keyId, scopes: [] });
      expect((await fixture.call('setScopes', { keyId, scopes: all })).key).toMatchObject({ scopes: '*' });
    }
  });

  test('take a preset of scopes, which is answered as the list that it is', async () => {
    const fixture = administer(await open());
    const { clientId } = await clientWithKey(fixture);
    const { key } = (await fixture.call('createApiKey', { clientId, preset: 'drop-copy' })) as { key: Shown };
    expect(key.scopes).toEqual(['ats_order.read.pii_medium', 'ats_trade.read.pii_medium', 'drop_copy']);
    const granted = async (preset: string) =>
      ((await fixture.call('setScopes', { keyId: key.keyId, preset })).key as Shown).scopes;
    const reads = ['account', 'issuer', 'link', 'party', 'thing'].map((name) => `${name}.read.pii_high`);
    expect(await granted('read-only')).toEqual(reads);
    expect(await granted('operations')).toEqual([...reads, 'account.write', 'record.write'].sort());
    expect(await granted('trading')).toEqual([
      ...['account.read', 'ats_order.read.pii_medium', 'ats_order.write', 'ats_trade.read.pii_medium'],
    ]);
    const both = { keyId: key.keyId, preset: 'trading', scopes: [] };
    expect(await fixture.refusal('setScopes', both)).toBe('106 send either scopes or preset');
    expect(await fixture.refusal('createApiKey', { clientId, preset: 'all' })).toMatch(/^106 .*preset/);
  });

  test('wait for a second operator where their scopes let them change something, of a client too', async () => {
    const fixture = administer(await open());
    const { fourEyes } = setScopes(fixture.administration.deps);
    if (typeof fourEyes !== 'function') throw new Error('it always waits');
    const [master, plain] = [await clientWithKey(fixture, {}, 'Yes'), await clientWithKey(fixture)];
    const waits = (keyId: string, values: object) => fourEyes({ keyId, ...values }, testClient('MASTER'));
    for (const values of [{ scopes: '*' }, { scopes: ['record.write'] }, { preset: 'operations' }]) {
      expect(await waits(master.keyId, values)).toBe(true);
      expect(await waits(plain.keyId, values)).toBe(true);
    }
    for (const values of [{ scopes: [] }, { scopes: ['thing.read'] }, { preset: 'read-only' }])
      expect(await waits(master.keyId, values)).toBe(false);
  });
});
