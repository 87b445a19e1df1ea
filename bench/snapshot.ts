/**
 * Snapshots: the time that one takes and its size, and what the orders notice of it that come meanwhile.
 *
 *   node bench/snapshot.ts [--live=50000,1000000] [--rate=2000] [--repetitions=5] [--json FILE]
 *
 * The second part runs the program twice, on copies of one data folder: one takes a snapshot after every fiftieth part of its
 * live orders, far more often than by default, the other takes none. Both get the same orders at a fixed rate, in turn.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { diskFolder } from './support/disk.ts';
import { writeRestingOrders } from './support/journal-file.ts';
import { markdownTable } from './support/markdown.ts';
import { type Figure, resultsFile, writeResults } from './support/results.ts';
import type { SnapshotReport } from './support/snapshot-process.ts';
import { type Block, SnapshotSide } from './support/snapshot-side.ts';
import { spreadOf, spreadText, wholeText } from './support/statistics.ts';
import { inTurn, Series } from './support/turns.ts';
import { VenueProcess } from './support/venue-process.ts';

/** Of a thousand live orders: the more there are, the longer a snapshot takes. */
const BLOCK_MS_A_THOUSAND = 6;
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
    await measureAlone(live);
    await measureOrders(live);
  }
  writeResults(file, 'snapshot', figures);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function measureAlone(live: number): Promise<void> {
  const path = `${folder}/alone`;
  mkdirSync(path, { recursive: true });
  const child = fork(
    new URL('./support/snapshot-process.ts', import.meta.url),
    [path, String(live), String(repetitions)],
    {
      // As in the program, where young objects have as much.
      execArgv: ['--expose-gc', '--max-semi-space-size=64'],
    },
  );
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
}

async function measureOrders(live: number): Promise<void> {
  const [taking, never] = [`${folder}/taking`, `${folder}/never`];
  await writeRestingOrders(`${never}/venue`, live);
  // The program is ready once it has made the history of all these orders, which it does here once for both.
  await (await VenueProcess.start(never, [], { SNAPSHOT_COMMANDS: String(NEVER) })).kill();
  cpSync(never, taking, { recursive: true });
  const sides = await Promise.all([
    SnapshotSide.start({ dataDir: taking, rate, snapshotCommands: Math.ceil(live / 50) }),
    SnapshotSide.start({ dataDir: never, rate, snapshotCommands: NEVER }),
  ]);
  try {
    const duration_ms = Math.max(BLOCK_MS_MIN, (live / 1000) * BLOCK_MS_A_THOUSAND);
    for (const side of sides) await side.warmUp();
    const [withSnapshots, without] = sides.map((side) => new Series(() => side.run(duration_ms)));
    await inTurn(repetitions, [withSnapshots as Series<Block>, without as Series<Block>]);
    reportOrders(live, withSnapshots?.results ?? [], without?.results ?? []);
  } finally {
    for (const side of sides) await side.stop();
    for (const path of [taking, never]) rmSync(path, { recursive: true });
  }
}

function reportOrders(live: number, taking: readonly Block[], never: readonly Block[]): void {
  const sides = [
    ['while snapshots are taken', taking],
    ['while none is taken', never],
  ] as const;
  const ms = (values_ms: readonly number[]) => spreadText(values_ms, (value) => value.toFixed(1));
  const rows = sides.map(([name, blocks]) => [
    name,
    ms(blocks.map(({ p50_ms }) => p50_ms)),
    ms(blocks.map(({ p99_ms }) => p99_ms)),
    ms(blocks.map(({ p999_ms }) => p999_ms)),
    ms(blocks.map(({ max_ms }) => max_ms)),
    spreadText(
      blocks.map(({ snapshots }) => snapshots.finished),
      wholeText,
    ),
    spreadText(
      blocks.map(({ snapshots, seconds }) => snapshots.seconds / seconds),
      (share) => share.toFixed(2),
    ),
  ]);
  console.log(
    `\n${wholeText(rate)} orders a second, ${repetitions} repetitions in turn; ms from when an order was due\n`,
  );
  console.log(markdownTable(['', 'p50', 'p99', 'p99.9', 'longest', 'snapshots', 'share of the time'], rows));
  for (const [name, blocks] of sides) {
    const longest = spreadOf(blocks.map(({ max_ms }) => max_ms));
    figures.push({ name: `longest wait of an order, ${wholeText(live)} live orders, ${name}`, unit: 'ms', ...longest });
  }
  const more = taking.map(({ max_ms }, at) => max_ms - (never[at]?.max_ms ?? Number.NaN));
  console.log(`\nlongest wait for a snapshot (the difference), ms: ${ms(more)}`);
  figures.push({
    name: `longest wait for a snapshot, ${wholeText(live)} live orders`,
    unit: 'ms',
    ...spreadOf(more),
    aim: 'at most 10',
  });
}

function wholeNumber(option: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 1) return number;
  throw new Error(`--${option} wants a whole number from 1, not ${text}`);
}
