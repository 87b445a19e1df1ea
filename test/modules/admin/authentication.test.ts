import { createHash } from 'node:crypto';
import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '../../../src/database/database.ts';
import { DatabaseUnavailable } from '../../../src/database/queries/index.ts';
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

/** The database, which can be made unavailable. */
function cuttable(database: Database): { database: Database; cut: () => () => void } {
  let isCut = false;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      if (isCut) throw new DatabaseUnavailable(new Error('gone'));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const cut = () => {
    isCut = true;
    return () => {
      isCut = false;
    };
  };
  return { database: { ...database, db: database.db.withPlugin(plugin) }, cut };
}

/** The database, whose responses are read at once and handed over on request. */
function holding(database: Database): { database: Database; read: Promise<void>; letGo: () => void } {
  const read = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      read.resolve();
      await gate.promise;
      return result;
    },
  };
  return { database: { ...database, db: database.db.withPlugin(plugin) }, read: read.promise, letGo: gate.resolve };
}

describeOnEachDatabase('authentication', (open) => {
  test('knows a client by its id and key, with all that a new key may do', async () => {
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

  test('asks once for credentials that come many times at once, and again after a change', async () => {
    const place = await open();
    const { clientId, key } = await clientWithKey(administer(place));
    const { database, queries } = watched(place);
    const directory = new ClientDirectory(database, () => catalogueOf([]));
    const asked = [directory.authenticate(clientId, key), directory.authenticate(clientId, key)];
    asked.push(directory.authenticate('C00000000', key));
    directory.refresh();
    asked.push(directory.authenticate(clientId, key));
    const [first, second, other, later] = await Promise.all(asked);
    expect(queries.length).toBe(2);
    expect(first).toMatchObject({ clientId });
    expect(second).toEqual(first);
    expect(later).toEqual(first);
    expect(other).toBeUndefined();
  });

  test('answers at once for credentials that it knows', async () => {
    const { administration, ...fixture } = administer(await open());
    const { clientId, key } = await clientWithKey({ administration, ...fixture });
    const asked = administration.directory.authenticate(clientId, key);
    expect(asked).toBeInstanceOf(Promise);
    const client = await asked;
    expect(administration.directory.authenticate(clientId, key)).toBe(client);
    fixture.pass(29_000);
    expect(administration.directory.authenticate(clientId, key)).toBe(client);
    // What another process has changed meanwhile must count some time.
    fixture.pass(2_000);
    const later = administration.directory.authenticate(clientId, key);
    expect(later).toBeInstanceOf(Promise);
    expect(await later).toEqual(client);
  });

  test('knows keys for an hour without the database, unless another node may revoke them (J13)', async () => {
    const place = await open();
    const { database, cut } = cuttable(place);
    const alone = administer(database);
    const ofSeveral = administer(database, { cacheMsMax: 800 });
    for (const [fixture, isKnown] of [
      [alone, true],
      [ofSeveral, false],
    ] as const) {
      const { clientId, key } = await clientWithKey(fixture);
      const ending = await clientWithKey(fixture);
      const { directory } = fixture.administration;
      await fixture.call('rotateApiKey', { keyId: ending.keyId, overlapMinutes: 10 });
      const [client, endingClient] = [
        await directory.authenticate(clientId, key),
        await directory.authenticate(ending.clientId, ending.key),
      ];
      const heal = cut();
      fixture.pass(59 * 60_000);
      const found = Promise.resolve(directory.authenticate(clientId, key));
      if (isKnown) expect(await found).toBe(client);
      else await expect(found).rejects.toThrow(DatabaseUnavailable);
      expect(await directory.renew(endingClient!)).toBeUndefined();
      fixture.pass(60_000);
      await expect(directory.authenticate(clientId, key)).rejects.toThrow(DatabaseUnavailable);
      heal();
      expect(await directory.authenticate(clientId, key)).toEqual(client);
    }
  });

  test("refuses another client's key, unknown ids, wrong keys and what cannot be a key", async () => {
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

  test('does the same work for an unknown id and for a wrong key', async () => {
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
    // Refusals are not cached, or the second try would be faster for one of the two.
    expect(await workFor(clientId)).toEqual(wrongKey);
  });

  test('remembers a bounded number of credentials', async () => {
    const database = await open();
    const fixture = administer(database);
    const clients = [await clientWithKey(fixture), await clientWithKey(fixture), await clientWithKey(fixture)];
    const directory = new ClientDirectory(database, () => catalogueOf([]), { entriesMax: 2, ageMsMax: 3_600_000 });
    for (const { clientId, key } of clients) await directory.authenticate(clientId, key);
    const [first, second, third] = clients.map(({ clientId, key }) => directory.authenticate(clientId, key));
    expect(first).toBeInstanceOf(Promise);
    expect(second).not.toBeInstanceOf(Promise);
    expect(third).not.toBeInstanceOf(Promise);
    expect(await first).toBeDefined();
  });

  test('keeps no key in the database', async () => {
    const database = await open();
    const { key } = await clientWithKey(administer(database));
    const rows = await database.db.selectFrom('api_keys').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(key);
    expect(rows[0]?.key_hash).toBe(createHash('sha256').update(key).digest('hex'));
  });

  test("ends at once when a key is revoked or a client is stopped, its parent's children too", async () => {
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

  test('does not remember a key that was revoked while it was looked up', async () => {
    const database = await open();
    const fixture = administer(database);
    const { clientId, key, keyId } = await clientWithKey(fixture);
    const held = holding(database);
    const directory = new ClientDirectory(held.database, () => catalogueOf([]));
    const early = directory.authenticate(clientId, key);
    await held.read;
    await fixture.call('revokeApiKey', { keyId });
    directory.refresh();
    held.letGo();
    expect(await early).toBeDefined();
    expect(await directory.authenticate(clientId, key)).toBeUndefined();
  });

  test('remembers right credentials without asking, as long as it knows them', async () => {
    const { administration, ...fixture } = administer(await open());
    const { directory } = administration;
    const { clientId, key } = await clientWithKey({ administration, ...fixture });
    expect(directory.cached(clientId, key)).toBeUndefined();
    const client = await directory.authenticate(clientId, key);
    expect(directory.cached(clientId, key)).toBe(client);
    expect([directory.cached(clientId, NO_KEY), directory.cached('C1', key)]).toEqual([undefined, undefined]);
    fixture.pass(31_000);
    expect(directory.cached(clientId, key)).toBeUndefined();
  });

  test('renews a client: what its key may do now, and nothing once key, client or parent have ended', async () => {
    const fixture = administer(await open());
    const { directory } = fixture.administration;
    const parent = await clientWithKey(fixture);
    const { clientId, key, keyId } = await clientWithKey(fixture, { parentId: parent.clientId });
    const client = (await directory.authenticate(clientId, key))!;
    expect(await directory.renew(client)).toBe(client);
    await fixture.call('setMethodPermissions', { keyId, deniedMethods: ['createThing'] });
    const renewed = (await directory.renew(client))!;
    expect([...renewed.deniedMethods]).toEqual(['createThing']);
    await fixture.call('updateClient', { clientId: parent.clientId, active: 'No' });
    expect(await directory.renew(renewed)).toBeUndefined();
    await fixture.call('updateClient', { clientId: parent.clientId, active: 'Yes' });
    expect(await directory.renew(renewed)).toBeDefined();
    await fixture.call('revokeApiKey', { keyId });
    expect(await directory.renew(renewed)).toBeUndefined();
    expect(await directory.renew({ ...client })).toBeUndefined();
  });

  test('reports who lost what, after the loss', async () => {
    const reported: unknown[] = [];
    const lost = (clientId: string) => reported.push(clientId);
    const fixture = administer(await open(), { accessEnded: lost });
    const { clientId, keyId } = await clientWithKey(fixture);
    await fixture.call('setMethodPermissions', { keyId, deniedMethods: ['createThing'] });
    await fixture.call('revokeApiKey', { keyId });
    await fixture.call('updateClient', { clientId, active: 'No' });
    expect(reported).toEqual([clientId, clientId, clientId]);
  });

  test('takes changed permissions at once', async () => {
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
