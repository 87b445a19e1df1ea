/**
 * The order history as it grows: what reading it takes, and whether writing it keeps up with the orders.
 *
 *   node bench/history.ts [--sizes=10000,1000000] [--repetitions=5] [--seconds=30] [--only=read,project,serve]
 *     [--postgres=postgres://...] [--data DIR] [--json FILE]
 *
 * Makes a data folder for each size, with that many orders and matches at least, and takes the sizes in turn. With --data the folders
 * (on PostgreSQL the schemas bench_history_*) are kept, and a later run goes on with them. Prints Markdown.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { diskFolder } from './support/disk.ts';
import { readOptions, type SectionName } from './support/history/options.ts';
import { FilledVenue } from './support/history/place.ts';
import { COMMANDS_A_REPETITION, measureProjection } from './support/history/projection-section.ts';
import { measureReads } from './support/history/read-section.ts';
import { dropSchema, schemaUrl } from './support/history/schemas.ts';
import { measureServed } from './support/history/served-section.ts';
import { sizesHead } from './support/history/tables.ts';
import { markdownTable } from './support/markdown.ts';
import type { Section } from './support/orders/section.ts';
import { type Figure, resultsFile, writeResults } from './support/results.ts';
import { wholeText } from './support/statistics.ts';

const argv = process.argv.slice(2);
const options = readOptions(argv);
const file = resultsFile(argv);
const { data, postgres, repetitions, sizes } = options;
const folder = data ?? diskFolder();

const MEASURE: Readonly<Record<SectionName, (venues: readonly FilledVenue[]) => Promise<Section>>> = {
  read: (venues) => measureReads(venues, repetitions),
  project: (venues) => measureProjection(venues, repetitions),
  serve: (venues) => measureServed(venues, repetitions, options.seconds),
};

try {
  console.log(`Node ${process.version}, ${availableParallelism()} cores, ${cpus()[0]?.model.trim()}`);
  const venues: FilledVenue[] = [];
  for (const orders of sizes) venues.push(await filledVenue(orders));
  const sections = [await describe(venues)];
  for (const name of options.sections) {
    const section = await MEASURE[name](venues);
    console.log(`\n${section.text}`);
    sections.push(section);
  }
  writeResults(
    file,
    'history',
    sections.flatMap(({ figures }) => figures),
  );
} finally {
  if (data === null) {
    rmSync(folder, { recursive: true, force: true });
    if (postgres !== null) for (const orders of sizes) await dropSchema(postgres, orders);
  }
}

async function filledVenue(orders: number): Promise<FilledVenue> {
  const place = join(folder, `${postgres === null ? 'sqlite' : 'postgres'}-${orders}`);
  mkdirSync(place, { recursive: true });
  const url = postgres === null ? null : await schemaUrl(postgres, orders);
  // What the follower has to do, with one repetition that warms up.
  const commands = options.sections.includes('project') ? (repetitions + 1) * COMMANDS_A_REPETITION : 0;
  return FilledVenue.make({ folder: place, url }, orders, commands);
}

async function describe(venues: readonly FilledVenue[]): Promise<Section> {
  const heads = sizesHead(venues);
  const bytes = await Promise.all(venues.map(async (venue) => (await venue.bytes()) / venue.extent.orders));
  const row = (name: string, of: (venue: FilledVenue, index: number) => number) => [
    name,
    ...venues.map((venue, index) => wholeText(of(venue, index))),
  ];
  const table = markdownTable(
    ['', ...heads],
    [
      row('matches', ({ extent }) => extent.matches),
      row('events', ({ extent }) => extent.events),
      row('bytes an order on disk', (_venue, index) => bytes[index]!),
      row('filled in s (0: before)', ({ filled_s }) => filled_s),
    ],
  );
  console.log(`\n${table}`);
  const figures: Figure[] = bytes.map((each, index) => {
    const spread = { median: each, lowest: each, highest: each };
    return { name: `history on disk, ${heads[index]}`, unit: 'bytes an order', ...spread };
  });
  return { text: table, figures };
}
