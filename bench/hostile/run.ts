/**
 * What a client can do to the venue with orders that are made to keep it busy:
 *
 *   node bench/hostile/run.ts [--repetitions=5] [--only=NAME] [--json FILE]
 *
 * Each hostile book twice: in this process, where every command is timed, and in the program itself over HTTP, where it
 * is asked how long others wait meanwhile, and how long a restart takes.
 */
import { rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { diskFolder } from '../support/disk.ts';
import { markdownTable } from '../support/markdown.ts';
import { type Figure, resultsFile, writeResults } from '../support/results.ts';
import { quantile, spreadOf, spreadText, wholeText } from '../support/statistics.ts';
import { HOSTILE_BOOKS, type HostileBook } from './books.ts';
import { applyBook } from './in-process.ts';
import { type Served, serve } from './served.ts';

const argv = process.argv.slice(2);
const { values } = parseArgs({
  args: argv,
  options: {
    repetitions: { type: 'string', default: '5' },
    only: { type: 'string', default: '' },
    json: { type: 'string' },
  },
});
const repetitions = Number(values.repetitions);
const file = resultsFile(argv);

/** What all passes over one book gave. */
interface Measured {
  readonly book: HostileBook;
  /**
   * The longest command of a pass, each command taken at its best of all passes, so that the machine's own pauses do
   * not count.
   */
  readonly longest_ms: number;
  readonly commands: number;
  readonly continues: number;
  readonly steps: number;
  readonly served: readonly Served[];
}

async function main(): Promise<void> {
  console.log(`Node ${process.version}, ${cpus().length} cores, ${cpus()[0]?.model.trim()}`);
  const books = HOSTILE_BOOKS.filter(({ name }) => name.includes(values.only));
  const measured: Measured[] = [];
  for (const book of books) measured.push(await measure(book));
  report(measured);
  writeResults(file, 'hostile', measured.flatMap(figuresOf));
}

async function measure(book: HostileBook): Promise<Measured> {
  const passes = Array.from({ length: repetitions + 1 }, () => applyBook(book));
  const [first] = passes;
  if (first === undefined) throw new Error('there was no pass');
  const best = first.commandMs.map((_, i) => Math.min(...passes.map(({ commandMs }) => commandMs[i] as number)));
  const served: Served[] = [];
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const folder = diskFolder();
    try {
      served.push(await serve(book, folder));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  const { continues, stepsMost } = first;
  return { book, longest_ms: Math.max(...best), commands: best.length, continues, steps: stepsMost, served };
}

function report(measured: readonly Measured[]): void {
  const one = (figures: readonly number[]) => spreadText(figures, (figure) => figure.toFixed(1));
  const two = (figures: readonly number[]) => spreadText(figures, (figure) => figure.toFixed(2));
  console.log(
    markdownTable(
      ['in this process', 'commands', 'of these continue', 'most steps', 'longest command, ms'],
      measured.map(({ book, commands, continues, steps, longest_ms }) => [
        book.name,
        wholeText(commands),
        wholeText(continues),
        wholeText(steps),
        longest_ms.toFixed(1),
      ]),
    ),
  );
  console.log(`\nover HTTP, ${repetitions} times, median (lowest to highest), milliseconds\n`);
  console.log(
    markdownTable(
      ['', 'quiet: longest', 'attacked: p99', 'attacked: longest', 'live, s', 'recovery, s'],
      measured.flatMap(({ book, served }) =>
        (['health_ms', 'order_ms'] as const).map((what) => [
          `${book.name}: ${what === 'health_ms' ? '/health' : 'createOrder in another security'}`,
          one(served.map(({ quiet }) => Math.max(...quiet[what]))),
          one(served.map(({ attacked }) => p99(attacked[what]))),
          one(served.map(({ attacked }) => Math.max(...attacked[what]))),
          two(served.map(({ live_seconds }) => live_seconds)),
          two(served.map(({ recovery_seconds }) => recovery_seconds)),
        ]),
      ),
    ),
  );
}

function p99(times: readonly number[]): number {
  return quantile(
    times.toSorted((a, b) => a - b),
    0.99,
  );
}

function figuresOf({ book, longest_ms, served }: Measured): Figure[] {
  const figure = (name: string, unit: string, figures: readonly number[], aim: string): Figure => ({
    name: `${book.name}: ${name}`,
    unit,
    ...spreadOf(figures),
    aim,
  });
  return [
    figure('longest command', 'ms', [longest_ms], 'at most 10'),
    figure(
      '/health, longest',
      'ms',
      served.map(({ attacked }) => Math.max(...attacked.health_ms)),
      'at most 20',
    ),
    figure(
      'order in another security, longest',
      'ms',
      served.map(({ attacked }) => Math.max(...attacked.order_ms)),
      'at most 20',
    ),
    figure(
      'recovery to live',
      'times',
      served.map((one) => one.recovery_seconds / one.live_seconds),
      'below 2',
    ),
  ];
}

await main();
