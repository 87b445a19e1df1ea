import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { DownloadLinks, FileStoreFailed, LocalFileStore, newFileKey } from '../../../src/providers/files/index.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { fileOf } from './stores.ts';

const links = new DownloadLinks({
  secret: Buffer.alloc(32, 1),
  publicUrl: () => 'http://localhost',
  lifeSeconds: 60,
  nowMs: Date.now,
});

let folder: string;
let store: LocalFileStore;
beforeEach(() => {
  folder = join(temporaryFolder(), 'data', 'documents');
  store = new LocalFileStore({ folder, links });
});

describe('the folder of documents', () => {
  test('is only the owner’s, and so are the files in it', async () => {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    await store.put(newFileKey(), fileOf(randomBytes(10)));
    await store.put(newFileKey(), { bytes: randomBytes(10) });
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const files = readdirSync(folder);
    expect(files).toHaveLength(2);
    for (const file of files) expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
  });

  test('keeps a file when the one it was made from is removed, and leaves that one where it is', async () => {
    const content = randomBytes(1000);
    const upload = fileOf(content);
    const key = newFileKey();
    await store.put(key, upload);
    expect(readFileSync(upload.path)).toEqual(content);
    expect(readdirSync(folder)).toEqual([key]);
    expect(readFileSync(join(folder, key))).toEqual(content);
  });

  test.runIf(existsSync('/dev/shm'))('takes files from another disk too', async () => {
    const content = randomBytes(1000);
    const path = `/dev/shm/openats-test-${newFileKey()}`;
    writeFileSync(path, content);
    const key = newFileKey();
    try {
      await store.put(key, { path });
    } finally {
      (await import('node:fs')).rmSync(path);
    }
    expect(readdirSync(folder)).toEqual([key]);
    expect(readFileSync(join(folder, key))).toEqual(content);
    expect(statSync(join(folder, key)).mode & 0o777).toBe(0o600);
  });

  test('never writes over a file that is there', async () => {
    const key = newFileKey();
    const first = randomBytes(10);
    await store.put(key, fileOf(first));
    await expect(store.put(key, fileOf(randomBytes(10)))).rejects.toThrow('EEXIST');
    expect(readFileSync(join(folder, key))).toEqual(first);
  });

  test('holds nothing of a file that a crash cut short once that is removed', async () => {
    const key = newFileKey();
    await store.check();
    writeFileSync(join(folder, `${key}.tmp`), 'half');
    await store.delete(key);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('that cannot be written to is a failure of the store', async () => {
    writeFileSync(join(folder, '..', '..', 'data'), 'a file in the place of the folder');
    await expect(store.check()).rejects.toThrow(FileStoreFailed);
    await expect(store.put(newFileKey(), { bytes: randomBytes(1) })).rejects.toThrow(FileStoreFailed);
    await expect(store.put(newFileKey(), { path: '/does/not/exist' })).rejects.toThrow(FileStoreFailed);
  });
});
