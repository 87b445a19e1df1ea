import { createHash } from 'node:crypto';
import type { KyselyPlugin } from 'kysely';
import { expect, it } from 'vitest';
import type { Database } from '../../../src/database/database.ts';
import { ClientDirectory } from '../../../src/modules/admin/index.ts';
import { catalogueOf } from '../../../src/modules/admin/permissions.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { administer, clientWithKey } from './fixture.ts';

const NO_KEY = 'A'.repeat(43);

/** The database, with the queries that ran on it. */
function watched(database: Database): { database: Database; queries: string[] } {
  const queries: string[] = [];
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      queries.push(node.kind);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return { database: { ...database, db: database.db.withPlugin(plugin) }, queries };
}

describeOnEachDatabase('authentication', (open) => {
  it('knows a client by its id and key, with all that a new key may do', async () => {
    const fixture = administer(await open());
    const { clientId, key } = await clientWithKey(fixture, { name: 'Example Issuer' });
    const client = await fixture.administration.directory.authenticate(clientId, key);
    expect(client).toMatchObject({ clientId, parentId: clientId, name: 'Example Issuer', master: false });
    expect([...client!.scopes]).toEqual(
      expect.arrayContaining(['thing.read', 'thing.read.pii_high', 'account.read.pii_high']),
    );
    expect([...client!.deniedMethods]).toEqual([]);
    expect([...client!.fieldPermissions]).toEqual(['createThing.thingName']);
    expect(Object.isFrozen(client)).toBe(true);
  });

  it('answers at once for credentials that it knows', async () => {
    const { administration, ...fixture } = administer(await open());
    const { clientId, key } = await clientWithKey({ administration, ...fixture });
    expect(administration.directory.authenticate(clientId, key)).toBeInstanceOf(Promise);
    const client = await administration.directory.authenticate(clientId, key);
    expect(administration.directory.authenticate(clientId, key)).toBe(client);
    fixture.pass(29_000);
    expect(administration.directory.authenticate(clientId, key)).toBe(client);
    // What another process has changed meanwhile must count some time.
    fixture.pass(2_000);
    expect(administration.directory.authenticate(clientId, key)).toBeInstanceOf(Promise);
  });

  it("refuses another client's key, unknown ids, wrong keys and what cannot be a key", async () => {
    const fixture = administer(await open());
    const [one, other] = [await clientWithKey(fixture), await clientWithKey(fixture)];
    const { directory } = fixture.administration;
    await directory.authenticate(one.clientId, one.key);
    for (const [clientId, key] of [
      [other.clientId, one.key],
      ['C00000000', one.key],
      [one.clientId, NO_KEY],
      [one.clientId, ''],
      [one.clientId, createHash('sha256').update(one.key).digest('hex')],
      [one.clientId, `${one.key} `],
      ['', ''],
    ] as const) {
      expect(await directory.authenticate(clientId, key)).toBeUndefined();
    }
    expect(await directory.authenticate(one.clientId, one.key)).toBeDefined();
  });

  it('does the same work for an unknown id and for a wrong key', async () => {
    const { database, queries } = watched(await open());
    const { clientId } = await clientWithKey(administer(database));
    const directory = new ClientDirectory(database, () => catalogueOf([]));
    const workFor = async (id: string) => {
      queries.length = 0;
      const answer = directory.authenticate(id, NO_KEY);
      expect(answer).toBeInstanceOf(Promise);
      expect(await answer).toBeUndefined();
      return [...queries];
    };
    const wrongKey = await workFor(clientId);
    expect(wrongKey).toHaveLength(1);
    expect(await workFor('C00000000')).toEqual(wrongKey);
    // Refusals are not remembered, or the second try would be faster for one of the two.
    expect(await workFor(clientId)).toEqual(wrongKey);
  });

  it('remembers a bounded number of credentials', async () => {
    const database = await open();
    const fixture = administer(database);
    const clients = [await clientWithKey(fixture), await clientWithKey(fixture), await clientWithKey(fixture)];
    const directory = new ClientDirectory(database, () => catalogueOf([]), { entriesMax: 2, ageMsMax: 1000 });
    for (const { clientId, key } of clients) await directory.authenticate(clientId, key);
    const [first, second, third] = clients.map(({ clientId, key }) => directory.authenticate(clientId, key));
    expect(first).toBeInstanceOf(Promise);
    expect(second).not.toBeInstanceOf(Promise);
    expect(third).not.toBeInstanceOf(Promise);
    expect(await first).toBeDefined();
  });

  it('keeps no key in the database', async () => {
    const database = await open();
    const { key } = await clientWithKey(administer(database));
    const rows = await database.db.selectFrom('api_keys').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(key);
    expect(rows[0]?.key_hash).toBe(createHash('sha256').update(key).digest('hex'));
  });

  it("ends at once when a key is revoked or a client is stopped, its parent's children too", async () => {
    const fixture = administer(await open());
    const { directory } = fixture.administration;
    const parent = await clientWithKey(fixture);
    const child = await clientWithKey(fixture, { parentId: parent.clientId });
    expect(child.parentId).toBe(parent.clientId);
    const known = (one: typeof parent) => Promise.resolve(directory.authenticate(one.clientId, one.key));
    expect(await known(parent)).toBeDefined();
    expect(await known(child)).toMatchObject({ clientId: child.clientId, parentId: parent.clientId });

    await fixture.call('updateClient', { clientId: parent.clientId, active: 'No' });
    expect(await known(parent)).toBeUndefined();
    expect(await known(child)).toBeUndefined();
    await fixture.call('updateClient', { clientId: parent.clientId, active: 'Yes' });
    expect(await known(child)).toBeDefined();

    await fixture.call('revokeApiKey', { keyId: child.keyId });
    expect(await known(child)).toBeUndefined();
    expect(await known(parent)).toBeDefined();
  });

  it('does not remember what was read before a change and answered after it', async () => {
    const fixture = administer(await open());
    const { directory } = fixture.administration;
    const { clientId, key, keyId } = await clientWithKey(fixture);
    const early = directory.authenticate(clientId, key);
    await fixture.call('revokeApiKey', { keyId });
    await early;
    expect(await directory.authenticate(clientId, key)).toBeUndefined();
  });

  it('takes changed permissions at once', async () => {
    const fixture = administer(await open());
    const { clientId, key, keyId } = await clientWithKey(fixture);
    const client = async () => (await fixture.administration.directory.authenticate(clientId, key))!;
    await client();
    await fixture.call('setScopes', { keyId, scopes: ['thing.read'] });
    await fixture.call('setMethodPermissions', { keyId, deniedMethods: ['createThing', 'addThing'] });
    await fixture.call('setFieldPermissions', { keyId, fieldPermissions: [] });
    const { scopes, deniedMethods, fieldPermissions } = await client();
    expect([...scopes]).toEqual(['thing.read']);
    expect([...deniedMethods].sort()).toEqual(['addThing', 'createThing']);
    expect([...fieldPermissions]).toEqual([]);
  });
});
