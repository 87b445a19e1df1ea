import { LoadGenerator } from '../support/load-generator.ts';
import type { LoadReport } from '../support/load-process.ts';
import { markdownTable } from '../support/markdown.ts';
import type { Figure } from '../support/results.ts';
import { figure, type Section } from '../support/section.ts';
import { spreadText, wholeText } from '../support/statistics.ts';
import { inTurn, Series } from '../support/turns.ts';
import type { VenueProcess } from '../support/venue-process.ts';
import type { FilledVenue } from './place.ts';
import { type LongRun, loadOrders, loadReads, SERVED_READS } from './served.ts';
import { sizesHead } from './tables.ts';

/** The long run is cut into pieces, so that the smallest and the largest history take turns. */
const ORDER_BLOCKS = 3;

interface Served {
  readonly filled: FilledVenue;
  readonly venue: VenueProcess;
  readonly head: string;
}

/** The program on each history: reads, and then orders for a long time on the smallest and on the largest. */
export async function measureServed(
  venues: readonly FilledVenue[],
  repetitions: number,
  seconds: number,
): Promise<Section> {
  const heads = sizesHead(venues);
  const served: Served[] = [];
  const generator = new LoadGenerator();
  try {
    for (const [index, filled] of venues.entries()) {
      served.push({ filled, venue: await filled.serve(), head: heads[index]! });
    }
    const reads = await measureServedReads(generator, served, repetitions);
    const ends = [served[0]!, ...(served.length > 1 ? [served.at(-1)!] : [])];
    const orders = await measureOrders(generator, ends, (seconds * 1000) / ORDER_BLOCKS);
    return { text: `${reads.text}\n\n${orders.text}`, figures: [...reads.figures, ...orders.figures] };
  } finally {
    generator.close();
    for (const { venue } of served) await venue.stop();
  }
}

async function measureServedReads(
  generator: LoadGenerator,
  served: readonly Served[],
  repetitions: number,
): Promise<Section> {
  const rows: string[][] = [];
  const figures: Figure[] = [];
  for (const read of SERVED_READS) {
    const series = served.map(({ filled, venue }) => new Series(() => loadReads(generator, venue, filled, read)));
    for (const { filled, venue } of served) await loadReads(generator, venue, filled, read);
    await inTurn(repetitions, series);
    const rate = ({ requests, seconds }: LoadReport) => requests / seconds;
    const row = series.map(({ results }) => {
      const [p50, p99] = [results.map(({ p50_ms }) => p50_ms), results.map(({ p99_ms }) => p99_ms)];
      return (
        `${spreadText(results.map(rate), wholeText)}; ${spreadText(p50, twoDigits)}; ` + `${spreadText(p99, twoDigits)}`
      );
    });
    rows.push([read.name, ...row]);
    for (const [index, { results }] of series.entries()) {
      const name = `${read.name} over HTTP, ${served[index]?.head}`;
      figures.push(figure(name, 'requests a second', results, rate));
      figures.push(figure(`${name}, p50`, 'ms', results, ({ p50_ms }) => p50_ms));
      figures.push(figure(`${name}, p99`, 'ms', results, ({ p99_ms }) => p99_ms));
    }
  }
  const head = ['requests a second; p50 ms; p99 ms', ...served.map((one) => one.head)];
  return { text: `**Reading over HTTP**, 16 connections.\n\n${markdownTable(head, rows)}`, figures };
}

async function measureOrders(
  generator: LoadGenerator,
  served: readonly Served[],
  duration_ms: number,
): Promise<Section> {
  const series = served.map(({ venue }) => new Series(() => loadOrders(generator, venue, duration_ms)));
  for (const { venue } of served) await loadOrders(generator, venue, Math.min(duration_ms, 8000));
  await inTurn(ORDER_BLOCKS, series);
  const rows: [string, string, (run: LongRun) => number, (figure: number) => string][] = [
    ['orders a second', 'orders a second', (run) => run.ordersASecond, wholeText],
    ['p99', 'ms', (run) => run.p99_ms, twoDigits],
    ['CPU of the server', 'us an order', (run) => run.server_us, oneDigit],
    ['lag of the history, most', 'events', (run) => Math.max(...run.lag), wholeText],
    [
      'lag of the history, middle of the samples',
      'events',
      (run) => run.lag.toSorted((a, b) => a - b)[run.lag.length >> 1]!,
      wholeText,
    ],
    ['caught up after', 's', (run) => run.caughtUp_s, twoDigits],
  ];
  const figures = rows.flatMap(([name, unit, of]) =>
    series.map(({ results }, index) => figure(`orders over HTTP, ${served[index]?.head}, ${name}`, unit, results, of)),
  );
  const table = markdownTable(
    ['', ...served.map((one) => one.head)],
    rows.map(([name, unit, of, text]) => [
      name === unit ? name : `${name}, ${unit}`,
      ...series.map(({ results }) => spreadText(results.map(of), text)),
    ]),
  );
  const text = `**Orders over HTTP**, 64 connections, ${ORDER_BLOCKS} times ${duration_ms / 1000} s each in turn.`;
  return { text: `${text}\n\n${table}`, figures };
}

const oneDigit = (value: number) => value.toFixed(1);
const twoDigits = (value: number) => value.toFixed(2);
