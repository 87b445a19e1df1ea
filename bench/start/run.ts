/**
 * How long the program takes from the start of its process until it is ready, on a venue with a long journal:
 *
 *   node bench/start/run.ts [--commands=1000000] [--repetitions=5] [--folder=DIR] [--json FILE]
 *
 * The journal is written by the library; the program itself makes the order history from it, once. With --folder both
 * stay there for the next run with as many commands: 10,000,000 of them take minutes to make, and 4 GB.
 */
import { existsSync, rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { nodeFileSystem } from '../../src/exchange/journal/file-system.ts';
import { listSnapshots } from '../../src/exchange/storage/snapshot.ts';
import { diskFolder } from '../support/disk.ts';
import { writeJournal } from '../support/journal-file.ts';
import { markdownTable } from '../support/markdown.ts';
import { type Figure, resultsFile, writeResults } from '../support/results.ts';
import { spreadOf, spreadText, wholeText } from '../support/statistics.ts';
import { readThreadTimes } from '../support/thread-times.ts';
import { inTurn, Series } from '../support/turns.ts';
import { VenueProcess } from '../support/venue-process.ts';

/** Just below the default of SNAPSHOT_COMMANDS: the program adds a separate few and would take the next snapshot. */
const AFTER_SNAPSHOT_MAX = 249_990;

/** What one start took. */
interface Start {
  readonly seconds: number;
  /** CPU of all threads of the process; NaN where the system does not say. */
  readonly cpu_seconds: number;
  /** Time in which the main thread was ready to run and had no core; NaN where the system does not say. */
  readonly waited_seconds: number;
}

const argv = process.argv.slice(2);
const { values } = parseArgs({
  args: argv,
  options: {
    commands: { type: 'string', default: '1000000' },
    repetitions: { type: 'string', default: '5' },
    folder: { type: 'string' },
    json: { type: 'string' },
  },
});
const commands = wholeNumber('commands', values.commands, AFTER_SNAPSHOT_MAX + 1);
const repetitions = wholeNumber('repetitions', values.repetitions, 1);
const file = resultsFile(argv);
const folder = values.folder ?? diskFolder();
try {
  console.log(`Node ${process.version}, ${cpus().length} cores, ${cpus()[0]?.model.trim()}`);
  await main();
} finally {
  if (values.folder === undefined) rmSync(folder, { recursive: true, force: true });
}

async function main(): Promise<void> {
  const long = `${folder}/${commands}-commands`;
  if (!existsSync(`${long}/history.db`)) await makeVenue(long);
  const empty = `${folder}/empty`;
  await (await VenueProcess.start(empty)).stop();
  const starts = {
    'an empty venue': new Series(() => startOnce(empty)),
    'snapshot at the end': new Series(() => startOnce(long)),
    'a whole interval after the snapshot': new Series(() => {
      dropNewestSnapshots(long);
      return startOnce(long);
    }),
  };
  // Once for the file cache. The last of them leaves a snapshot at the end, so that each order of turns finds one.
  for (const series of Object.values(starts)) await series.repeat();
  await inTurn(repetitions, Object.values(starts));
  report(Object.entries(starts).map(([name, { results }]) => [name, results.slice(1)]));
}

/** Until the program has made the history; afterwards there is a snapshot at the end, and one an interval before it. */
async function makeVenue(dataDir: string): Promise<void> {
  const clock = stopwatch();
  const written = await writeJournal(`${dataDir}/venue`, { commands, snapshotAt: commands - AFTER_SNAPSHOT_MAX });
  console.log(
    `${wholeText(commands)} commands in ${wholeText(written.groups)} groups, ${wholeText(written.bytes / 1e6)} MB, ` +
      `${wholeText(written.liveOrders)} live orders at the end: written in ${wholeText(clock())} s`,
  );
  const catchingUp = stopwatch();
  await (await VenueProcess.start(dataDir)).stop();
  console.log(`the order history of them: made in ${wholeText(catchingUp())} s`);
}

/** What a process leaves that is killed just before it takes the next snapshot. */
function dropNewestSnapshots(dataDir: string): void {
  for (const { path, sequence } of listSnapshots(nodeFileSystem, `${dataDir}/venue`)) {
    if (sequence > commands - AFTER_SNAPSHOT_MAX) rmSync(path);
  }
}

/** Starts, looks, and stops, which leaves a snapshot at the end. */
async function startOnce(dataDir: string): Promise<Start> {
  const clock = stopwatch();
  const venue = await VenueProcess.start(dataDir);
  const seconds = clock();
  const times = readThreadTimes(venue.pid);
  await venue.stop();
  const cpu_seconds = times === null ? Number.NaN : [...times.values()].reduce((sum, { ran_s }) => sum + ran_s, 0);
  return { seconds, cpu_seconds, waited_seconds: times?.get('main')?.waited_s ?? Number.NaN };
}

function report(rows: readonly [name: string, starts: readonly Start[]][]): void {
  const two = (figures: readonly number[]) => spreadText(figures, (figure) => figure.toFixed(2));
  const head = [
    'from the start of the process until it is ready',
    'seconds',
    'CPU seconds',
    'main thread without a core',
  ];
  const cells = rows.map(([name, starts]) => [
    name,
    two(starts.map(({ seconds }) => seconds)),
    two(starts.map(({ cpu_seconds }) => cpu_seconds)),
    two(starts.map(({ waited_seconds }) => waited_seconds)),
  ]);
  console.log(`\n${wholeText(commands)} commands, ${repetitions} starts each in turn, median (lowest to highest)\n`);
  console.log(markdownTable(head, cells));
  const figures = rows.map(
    ([name, starts]): Figure => ({
      name: `start with ${wholeText(commands)} commands: ${name}`,
      unit: 's',
      ...spreadOf(starts.map(({ seconds }) => seconds)),
      aim: 'at most 5',
    }),
  );
  writeResults(file, 'start', figures);
}

function stopwatch(): () => number {
  const started = performance.now();
  return () => (performance.now() - started) / 1000;
}

function wholeNumber(option: string, text: string, least: number): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= least) return number;
  throw new Error(`--${option} wants a whole number from ${least}, not ${text}`);
}
