import { mkdirSync } from 'node:fs';
import { lockFolder } from '../../exchange/storage/index.ts';
import type { PartContext } from './part-context.ts';
import { starting } from './start-failure.ts';

/** Makes the folders of the settings and keeps other processes out of the data folder. */
export async function openDataFolder({ config, shutdown }: PartContext): Promise<void> {
  await makeFolder('DATA_DIR', config.DATA_DIR);
  if (config.JOURNAL_ARCHIVE_DIR !== null) await makeFolder('JOURNAL_ARCHIVE_DIR', config.JOURNAL_ARCHIVE_DIR);
  shutdown.add('data folder', await lockFolder(config.DATA_DIR));
}

function makeFolder(setting: string, folder: string): Promise<unknown> {
  return starting(setting, () => mkdirSync(folder, { recursive: true, mode: 0o700 }));
}
