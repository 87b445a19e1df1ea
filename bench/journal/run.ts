/**
 * A group commit of the journal alone: written over space that was filled before, as the journal does it, and, in turn,
 * to a file that grows with each group.
 *
 *   node bench/journal/run.ts [--json FILE]
 */
import { rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { encodeCommand } from '../../src/exchange/commands/command-codecs.ts';
import { type FileSystem, nodeFileSystem } from '../../src/exchange/journal/file-system.ts';
import { journalStart, readJournal } from '../../src/exchange/journal/reader.ts';
import { JournalWriter } from '../../src/exchange/journal/writer.ts';
import { diskFolder } from '../support/disk.ts';
import { markdownTable } from '../support/markdown.ts';
import { type Figure, resultsFile, writeResults } from '../support/results.ts';
import { quantile, spreadOf, spreadText } from '../support/statistics.ts';
import { inTurn, Series } from '../support/turns.ts';
import { VenueFlow } from '../support/venue-flow.ts';

const GROUPS = 2000;
/** About what shares a group with 64 connections. */
const COMMANDS = 29;
const REPETITIONS = 9;
const SEGMENT_BYTES_MAX = 64 * 1024 * 1024;

/** Refuses the zeros that the journal writes ahead, as a full disk would: the file grows with each group. */
const growing: FileSystem = {
  ...nodeFileSystem,
  write: (file, bytes, position) => {
    if (bytes[0] === 0) throw new Error('no space ahead');
    nodeFileSystem.write(file, bytes, position);
  },
};

interface Run {
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly mean_ms: number;
  /** Of this process; what the kernel does in its threads is not in it. */
  readonly cpu_us: number;
}

const file = resultsFile(process.argv.slice(2));
const folder = diskFolder();
const flow = new VenueFlow();
for (const _ of flow.opening());
const lines = Array.from({ length: COMMANDS }, () => encodeCommand(flow.rest()));
const filled = new Series(() => run(nodeFileSystem));
const grown = new Series(() => run(growing));
try {
  console.log(`Node ${process.version}, ${cpus().length} cores, ${cpus()[0]?.model.trim()}`);
  await inTurn(REPETITIONS + 1, [filled, grown]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
report([
  ['over space that was filled before', filled.results.slice(1)],
  ['to a file that grows with each group', grown.results.slice(1)],
]);

async function run(files: FileSystem): Promise<Run> {
  const path = `${folder}/venue`;
  files.ensureFolder(path);
  const end = readJournal(files, path, journalStart(0), () => {});
  const writer = new JournalWriter(files, path, SEGMENT_BYTES_MAX, end);
  const times_ms: number[] = [];
  const before = process.cpuUsage();
  for (let group = 0; group < GROUPS; group++) {
    const started_ms = performance.now();
    await writer.append(lines);
    times_ms.push(performance.now() - started_ms);
  }
  const { user, system } = process.cpuUsage(before);
  writer.close();
  rmSync(path, { recursive: true });
  times_ms.sort((a, b) => a - b);
  return {
    p50_ms: quantile(times_ms, 0.5),
    p99_ms: quantile(times_ms, 0.99),
    mean_ms: times_ms.reduce((sum, time) => sum + time, 0) / GROUPS,
    cpu_us: (user + system) / GROUPS,
  };
}

function report(rows: readonly [name: string, runs: readonly Run[]][]): void {
  const ms = (runs: readonly Run[], figure: (run: Run) => number) =>
    spreadText(runs.map(figure), (ms) => ms.toFixed(3));
  const head = ['a group commit', 'mean, ms', 'p50, ms', 'p99, ms', 'CPU, µs'];
  const cells = rows.map(([name, runs]) => [
    name,
    ms(runs, ({ mean_ms }) => mean_ms),
    ms(runs, ({ p50_ms }) => p50_ms),
    ms(runs, ({ p99_ms }) => p99_ms),
    spreadText(
      runs.map(({ cpu_us }) => cpu_us),
      (us) => us.toFixed(0),
    ),
  ]);
  console.log(
    `\n${COMMANDS} commands a group, ${GROUPS} groups, ${REPETITIONS} repetitions, median (lowest to highest)\n`,
  );
  console.log(markdownTable(head, cells));
  const figures = rows.flatMap(([name, runs]): Figure[] => {
    const figure = (what: string, unit: string, values: readonly number[]) => ({
      name: `group commit ${name}, ${what}`,
      unit,
      ...spreadOf(values),
    });
    return [
      figure(
        'p50',
        'ms',
        runs.map((run) => run.p50_ms),
      ),
      figure(
        'p99',
        'ms',
        runs.map((run) => run.p99_ms),
      ),
      figure(
        'CPU',
        'us',
        runs.map((run) => run.cpu_us),
      ),
    ];
  });
  writeResults(file, 'journal', figures);
}
