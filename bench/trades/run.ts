/**
 * createTrade of the whole program over HTTP, against a bare route that does the same two SQL statements in a
 * transaction, on SQLite and, with TEST_DATABASE_URL (or --postgres=URL), on PostgreSQL; and of an offering with
 * 100,000 trades against one with 10 (seeded.ts).
 *
 *   node bench/trades/run.ts [--only=bare|seeded] [--repetitions=5] [--block=2000] [--postgres=postgres://...]
 *     [--json FILE]
 */
import { rmSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { diskFolder } from '../support/disk.ts';
import { markdownTable } from '../support/markdown.ts';
import { type Figure, resultsFile, writeResults } from '../support/results.ts';
import { figure, type Section } from '../support/section.ts';
import { spreadOf, spreadText, wholeText } from '../support/statistics.ts';
import { inTurn, Series } from '../support/turns.ts';
import { type Block, TradesRig } from './rig.ts';
import { measureSeeded } from './seeded.ts';

const CONNECTIONS = [1, 64] as const;
const AIM = 'at least 0.6';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    repetitions: { type: 'string', default: '5' },
    block: { type: 'string', default: '2000' },
    warmup: { type: 'string', default: '3000' },
    postgres: { type: 'string', default: process.env.TEST_DATABASE_URL ?? '' },
    json: { type: 'string' },
  },
});

interface Row {
  readonly database: string;
  readonly connections: number;
  readonly bare: readonly Block[];
  readonly venue: readonly Block[];
}

const folder = diskFolder();
const rows: Row[] = [];
const sections: Section[] = [];
const databases = [
  ['SQLite', undefined] as const,
  ...(values.postgres === '' ? [] : [['PostgreSQL', values.postgres] as const]),
];
console.log(`Node ${process.version}, ${cpus().length} cores, ${cpus()[0]?.model.trim()}`);
try {
  for (const [database, url] of databases) {
    if (values.only !== 'seeded') rows.push(...(await measure(database, url)));
    if (values.only === 'bare') continue;
    const repetitions = Number(values.repetitions);
    sections.push(await measureSeeded(join(folder, `${database} seeded`), { repetitions, url }));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (rows.length > 0) console.log(tableOf(rows));
for (const { text } of sections) console.log(text);
const figures = [...rows.flatMap(figuresOf), ...sections.flatMap((section) => section.figures)];
writeResults(resultsFile(process.argv.slice(2)), 'trades', figures);

async function measure(database: string, url: string | undefined): Promise<Row[]> {
  const duration_ms = Number(values.block);
  const rig = await TradesRig.start(join(folder, database), url);
  try {
    await rig.warmUp({ connections: 64, duration_ms: Number(values.warmup) });
    const series = CONNECTIONS.map((connections) => ({
      connections,
      bare: new Series(() => rig.bare({ connections, duration_ms })),
      venue: new Series(() => rig.venue({ connections, duration_ms })),
    }));
    await inTurn(
      Number(values.repetitions),
      series.flatMap(({ bare, venue }) => [bare, venue]),
    );
    return series.map(({ connections, bare, venue }) => ({
      database,
      connections,
      bare: bare.results,
      venue: venue.results,
    }));
  } finally {
    await rig.stop();
  }
}

/** Of the blocks of one repetition. */
function ratios({ bare, venue }: Row): number[] {
  return venue.map((block, index) => block.rate / (bare[index]?.rate ?? Number.NaN));
}

function tableOf(measured: readonly Row[]): string {
  return markdownTable(
    ['database, connections', 'bare route, trades a second', 'createTrade', 'share', 'p50 and p99, ms'],
    measured.map((row) => [
      `${row.database}, ${row.connections}`,
      spreadText(row.bare.map(rateOf), wholeText),
      spreadText(row.venue.map(rateOf), wholeText),
      spreadText(ratios(row), (ratio) => ratio.toFixed(2)),
      [p50, p99].map((of) => spreadOf(row.venue.map(of)).median.toFixed(2)).join(' and '),
    ]),
  );
}

function figuresOf(row: Row): Figure[] {
  const connections = row.connections === 1 ? 'connection' : 'connections';
  const name = `createTrade, ${row.database}, ${row.connections} ${connections}`;
  return [
    figure(name, 'trades a second', row.venue, rateOf),
    { ...figure(`${name}, share of the bare route`, 'times', ratios(row), (ratio) => ratio), aim: AIM },
  ];
}

function rateOf({ rate }: Block): number {
  return rate;
}

function p50({ p50_ms }: Block): number {
  return p50_ms;
}

function p99({ p99_ms }: Block): number {
  return p99_ms;
}
