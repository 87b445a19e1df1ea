/** Recovery: a journal of a million commands, with and without a snapshot, against parsing the same lines alone. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { v8Flags } from '../../scripts/v8-flags.mjs';
import { diskFolder } from '../support/disk.ts';
import { type WrittenJournal, writeJournal } from '../support/journal-file.ts';
import { type Figure, resultsFile, writeResults } from '../support/results.ts';
import { spreadOf, spreadText, wholeText } from '../support/statistics.ts';
import type { RecoveryReport } from './process.ts';

const COMMANDS = 1_000_000;
/** The default of SNAPSHOT_COMMANDS is 250,000: there are never more commands after the newest snapshot. */
const SNAPSHOT_AT = 750_000;
const REPETITIONS = 5;

type Mode = 'journal' | 'snapshot' | 'plain';

async function main(): Promise<void> {
  const file = resultsFile(process.argv.slice(2));
  const folder = diskFolder();
  try {
    console.log(`Node ${process.version}, ${cpus().length} cores, ${cpus()[0]?.model.trim()}`);
    const venue = `${folder}/venue`;
    const plain = `${folder}/plain.jsonl`;
    const written = await writeJournal(venue, { commands: COMMANDS, snapshotAt: SNAPSHOT_AT, plainFile: plain });
    const { bytes, groups, liveOrders } = written;
    console.log(
      `${wholeText(COMMANDS)} commands in ${wholeText(groups)} groups, ${wholeText(bytes / 1e6)} MB; ` +
        `${wholeText(liveOrders)} live orders at the end`,
    );
    // The first of each warms the file cache and is not counted.
    for (const mode of ['plain', 'journal', 'snapshot'] as const) await runOnce(mode, venue, plain, written);
    const reports: Record<Mode, RecoveryReport[]> = { plain: [], journal: [], snapshot: [] };
    for (let repetition = 0; repetition < REPETITIONS; repetition++) {
      for (const mode of ['plain', 'journal', 'snapshot'] as const) {
        reports[mode].push(await runOnce(mode, venue, plain, written));
      }
    }
    report(reports);
    writeResults(file, 'recovery', figuresOf(reports));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One run in a separate process, with the flags of `npm start`; what was recovered must be what was written. */
async function runOnce(mode: Mode, venue: string, plain: string, written: WrittenJournal): Promise<RecoveryReport> {
  const file = new URL('./process.ts', import.meta.url);
  const child = fork(file, [mode, mode === 'plain' ? plain : venue], {
    execArgv: ['--expose-gc', ...v8Flags(availableParallelism())],
  });
  const [report] = (await once(child, 'message')) as [RecoveryReport];
  child.kill();
  const digest = mode === 'plain' ? '' : written.digest;
  if (report.digest !== digest) throw new Error(`${mode}: the recovered state is not the one that was written`);
  return report;
}

function figuresOf({ plain, journal, snapshot }: Record<Mode, readonly RecoveryReport[]>): Figure[] {
  const figure = (name: string, unit: string, values: readonly number[]): Figure => ({
    name,
    unit,
    ...spreadOf(values),
  });
  const rate = ({ commands, seconds }: RecoveryReport) => commands / seconds;
  const megabytes = ({ rssPeak_bytes }: RecoveryReport) => rssPeak_bytes / 1e6;
  return [
    { ...figure('recovery from the first record', 'commands/s', journal.map(rate)), aim: 'at least 300,000' },
    figure('JSON.parse of the same lines', 'lines/s', plain.map(rate)),
    figure('recovery, peak memory', 'MB', journal.map(megabytes)),
    figure(
      'recovery of a snapshot and 250,000 commands',
      's',
      snapshot.map(({ seconds }) => seconds),
    ),
    figure('recovery of a snapshot and 250,000 commands, peak memory', 'MB', snapshot.map(megabytes)),
  ];
}

function report(reports: Record<Mode, readonly RecoveryReport[]>): void {
  const line = (name: string, figures: readonly number[], text: (figure: number) => string) =>
    console.log(`${name.padEnd(50)} ${spreadText(figures, text)}`);
  const rate = ({ commands, seconds }: RecoveryReport) => commands / seconds;
  const { plain, journal, snapshot } = reports;
  const megabytes = (figure: number) => wholeText(figure / 1e6);
  console.log(`\n${REPETITIONS} repetitions, a fresh process each, median (lowest to highest)`);
  line('JSON.parse of the plain lines, lines a second', plain.map(rate), wholeText);
  line('recovery, commands a second', journal.map(rate), wholeText);
  const ratios = journal.map((one, i) => rate(one) / rate(plain[i] as RecoveryReport));
  line('recovery / JSON.parse', ratios, (figure) => figure.toFixed(3));
  line(
    'recovery, seconds',
    journal.map(({ seconds }) => seconds),
    (figure) => figure.toFixed(2),
  );
  line(
    'recovery, peak memory MB',
    journal.map(({ rssPeak_bytes }) => rssPeak_bytes),
    megabytes,
  );
  line(
    'recovery, heap in use afterwards MB',
    journal.map(({ heapUsed_bytes }) => heapUsed_bytes),
    megabytes,
  );
  line(
    'snapshot and 250,000 commands, seconds',
    snapshot.map(({ seconds }) => seconds),
    (figure) => figure.toFixed(2),
  );
  line(
    'snapshot and 250,000 commands, peak memory MB',
    snapshot.map(({ rssPeak_bytes }) => rssPeak_bytes),
    megabytes,
  );
}

await main();
