/** The data folder of a sandbox is saved, restored and made empty while no service is open (Z14). */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Config, readConfig } from '../../../src/config.ts';
import { ApiError } from '../../../src/http/methods/index.ts';
import { changeFolder, FolderSnapshots } from '../../../src/service/sandbox/folder-snapshots.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

function folder(settings: Readonly<Record<string, string>> = {}) {
  const config: Config = readConfig({ DATA_DIR: temporaryFolder(), ...settings });
  const dataDir = config.DATA_DIR;
  const write = (name: string, text: string) => {
    mkdirSync(join(dataDir, 'venue'), { recursive: true });
    writeFileSync(join(dataDir, name), text);
  };
  const read = (name: string) => {
    const file = join(dataDir, name);
    return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
  };
  const restarts: string[] = [];
  const snapshots = new FolderSnapshots(config, () => void restarts.push('restart'));
  write('venue/journal', 'one');
  write('openats.db', 'one');
  write('sandbox-client.json', 'key');
  return { dataDir, write, read, restarts, snapshots, change: () => changeFolder(dataDir) };
}

test('a snapshot is restored as it was saved, and a reset keeps the keys and the snapshots', async () => {
  const { write, read, restarts, snapshots, change } = folder();
  expect(snapshots.ask('save', 'first')).toMatchObject({ action: 'save', name: 'first', state: 'Waiting' });
  expect(restarts).toHaveLength(1);
  expect(() => snapshots.ask('reset', null)).toThrow(ApiError);
  expect(await change()).toMatchObject({ state: 'Done', reason: null });
  expect(await change()).toBeUndefined();
  expect(snapshots.all()).toMatchObject([{ name: 'first' }]);
  write('venue/journal', 'two');
  write('venue/another', 'two');
  write('openats.db', 'two');
  snapshots.ask('restore', 'first');
  await change();
  expect(snapshots.lastChange).toMatchObject({ action: 'restore', state: 'Done' });
  expect([read('venue/journal'), read('venue/another'), read('openats.db')]).toEqual(['one', undefined, 'one']);
  snapshots.ask('reset', null);
  await change();
  expect([read('venue/journal'), read('openats.db'), read('sandbox-client.json')]).toEqual([
    ...[undefined, undefined],
    'key',
  ]);
  snapshots.ask('restore', 'first');
  await change();
  expect(read('openats.db')).toBe('one');
});

test('a change that a crash cut off is done again; one that fails leaves the folder and says why', async () => {
  const { dataDir, write, read, snapshots, change } = folder();
  snapshots.ask('save', 'first');
  await change();
  write('openats.db', 'two');
  snapshots.ask('restore', 'first');
  // As after a crash: a copy that is not whole, and a folder of which something is gone.
  cpSync(join(dataDir, 'venue'), join(dataDir, 'snapshots/.copy/venue'), { recursive: true });
  cpSync(join(dataDir, 'venue'), join(dataDir, 'left'), { recursive: true });
  await change();
  expect([read('openats.db'), read('left/journal')]).toEqual(['one', undefined]);
  snapshots.ask('restore', 'first');
  rmSync(join(dataDir, 'snapshots/first'), { recursive: true });
  expect(await change()).toMatchObject({ state: 'Failed', reason: expect.stringContaining('first') });
  expect(read('openats.db')).toBe('one');
});

test('an unknown name, too many, and data elsewhere are refused', async () => {
  const { snapshots, change } = folder();
  expect(() => snapshots.ask('restore', 'none')).toThrow(ApiError);
  for (let count = 0; count < 20; count++) {
    snapshots.ask('save', `s${count}`);
    await change();
  }
  expect(() => snapshots.ask('save', 'more')).toThrow(ApiError);
  snapshots.ask('save', 's3');
  expect(await change()).toMatchObject({ state: 'Done' });
  expect(snapshots.refusal).toBeUndefined();
  expect(folder({ ACH_DIR: temporaryFolder() }).snapshots.refusal).toContain('ACH_DIR');
});
