/**
 * The check that an account may place orders, with accounts in turn, on SQLite and, with --postgres=URL (or
 * TEST_DATABASE_URL), on PostgreSQL: right after a start, and once the accounts have been read.
 *
 *   node bench/lists/accounts-in-turn.ts [--accounts=1000000] [--asked=100000] [--postgres=URL] [--json FILE]
 *
 * The directory is that of a cluster node. Neighbouring accounts are asked far apart from each other, so that each
 * order of the first tens of thousands is the first one of its page. Fails when an answer is wrong.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Database } from '../../src/database/database.ts';
import { AccountDirectory } from '../../src/modules/accounts/index.ts';
import { systemTimers } from '../../src/time/timers.ts';
import { type Figure, resultsFile, writeResults } from '../support/results.ts';
import { spreadOf } from '../support/statistics.ts';
import { fillAccounts, type TemporaryDatabase, temporaryPostgres, temporarySqlite } from './account-fill.ts';

const argv = process.argv.slice(2);
const { values } = parseArgs({
  args: argv,
  options: {
    accounts: { type: 'string', default: '1000000' },
    asked: { type: 'string', default: '100000' },
    postgres: { type: 'string', default: process.env.TEST_DATABASE_URL ?? '' },
    json: { type: 'string' },
  },
});
const accounts = Number(values.accounts);
const asked = Number(values.asked);

const FIRST = 10_000_000;
/** Pages from one account to the next; with the number of accounts it has no common factor. */
const STRIDE = 7919 * 100 + 1;
const AGE_MS = 800;
/** As the service pauses. */
const PAUSE_MS = 10;

/** CPU of the main thread, milliseconds. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Asks for accounts in turn; answers microseconds of the main thread for each and the share of them that waited. */
async function ask(directory: AccountDirectory): Promise<{ readonly cpuUs: number; readonly waited: number }> {
  let waited = 0;
  let number = 0;
  const beganMs = threadMs();
  for (let turn = 0; turn < asked; turn++) {
    // Every twentieth account is archived; those are asked of the database, as unknown ones are.
    do number = (number + STRIDE) % accounts;
    while ((number + 1) % 20 === 0);
    const answer = directory.isActive('C1', `A${FIRST + 1 + number}`);
    if (typeof answer !== 'boolean') waited += 1;
    if (!(await answer)) throw new Error(`account ${number} was answered wrongly`);
  }
  return { cpuUs: ((threadMs() - beganMs) * 1000) / asked, waited: waited / asked };
}

async function measure(name: string, { db, dialect }: Database): Promise<Figure[]> {
  await fillAccounts({ db, dialect } as Database, 'C1', accounts, FIRST);
  const open = () => new AccountDirectory(db, { watch: { timers: systemTimers, ageMsMax: AGE_MS } });
  const cold = open();
  const atOnce = await ask(cold);
  cold.end();

  const directory = open();
  const heap = () => {
    globalThis.gc?.();
    return process.memoryUsage().heapUsed;
  };
  const heapBefore = heap();
  const [beganMs, beganCpuMs] = [performance.now(), threadMs()];
  let longestMs = 0;
  for (let more = true; more; await delay(PAUSE_MS)) {
    const pieceMs = threadMs();
    more = await directory.fillNext();
    longestMs = Math.max(longestMs, threadMs() - pieceMs);
  }
  const [fillMs, fillCpuMs] = [performance.now() - beganMs, threadMs() - beganCpuMs];
  const heapMb = (heap() - heapBefore) / 1e6;
  const filled = await ask(directory);
  directory.end();

  const one = (of: string, unit: string, value: number) => ({ name: `${name}, ${of}`, unit, ...spreadOf([value]) });
  return [
    one('asked after the start: waited for the database', '%', atOnce.waited * 100),
    one('asked after the start: main thread', 'µs', atOnce.cpuUs),
    one('reading all accounts', 's', fillMs / 1000),
    one('reading all accounts: main thread', 's', fillCpuMs / 1000),
    one('reading all accounts: longest piece', 'ms', longestMs),
    one('reading all accounts: heap', 'MB', heapMb),
    one('asked when all are read: waited for the database', '%', filled.waited * 100),
    one('asked when all are read: main thread', 'µs', filled.cpuUs),
  ];
}

const databases: [string, () => Promise<TemporaryDatabase>][] = [['SQLite', temporarySqlite]];
if (values.postgres !== '') databases.push(['PostgreSQL', () => temporaryPostgres(values.postgres)]);
const figures: Figure[] = [];
for (const [name, open] of databases) {
  const { database, remove } = await open();
  try {
    figures.push(...(await measure(name, database)));
  } finally {
    await remove();
  }
}
for (const { name, median, unit } of figures)
  console.log(`${name.padEnd(70)} ${median.toFixed(2).padStart(9)} ${unit}`);
writeResults(resultsFile(argv), 'accounts-in-turn', figures);
