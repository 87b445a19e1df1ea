/**
 * Snapshots: the time that one takes and its size, and what the orders notice of it that come meanwhile.
 *
 *   node bench/snapshot/run.ts [--live=50000,1000000] [--rate=2000] [--repetitions=5] [--json FILE]
 *
 * The second part runs the program twice, on copies of one data folder: one takes snapshots for about half of the time,
 * far more often than by default, the other takes none. Both get the same orders at a fixed rate, in turn. What is
 * compared is the longest wait in spans of time as long as a snapshot, so that something else that slows the machine
 * now and then does not decide.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { v8Flags } from '../../scripts/v8-flags.mjs';
import { diskFolder } from '../support/disk.ts';
import { writeRestingOrders } from '../support/journal-file.ts';
import { markdownTable } from '../support/markdown.ts';
import { type Figure, resultsFile, writeResults } from '../support/results.ts';
import { spreadOf, spreadText, wholeText } from '../support/statistics.ts';
import { inTurn, Series } from '../support/turns.ts';
import { VenueProcess } from '../support/venue-process.ts';
import type { SnapshotReport } from './process.ts';
import { type Block, SnapshotSide } from './side.ts';
import { longestWaits, spansBetween } from './windows.ts';

/** That many snapshots, and as many pauses of the same length, are in a block. */
const SNAPSHOTS_A_BLOCK = 2;
const BLOCK_MS_MIN = 4000;
const NEVER = 100_000_000;

const argv = process.argv.slice(2);
const { values } = parseArgs({
  args: argv,
  options: {
    live: { type: 'string', default: '50000,1000000' },
    rate: { type: 'string', default: '2000' },
    repetitions: { type: 'string', default: '5' },
    json: { type: 'string' },
  },
});
const rate = wholeNumber('rate', values.rate);
const repetitions = wholeNumber('repetitions', values.repetitions);
const file = resultsFile(argv);
const folder = diskFolder();
const figures: Figure[] = [];
try {
  console.log(`Node ${process.version}, ${cpus().length} cores, ${cpus()[0]?.model.trim()}`);
  for (const live of values.live.split(',').map((text) => wholeNumber('live', text))) {
    console.log(`\n${wholeText(live)} live orders, median (lowest to highest)\n`);
    await measureOrders(live, await measureAlone(live));
  }
  writeResults(file, 'snapshot', figures);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Returns the seconds that it takes to write one. */
async function measureAlone(live: number): Promise<number> {
  const path = `${folder}/alone`;
  mkdirSync(path, { recursive: true });
  const child = fork(new URL('./process.ts', import.meta.url), [path, String(live), String(repetitions)], {
    // As in the program.
    execArgv: ['--expose-gc', ...v8Flags(availableParallelism())],
  });
  const [report] = (await once(child, 'message')) as [SnapshotReport];
  child.kill();
  const two = (seconds: readonly number[]) => spreadText(seconds, (second) => second.toFixed(2));
  console.log(
    markdownTable(
      ['a snapshot alone', ''],
      [
        ['to write it, until it is durable, s', two(report.write_s)],
        ['its size, MB', wholeText(report.bytes / 1e6)],
        ['to load it, s', two(report.load_s)],
      ],
    ),
  );
  const name = (what: string) => `snapshot of ${wholeText(live)} live orders, ${what}`;
  figures.push(
    { name: name('to write'), unit: 's', ...spreadOf(report.write_s) },
    { name: name('size'), unit: 'MB', ...spreadOf([report.bytes / 1e6]) },
    { name: name('to load'), unit: 's', ...spreadOf(report.load_s) },
  );
  return spreadOf(report.write_s).median;
}

async function measureOrders(live: number, write_s: number): Promise<void> {
  const [taking, never] = [`${folder}/taking`, `${folder}/never`];
  await writeRestingOrders(`${never}/venue`, live);
  // The program is ready once it has made the history of all these orders, which it does here once for both.
  await (await VenueProcess.start(never, [], { SNAPSHOT_COMMANDS: String(NEVER) })).kill();
  cpSync(never, taking, { recursive: true });
  const sides = await Promise.all([
    SnapshotSide.start({ dataDir: taking, rate, snapshotCommands: Math.ceil(2 * write_s * rate) }),
    SnapshotSide.start({ dataDir: never, rate, snapshotCommands: NEVER }),
  ]);
  try {
    const duration_ms = Math.max(BLOCK_MS_MIN, SNAPSHOTS_A_BLOCK * 2 * write_s * 1000);
    for (const side of sides) await side.warmUp();
    const [taken, none] = sides.map((side) => new Series(() => side.run(duration_ms)));
    await inTurn(repetitions, [taken as Series<Block>, none as Series<Block>]);
    reportOrders(live, taken?.results ?? [], none?.results ?? []);
  } finally {
    for (const side of sides) await side.stop();
    for (const path of [taking, never]) rmSync(path, { recursive: true });
  }
}

function reportOrders(live: number, taking: readonly Block[], never: readonly Block[]): void {
  const lengths = taking.flatMap(({ snapshots }) => snapshots.map(([from, to]) => to - from));
  const length_ms = spreadOf(lengths).median;
  const between = (blocks: readonly Block[]) =>
    blocks.flatMap(({ whole, snapshots, waits }) => longestWaits(spansBetween(whole, snapshots, length_ms), waits));
  const spans = [
    ['while a snapshot is taken', taking.flatMap(({ snapshots, waits }) => longestWaits(snapshots, waits))],
    ['between two of them', between(taking)],
    ['where none is taken', between(never)],
  ] as const;
  console.log(
    `\n${wholeText(rate)} orders a second; the longest wait of those under way in a span of ` +
      `${wholeText(length_ms)} ms, ` +
      'the length of a snapshot under this load\n',
  );
  const ms = (waits: readonly number[]) => spreadText(waits, (wait) => wait.toFixed(1));
  const rows = spans.map(([name, waits]) => [name, ms(waits), String(waits.length)]);
  console.log(markdownTable(['', 'longest wait, ms', 'spans'], rows));
  for (const [name, waits] of spans) {
    figures.push({ name: `longest wait, ${wholeText(live)} live orders, ${name}`, unit: 'ms', ...spreadOf(waits) });
  }
  const more = spreadOf(spans[0][1]).median - spreadOf(spans[2][1]).median;
  console.log(`\nlonger because of a snapshot (difference of the medians): ${more.toFixed(1)} ms`);
  const name = `longer because of a snapshot, ${wholeText(live)} live orders`;
  figures.push({ name, unit: 'ms', ...spreadOf([more]), aim: 'at most 10' });
}

function wholeNumber(option: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 1) return number;
  throw new Error(`--${option} wants a whole number from 1, not ${text}`);
}
