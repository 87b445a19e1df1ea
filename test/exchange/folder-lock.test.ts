import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { CannotLock, FolderInUse, lockFolder } from '../../src/exchange/storage/folder-lock.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const unlocks: (() => void)[] = [];
afterEach(() => {
  for (const unlock of unlocks.splice(0)) unlock();
});

async function lock(folder: string): Promise<void> {
  unlocks.push(await lockFolder(folder));
}

test('one at a time has a folder; another folder is another', async () => {
  const [folder, other] = [temporaryFolder(), temporaryFolder()];
  await lock(folder);
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUse);
  await expect(lockFolder(folder)).rejects.toThrow(`${folder} is in use by another running process`);
  await lock(other);
});

test('who gives it back leaves it to the next', async () => {
  const folder = temporaryFolder();
  for (let turn = 0; turn < 3; turn++) (await lockFolder(folder))();
  await lock(folder);
});

test.runIf(process.platform === 'linux')('it is kept also when lock.db is deleted meanwhile', async () => {
  const folder = temporaryFolder();
  await lock(folder);
  rmSync(`${folder}/lock.db`);
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUse);
  // Also for the one after, who finds the new file.
  await expect(lockFolder(folder)).rejects.toThrow(FolderInUse);
});

test('a lock that cannot be taken is not called in use, and the file is named', async () => {
  const folder = temporaryFolder();
  writeFileSync(`${folder}/lock.db`, 'x'.repeat(5000));
  await expect(lockFolder(folder)).rejects.toThrow(CannotLock);
  await expect(lockFolder(folder)).rejects.toThrow(`${folder}/lock.db cannot be locked: file is not a database`);
  rmSync(`${folder}/lock.db`);
  mkdirSync(`${folder}/lock.db`);
  await expect(lockFolder(folder)).rejects.toThrow(`${folder}/lock.db cannot be locked: EISDIR`);
  rmSync(`${folder}/lock.db`, { recursive: true });
  await lock(folder);
});
