import { chmod, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Client } from '../../../src/http/methods/client.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { administer, type Fixture } from './fixture.ts';

interface Credentials {
  readonly clientID: string;
  readonly developerAPIKey: string;
}

const FILES = ['sandbox-client.json', 'sandbox-counterparty.json', 'sandbox-operator.json'] as const;

async function credentials(folder: string, file: (typeof FILES)[number]): Promise<Credentials> {
  return JSON.parse(await readFile(join(folder, file), 'utf8')) as Credentials;
}

async function known(
  { administration }: Fixture,
  { clientID, developerAPIKey }: Credentials,
): Promise<Client | undefined> {
  return await administration.directory.authenticate(clientID, developerAPIKey);
}

describeOnEachDatabase('the sandbox', (open) => {
  test('has a client and an operator whose credentials only the owner reads', async () => {
    const folder = temporaryFolder();
    const fixture = administer(await open());
    await fixture.administration.ensureSandbox(folder, fixture.database.db);
    expect((await readdir(folder)).sort()).toEqual([...FILES]);
    for (const file of FILES) {
      expect((await stat(join(folder, file))).mode & 0o777, file).toBe(0o600);
      expect(Object.keys(await credentials(folder, file))).toEqual(['clientID', 'developerAPIKey']);
    }
    const client = await known(fixture, await credentials(folder, 'sandbox-client.json'));
    const operator = await known(fixture, await credentials(folder, 'sandbox-operator.json'));
    expect(client).toMatchObject({ master: false });
    expect(operator).toMatchObject({ master: true });
    expect(client?.clientId).not.toBe(operator?.clientId);
  });

  test('stays as it is over restarts', async () => {
    const folder = temporaryFolder();
    const database = await open();
    await administer(database).administration.ensureSandbox(folder, database.db);
    const before = await Promise.all(FILES.map((file) => readFile(join(folder, file), 'utf8')));
    await chmod(join(folder, FILES[0]), 0o644);
    const again = administer(database);
    await again.administration.ensureSandbox(folder, again.database.db);
    await again.administration.ensureSandbox(folder, again.database.db);
    expect(await Promise.all(FILES.map((file) => readFile(join(folder, file), 'utf8')))).toEqual(before);
    expect((await stat(join(folder, FILES[0]))).mode & 0o777).toBe(0o600);
    expect(await database.db.selectFrom('api_keys').selectAll().execute()).toHaveLength(3);
    expect(await database.db.selectFrom('clients').selectAll().execute()).toHaveLength(3);
  });

  test('takes the keys of its files over into a new database', async () => {
    const folder = temporaryFolder();
    const database = await open();
    await administer(database).administration.ensureSandbox(folder, database.db);
    const before = await credentials(folder, 'sandbox-client.json');
    const fixture = administer(await open());
    await fixture.administration.ensureSandbox(folder, fixture.database.db);
    expect(await credentials(folder, 'sandbox-client.json')).toEqual(before);
    expect(await known(fixture, before)).toMatchObject({ clientId: before.clientID });
  });

  test('of several nodes has the same keys on each, unless one was revoked', async () => {
    const database = await open();
    const folders = [temporaryFolder(), temporaryFolder(), temporaryFolder()] as const;
    const fixture = administer(database);
    for (const folder of folders)
      await fixture.administration.ensureSandbox(folder, fixture.database.db, false, 'the key of all nodes');
    const [first, ...others] = await Promise.all(folders.map((folder) => credentials(folder, 'sandbox-client.json')));
    expect(others).toEqual([first, first]);
    expect(await database.db.selectFrom('api_keys').selectAll().execute()).toHaveLength(3);
    await database.db.updateTable('api_keys').set({ revoked_at: 1 }).execute();
    const fourth = temporaryFolder();
    await fixture.administration.ensureSandbox(fourth, fixture.database.db, false, 'the key of all nodes');
    expect(await credentials(fourth, 'sandbox-client.json')).not.toEqual(first);
  });

  test.each(['lost', 'damaged'])('gives a new key when a file is %s, and never has more than two', async (how) => {
    const folder = temporaryFolder();
    const database = await open();
    const fixture = administer(database);
    const path = join(folder, 'sandbox-client.json');
    await fixture.administration.ensureSandbox(folder, fixture.database.db);
    for (let round = 0; round < 3; round++) {
      const before = await credentials(folder, 'sandbox-client.json');
      if (how === 'lost') await rm(path);
      else await writeFile(path, '{"clientID":');
      await fixture.administration.ensureSandbox(folder, fixture.database.db);
      const after = await credentials(folder, 'sandbox-client.json');
      expect(after.clientID).toBe(before.clientID);
      expect(after.developerAPIKey).not.toBe(before.developerAPIKey);
      expect(await known(fixture, after)).toBeDefined();
      const active = await database.db
        .selectFrom('api_keys')
        .select('key_id')
        .where('client_id', '=', after.clientID)
        .where('revoked_at', 'is', null)
        .execute();
      expect(active.length).toBeLessThanOrEqual(2);
    }
  });

  test('does not bring a revoked key back', async () => {
    const folder = temporaryFolder();
    const fixture = administer(await open());
    await fixture.administration.ensureSandbox(folder, fixture.database.db);
    const before = await credentials(folder, 'sandbox-client.json');
    const { keys } = (await fixture.call('getApiKeys', { clientId: before.clientID })) as { keys: { keyId: string }[] };
    await fixture.call('revokeApiKey', { keyId: keys[0]!.keyId });
    await fixture.administration.ensureSandbox(folder, fixture.database.db);
    expect(await known(fixture, before)).toBeUndefined();
    const after = await credentials(folder, 'sandbox-client.json');
    expect(await known(fixture, after)).toBeDefined();
  });

  test("does not take the operator's key for the client's", async () => {
    const folder = temporaryFolder();
    const fixture = administer(await open());
    await fixture.administration.ensureSandbox(folder, fixture.database.db);
    const operator = await credentials(folder, 'sandbox-operator.json');
    const client = await credentials(folder, 'sandbox-client.json');
    await writeFile(
      join(folder, 'sandbox-client.json'),
      JSON.stringify({ ...client, developerAPIKey: operator.developerAPIKey }),
    );
    await fixture.administration.ensureSandbox(folder, fixture.database.db);
    const after = await credentials(folder, 'sandbox-client.json');
    expect(await known(fixture, after)).toMatchObject({ clientId: client.clientID, master: false });
    expect(await known(fixture, operator)).toMatchObject({ master: true });
  });
});
