import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import type { Secrets } from '../../src/database/secrets/index.ts';
import { openSecrets, WrongEncryptionKey } from '../../src/database/secrets/index.ts';
import { describeOnBothDatabases } from '../support/database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const newKey = () => randomBytes(32).toString('base64');

async function seal({ db }: Database, secrets: Secrets): Promise<void> {
  await db.insertInto('clients').values(CLIENT).execute();
  await db
    .insertInto('webhook_encryption_keys')
    .values({ client_id: 'C1', key_sealed: secrets.seal('text', 'x'), created_at: 1 })
    .execute();
}
const CLIENT = { client_id: 'C1', parent_id: 'C1', name: 'Example', active: 1, created_at: 1 };

describeOnBothDatabases('the encryption keys of a database', (open) => {
  test('open what it holds: another key is refused, naming where it is needed, and is not noted', async () => {
    const database = await open();
    const [key, dataDir] = [newKey(), temporaryFolder()];
    await seal(database, await openSecrets(database, { encryptionKey: key, dataDir }));
    const other = openSecrets(database, { encryptionKey: newKey(), dataDir });
    await expect(other).rejects.toThrow(WrongEncryptionKey);
    await expect(other).rejects.toThrow(
      /^ENCRYPTION_KEY does not hold the encryption key [0-9a-f]{8}, which webhook_encryption_keys\.key_sealed /,
    );
    expect((await openSecrets(database, { encryptionKey: key, dataDir })).keyIds).toHaveLength(1);
    expect(await database.db.selectFrom('sealing_keys').selectAll().execute()).toHaveLength(1);
  });

  test('that are missing are refused, and none is made in their place', async () => {
    const database = await open();
    const dataDir = temporaryFolder();
    await seal(database, await openSecrets(database, { dataDir }));
    const lost = temporaryFolder();
    await expect(openSecrets(database, { dataDir: lost })).rejects.toThrow(`${lost}/encryption.key should hold`);
    expect(existsSync(`${lost}/encryption.key`)).toBe(false);
    await openSecrets(database, { dataDir });
  });

  test('are found in the values of a database of an earlier release', async () => {
    const database = await open();
    const [key, dataDir] = [newKey(), temporaryFolder()];
    await seal(database, await openSecrets(database, { encryptionKey: key, dataDir }));
    await database.db.deleteFrom('sealing_keys').execute();
    await expect(openSecrets(database, { encryptionKey: newKey(), dataDir })).rejects.toThrow(WrongEncryptionKey);
    await openSecrets(database, { encryptionKey: key, dataDir });
  });

  test('may be changed with the older one after the newer, and freely while nothing is sealed', async () => {
    const database = await open();
    const [older, newer, dataDir] = [newKey(), newKey(), temporaryFolder()];
    await openSecrets(database, { encryptionKey: newKey(), dataDir });
    await seal(database, await openSecrets(database, { encryptionKey: older, dataDir }));
    const both = await openSecrets(database, { encryptionKey: `${newer},${older}`, dataDir });
    expect(both.keyIds).toHaveLength(2);
    await expect(openSecrets(database, { encryptionKey: newer, dataDir })).rejects.toThrow(WrongEncryptionKey);
  });

  test('in a file that cannot be read are named with it', async () => {
    const dataDir = temporaryFolder();
    mkdirSync(`${dataDir}/encryption.key`);
    await expect(openSecrets(await open(), { dataDir })).rejects.toThrow(
      `${dataDir}/encryption.key cannot be read: EISDIR`,
    );
  });
});
