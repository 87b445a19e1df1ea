/**
 * The order history as it grows: what reading it takes, and whether writing it keeps up with the orders.
 *
 *   node bench/history/run.ts [--sizes=10000,1000000] [--repetitions=5] [--seconds=30]
 *     [--only=read,project,serve,lists] [--postgres=postgres://...] [--data DIR] [--json FILE]
 *
 * Makes a data folder for each size, with that many orders and matches at least, and takes the sizes in turn. With
 * --data the filled folders are kept there, and a later run measures a copy of them; with --postgres each run fills
 * again. Prints Markdown.
 */
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { diskFolder } from '../support/disk.ts';
import { markdownTable } from '../support/markdown.ts';
import { type Figure, resultsFile, writeResults } from '../support/results.ts';
import type { Section } from '../support/section.ts';
import { wholeText } from '../support/statistics.ts';
import { measureLists } from './list-section.ts';
import { readOptions, type SectionName } from './options.ts';
import { FilledVenue, fillPlace, type Place } from './place.ts';
import { COMMANDS_A_REPETITION, measureProjection } from './projection-section.ts';
import { measureReads } from './read-section.ts';
import { dropSchema, schemaUrl } from './schemas.ts';
import { measureServed } from './served-section.ts';
import { sizesHead } from './tables.ts';

const argv = process.argv.slice(2);
const options = readOptions(argv);
const file = resultsFile(argv);
const { data, postgres, repetitions, sizes } = options;
const folder = diskFolder();

const MEASURE: Readonly<Record<SectionName, (venues: readonly FilledVenue[]) => Promise<Section>>> = {
  read: (venues) => measureReads(venues, repetitions),
  project: (venues) => measureProjection(venues, repetitions),
  serve: (venues) => measureServed(venues, repetitions, options.seconds),
  lists: measureLists,
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
  rmSync(folder, { recursive: true, force: true });
  if (postgres !== null) for (const orders of sizes) await dropSchema(postgres, orders);
}

async function filledVenue(orders: number): Promise<FilledVenue> {
  const place = await placeOf(orders);
  // What the follower has to do, with one repetition that warms up.
  const commands = options.sections.includes('project') ? (repetitions + 1) * COMMANDS_A_REPETITION : 0;
  return FilledVenue.open(place, commands);
}

async function placeOf(orders: number): Promise<Place> {
  const place = { folder: join(folder, `orders-${orders}`), url: postgres && (await schemaUrl(postgres, orders)) };
  const kept = data === null ? place : { ...place, folder: join(data, `orders-${orders}`) };
  mkdirSync(kept.folder, { recursive: true });
  const started = performance.now();
  await fillPlace(kept, orders);
  console.log(`${wholeText(orders)} orders and matches: ${wholeText((performance.now() - started) / 1000)} s`);
  if (kept.folder !== place.folder) cpSync(kept.folder, place.folder, { recursive: true });
  return place;
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
    ],
  );
  console.log(`\n${table}`);
  const figures: Figure[] = bytes.map((each, index) => {
    const spread = { median: each, lowest: each, highest: each };
    return { name: `history on disk, ${heads[index]}`, unit: 'bytes an order', ...spread };
  });
  return { text: table, figures };
}
