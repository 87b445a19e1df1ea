/** The data of a release in a folder, and in a database where it has one, as a server of this code finds them. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { clockFrom } from '../e2e/support/server-clock.ts';
import type { ServerOptions } from '../e2e/support/server-process.ts';
import { closeAfterTest } from '../support/cleanup.ts';
import { ownDatabase } from '../support/own-database.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { RELEASE_SETTINGS, type Release, unpack } from './release.ts';

export interface UpgradedData {
  readonly options: ServerOptions & { readonly dataDir: string };
  /** Of the reference database: a file, or a URL. */
  readonly location: string;
}

/** @param changes of the reference database, in the SQL of both databases */
export async function upgradedData(release: Release, changes = ''): Promise<UpgradedData> {
  const dataDir = temporaryFolder();
  unpack(release, dataDir);
  const file = join(dataDir, 'openats.db');
  const url =
    release.dump === undefined ? undefined : await restored(`${release.dump}\nset search_path = public;\n${changes}`);
  if (url === undefined && changes !== '') {
    const database = new DatabaseSync(file);
    database.exec(changes);
    database.close();
  }
  // What goes by the time of day is as when it was recorded.
  const clock = clockFrom(release.recordedAtMs + 1000);
  const database = url === undefined ? {} : { DATABASE_URL: url };
  const settings = { ...RELEASE_SETTINGS, ...clock.settings, ...database };
  return { options: { dataDir, settings }, location: url ?? file };
}

async function restored(dump: string): Promise<string> {
  const { url, drop } = await ownDatabase('upgrade');
  closeAfterTest(drop);
  const client = new pg.Client(url);
  await client.connect();
  await client.query(dump);
  await client.end();
  return url;
}
