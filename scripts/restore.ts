/**
 * Makes a new data folder of a backup or of another data folder whose server is stopped, up to a moment:
 *
 *   npm run restore -- FROM DATA_DIR [--until TIME | --command N] [--archive FOLDER] [--database FILE]
 *
 * The journal ends after the last group commit at or before TIME (2026-11-20T15:04:05.123456Z) or command N; without
 * either it is whole. The reference data are those of FROM, or of FILE: a copy that was made at that moment or later.
 * With DATABASE_URL they are restored by PostgreSQL. The new venue gives out no id that the old one may have given out.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { mainDatabaseFile } from '../src/database/files.ts';
import { copySqliteFile } from '../src/database/sqlite/index.ts';
import { nodeFileSystem } from '../src/exchange/journal/file-system.ts';
import { foldersOf } from '../src/exchange/journal/segments.ts';
import { copyVenue } from '../src/exchange/storage/backup.ts';
import { placeOf } from '../src/exchange/storage/moment.ts';

const USAGE =
  'usage: npm run restore -- FROM DATA_DIR [--until TIME | --command N] [--archive FOLDER] [--database FILE]';

class WrongUse extends Error {}

async function restore(): Promise<string> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      until: { type: 'string' },
      command: { type: 'string' },
      archive: { type: 'string' },
      database: { type: 'string' },
    },
  });
  const [from, to, ...others] = positionals;
  if (from === undefined || to === undefined || others.length > 0) throw new WrongUse('two folders are wanted');
  if (existsSync(to)) throw new Error(`${to} exists: name a folder that is still to be made`);
  const inside = join(from, 'venue');
  const venue = existsSync(inside) ? inside : from;
  const moment = { command: commandOf(values.command), timeUs: timeOf(values.until) };
  const place = placeOf(nodeFileSystem, foldersOf(venue, values.archive), moment);
  if (place.command === 0) throw new Error(`${venue}: no command was journaled by then`);
  const options = { archiveFolder: values.archive, command: place.command };
  await copyVenue(nodeFileSystem, venue, join(to, 'venue'), options);
  const database = values.database ?? mainDatabaseFile(from);
  if (existsSync(database)) copySqliteFile(database, mainDatabaseFile(to));
  const with_ = existsSync(database)
    ? `, with the reference data of ${database}`
    : '; the reference data are elsewhere';
  return `${to}: journal up to command ${place.command} of ${new Date(place.timeUs / 1000).toISOString()}${with_}`;
}

function commandOf(text: string | undefined): number | undefined {
  if (text === undefined || /^[1-9]\d{0,14}$/.test(text)) return text === undefined ? undefined : Number(text);
  throw new WrongUse(`--command ${text} is not the number of a command`);
}

/** With up to six digits of a second, which Date does not keep. */
function timeOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, seconds, fraction = ''] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?Z$/.exec(text) ?? [];
  const ms = seconds === undefined ? Number.NaN : Date.parse(`${seconds}Z`);
  if (Number.isNaN(ms)) throw new WrongUse(`--until ${text} is not a time in UTC such as 2026-11-20T15:04:05Z`);
  return ms * 1000 + Number(fraction.padEnd(6, '0'));
}

try {
  console.log(await restore());
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  if (!(error instanceof WrongUse)) process.exit(1);
  console.error(USAGE);
  process.exit(2);
}
