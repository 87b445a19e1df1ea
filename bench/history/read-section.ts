import { markdownTable } from '../support/markdown.ts';
import type { Figure } from '../support/results.ts';
import { figure, type Section } from '../support/section.ts';
import { spreadText } from '../support/statistics.ts';
import { inTurn, Series } from '../support/turns.ts';
import type { FilledVenue } from './place.ts';
import { quantilesOf, READS, Reader } from './reads.ts';
import { sizesHead } from './tables.ts';

/** Reads of the quickest kind in one repetition. */
const READS_A_REPETITION = 2000;
const AIM = 'p50 at most twice that of the smallest';

/** Reading through the functions that the API methods use, from each history in turn. */
export async function measureReads(venues: readonly FilledVenue[], repetitions: number): Promise<Section> {
  const readers = await Promise.all(venues.map((venue) => Reader.open(venue)));
  const rows: string[][] = [];
  const firsts: string[][] = [];
  const figures: Figure[] = [];
  for (const read of READS) {
    const times = Math.max(10, Math.round(READS_A_REPETITION * read.share));
    const series = readers.map((reader) => new Series(async () => quantilesOf(await reader.run(read, times))));
    const first: number[][] = [];
    for (const reader of readers) first.push(await reader.run(read, times));
    // Once more, for the code.
    for (const reader of readers) await reader.run(read, times);
    await inTurn(repetitions, series);
    const [smallest] = series;
    const cells = series.map(({ results }) => {
      const ratios = results.map(({ p50 }, repetition) => p50 / (smallest?.results[repetition]?.p50 ?? Number.NaN));
      const p50 = spreadText(
        results.map((one) => one.p50 * 1000),
        (us) => us.toFixed(0),
      );
      const p99 = spreadText(
        results.map((one) => one.p99 * 1000),
        (us) => us.toFixed(0),
      );
      return { cell: `${p50}; ${p99}`, ratios, results };
    });
    for (const [index, { ratios, results }] of cells.entries()) {
      const name = `${read.name}, ${sizesHead(venues)[index]}`;
      figures.push(figure(`${name}, p50`, 'us', results, ({ p50 }) => p50 * 1000));
      figures.push(figure(`${name}, p99`, 'us', results, ({ p99 }) => p99 * 1000));
      if (index > 0)
        figures.push({ ...figure(`${name}, p50 to that of the smallest`, 'ratio', ratios, (one) => one), aim: AIM });
    }
    const last = cells.at(-1)?.ratios ?? [];
    rows.push([read.name, ...cells.map(({ cell }) => cell), spreadText(last, (ratio) => ratio.toFixed(2))]);
    firsts.push([read.name, ...first.map((times) => firstText(quantilesOf(times)))]);
  }
  for (const reader of readers) await reader.close();
  const heads = sizesHead(venues);
  const text = [
    `**Reading** again what was read before, in-process, median (lowest to highest) of ${repetitions} ` +
      'repetitions in turn.',
    markdownTable(['µs: p50; p99', ...heads, 'p50, largest to smallest'], rows),
    'The same when it was read for the first time, from the disk where the system does not keep the file in memory.',
    markdownTable(['µs: p50; p99', ...heads], firsts),
  ];
  return { text: text.join('\n\n'), figures };
}

function firstText({ p50, p99 }: { readonly p50: number; readonly p99: number }): string {
  return `${(p50 * 1000).toFixed(0)}; ${(p99 * 1000).toFixed(0)}`;
}
