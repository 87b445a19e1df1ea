/**
 * Makes a new data folder of a backup or of another data folder whose server is stopped, up to a moment:
 *
 *   npm run restore -- FROM DATA_DIR [--until TIME | --command N] [--archive FOLDER] [--database FILE] [--with COMMAND]
 *   npm run restore -- DATA_DIR --until TIME [--archive BACKUP] [--with COMMAND]...
 *
 * The journal ends after the last group commit at or before TIME (2026-11-20T15:04:05.123456Z) or command N; without
 * either it is whole. The reference data are those of FROM, or of FILE: a copy that was made at that moment or later.
 * The second form is for nodes, with the settings of one: the journal is that of JOURNAL_URL, and of BACKUP what was
 * deleted there (npm run admin -- journal delete-archived). Each COMMAND restores a PostgreSQL server to TIME, which it
 * finds in RESTORE_UNTIL, and ends once the server takes writes (ops/postgres/restore.sh is one).
 *
 * Both forms then check that the reference data belong to the journal, and are not older than it. The new venue gives
 * out no id that the old one may have given out.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../src/config.ts';
import { mainDatabaseFile } from '../src/database/files.ts';
import { copySqliteFile } from '../src/database/sqlite/index.ts';
import { nodeFileSystem } from '../src/exchange/journal/file-system.ts';
import { foldersOf } from '../src/exchange/journal/segments.ts';
import { copyVenue } from '../src/exchange/storage/backup.ts';
import { isoTimeOf, type Place, placeOf } from '../src/exchange/storage/moment.ts';
import { checkRestored } from './restore/check-restored.ts';

const USAGE = `usage: npm run restore -- FROM DATA_DIR [--until TIME | --command N] [--archive FOLDER] [--database FILE]
         [--with COMMAND]
       npm run restore -- DATA_DIR --until TIME [--archive BACKUP] [--with COMMAND]...`;

class WrongUse extends Error {}

const OPTIONS = {
  until: { type: 'string' },
  command: { type: 'string' },
  archive: { type: 'string' },
  database: { type: 'string' },
  with: { type: 'string', multiple: true },
} as const;

interface Asked {
  readonly until?: string;
  readonly command?: string;
  readonly archive?: string;
  readonly database?: string;
  readonly with?: readonly string[];
}

async function restore(): Promise<string> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS });
  const [first, second, ...others] = positionals;
  if (first === undefined || others.length > 0) throw new WrongUse('one folder is wanted, or two');
  const to = second ?? first;
  if (existsSync(to)) throw new Error(`${to} exists: name a folder that is still to be made`);
  return second === undefined ? restoreNodes(to, values) : restoreFolder(first, to, values);
}

async function restoreFolder(from: string, to: string, asked: Asked): Promise<string> {
  const inside = join(from, 'venue');
  const venue = existsSync(inside) ? inside : from;
  const moment = { command: commandOf(asked.command), timeUs: timeOf(asked.until) };
  const place = placeOf(nodeFileSystem, foldersOf(venue, asked.archive), moment);
  if (place.command === 0) throw new Error(`${venue}: no command was journaled by then`);
  restoreServers(asked);
  const options = { archiveFolder: asked.archive, command: place.command };
  await copyVenue(nodeFileSystem, venue, join(to, 'venue'), options);
  const database = asked.database ?? mainDatabaseFile(from);
  if (existsSync(database)) {
    copySqliteFile(database, mainDatabaseFile(to));
    return `${described(to, place)}; ${await checkRestored(to, null)}`;
  }
  if (asked.with === undefined) return `${described(to, place)}; the reference data are elsewhere`;
  return `${described(to, place)}; ${await checkRestored(to, readConfig(process.env).DATABASE_URL)}`;
}

async function restoreNodes(to: string, asked: Asked): Promise<string> {
  const config = readConfig(process.env);
  const untilUs = timeOf(asked.until);
  if (config.JOURNAL_URL === null) throw new WrongUse('one folder is for nodes: JOURNAL_URL is not set');
  if (untilUs === undefined || asked.command !== undefined) throw new WrongUse('nodes are restored --until a time');
  restoreServers(asked);
  // The program of a node, which files do without.
  const { restoredNodes } = await import('./restore/nodes.ts');
  const { place, data } = await restoredNodes(to, config, untilUs, asked.archive);
  return `${described(to, place)}; ${data}`;
}

/** By the operator's own means: each server of PostgreSQL to the same moment. */
function restoreServers({ until, with: commands = [] }: Asked): void {
  if (commands.length > 0 && until === undefined) throw new WrongUse('--with needs --until');
  const env = { ...process.env, RESTORE_UNTIL: until?.replace('T', ' ').replace('Z', '+00') };
  for (const command of commands) {
    const { status, signal } = spawnSync('sh', ['-c', command], { stdio: ['ignore', 'inherit', 'inherit'], env });
    if (status !== 0) throw new Error(`${command}: ended with ${signal ?? status}`);
  }
}

function described(to: string, place: Place): string {
  return `${to}: journal up to command ${place.command} of ${isoTimeOf(place)}`;
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
