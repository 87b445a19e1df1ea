import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  DownloadLinks,
  FileNotFound,
  type FileStore,
  isFileKey,
  LocalFileStore,
  newFileKey,
  S3FileStore,
} from '../../../src/providers/files/index.ts';
import { type RunningS3Server, startS3Server } from '../../support/s3-server.ts';
import { factsOf, fileOf, readAll } from './stores.ts';

let folder: string;
let s3: RunningS3Server;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'openats-test-'));
  s3 = await startS3Server(folder);
});
afterAll(async () => {
  await s3.close();
  rmSync(folder, { recursive: true, force: true });
});

const links = new DownloadLinks({
  secret: Buffer.alloc(32, 1),
  publicUrl: () => 'http://localhost',
  lifeSeconds: 60,
  nowMs: Date.now,
});
const STORES: Readonly<Record<string, () => FileStore>> = {
  'a folder of this machine': () => new LocalFileStore({ folder: join(folder, 'documents'), links }),
  'an S3-compatible service': () => new S3FileStore(s3.settings),
};

/** Whatever is kept of a file, wherever. */
function filesNamed(key: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.includes(key));
}

describe.each(Object.entries(STORES))('%s', (_name, open) => {
  let store: FileStore;
  beforeAll(() => {
    store = open();
  });
  afterAll(() => store.close());

  test('can be used as it is set up', async () => {
    await expect(store.check()).resolves.toBeUndefined();
  });

  test.each([1, 1000, 300_000])('gives back the %i bytes of a file that was put', async (size) => {
    const content = randomBytes(size);
    const key = newFileKey();
    await store.put(key, fileOf(content), factsOf(content));
    expect(await readAll(await store.get(key))).toEqual(content);
  });

  test('gives back bytes that were put', async () => {
    const content = randomBytes(5000);
    const key = newFileKey();
    await store.put(key, { bytes: content }, factsOf(content));
    expect(await readAll(await store.get(key))).toEqual(content);
  });

  test('knows nothing of a file that was removed, or never there', async () => {
    const content = randomBytes(100);
    const key = newFileKey();
    await store.put(key, fileOf(content), factsOf(content));
    await store.delete(key);
    await expect(store.get(key)).rejects.toThrow(FileNotFound);
    await expect(store.delete(key)).resolves.toBeUndefined();
    await expect(store.get(newFileKey())).rejects.toThrow(FileNotFound);
  });

  test('gives a withdrawn file to nobody, and removes it with delete', async () => {
    const content = randomBytes(100);
    const key = newFileKey();
    await store.put(key, fileOf(content), factsOf(content));
    await store.withdraw(key);
    await expect(store.get(key)).rejects.toThrow(FileNotFound);
    await expect(store.withdraw(key)).resolves.toBeUndefined();
    await expect(store.withdraw(newFileKey())).resolves.toBeUndefined();
    await expect(store.withdraw('../x')).rejects.toThrow(FileNotFound);
    expect(filesNamed(key)).not.toEqual([]);
    await store.delete(key);
    expect(filesNamed(key)).toEqual([]);
  });

  test.each(['../../etc/passwd', '/etc/passwd', '', '.', `${'0'.repeat(31)}/`, 'A'.repeat(32)])(
    'takes no other names than keys: %j',
    async (name) => {
      const content = randomBytes(10);
      await expect(store.put(name, { bytes: content }, factsOf(content))).rejects.toThrow(FileNotFound);
      await expect(store.get(name)).rejects.toThrow(FileNotFound);
      await expect(store.delete(name)).rejects.toThrow(FileNotFound);
    },
  );
});

describe('keys', () => {
  test('are random and differ from everything else', () => {
    const keys = new Set(Array.from({ length: 1000 }, newFileKey));
    expect(keys.size).toBe(1000);
    for (const key of keys) expect(isFileKey(key)).toBe(true);
    for (const other of ['', 'x'.repeat(32), '0'.repeat(31), `${'0'.repeat(32)}\n`])
      expect(isFileKey(other)).toBe(false);
  });
});
