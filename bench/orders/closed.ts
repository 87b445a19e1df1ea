import { join } from 'node:path';
import { syncLatency } from '../support/disk.ts';
import type { Figure } from '../support/results.ts';
import { figure, type Section } from '../support/section.ts';
import { inTurn, Series } from '../support/turns.ts';
import { ranForEach, rateOf, ratiosOf } from './block.ts';
import { aloneTable, boundsTable, type ClosedRow, costsTable, latencyTable, ratesTable } from './closed-tables.ts';
import type { OrdersSettings } from './options.ts';
import { HEADLINE_CONNECTIONS, JOURNAL_BUSY, withRig } from './rig.ts';
import { othersText, paragraph } from './text.ts';

const SYNCS = 500;
const AIM = 'at least 0.7';

/** createOrder and the bare route with one request in flight on each connection, for each number of connections. */
export async function measureClosedLoop(settings: OrdersSettings, folder: string): Promise<Section> {
  const { repetitions, block_ms: duration_ms, warmUp_ms } = settings;
  const disk = new Series(async () => syncLatency(folder, SYNCS).p50_ms);
  const series = await withRig({ folder: join(folder, 'closed'), warmUp_ms }, async (rig) => {
    const series = settings.connections.map((connections) => ({
      connections,
      bare: new Series(() => rig.bare({ connections, duration_ms })),
      venue: new Series(() => rig.venue({ connections, duration_ms })),
    }));
    await inTurn(repetitions, [disk, ...series.flatMap(({ bare, venue }) => [bare, venue])]);
    return series;
  });
  const rows = series.map(({ bare, venue, connections }) => ({
    connections,
    bare: bare.results,
    venue: venue.results,
  }));
  return { text: textOf(settings, rows, disk.results), figures: rows.flatMap(figuresOf) };
}

function textOf(
  { repetitions, block_ms }: OrdersSettings,
  rows: readonly ClosedRow[],
  disk_ms: readonly number[],
): string {
  const alone = rows.find(({ connections }) => connections === 1);
  const hasBusy = rows.every(({ venue }) => venue.every(({ journalBusy }) => journalBusy !== null));
  const parts = [
    paragraph(
      '**Closed loop.** One request in flight on each connection. Median (lowest to highest) of',
      `${repetitions} repetitions of ${block_ms / 1000} s, the bare route and createOrder in turn.`,
      othersText(rows.flatMap(({ bare, venue }) => [...bare, ...venue])),
    ),
    ratesTable(rows),
    'Latencies in ms:',
    latencyTable(rows),
    'What bounds createOrder, as shares of the time, by the number of connections:',
    boundsTable(rows),
    ...(hasBusy ? [] : [`The server has no metric ${JOURNAL_BUSY}: how long the disk was busy is not known.`]),
    'For each request:',
    costsTable(rows),
    ...(alone === undefined ? [] : ['An order that is alone in the venue, in ms:', aloneTable(alone, disk_ms)]),
  ];
  return parts.join('\n\n');
}

function figuresOf(row: ClosedRow): Figure[] {
  const { connections, bare, venue } = row;
  const of = (what: string) => `${what}, ${connections} connections`;
  const ratio = figure(of('createOrder / bare route'), 'ratio', ratiosOf(row), (one) => one);
  return [
    connections === HEADLINE_CONNECTIONS ? { ...ratio, aim: AIM } : ratio,
    figure(of('bare route'), 'requests a second', bare, rateOf),
    figure(of('createOrder'), 'orders a second', venue, rateOf),
    figure(of('bare route, p50'), 'ms', bare, (block) => block.p50_ms),
    figure(of('bare route, p99'), 'ms', bare, (block) => block.p99_ms),
    figure(of('createOrder, p50'), 'ms', venue, (block) => block.p50_ms),
    figure(of('createOrder, p99'), 'ms', venue, (block) => block.p99_ms),
    figure(of('orders a group commit'), 'orders', venue, (block) => block.ordersPerGroup),
    figure(of('journal'), 'bytes an order', venue, (block) => block.bytesPerOrder),
    figure(of('CPU of createOrder'), 'us a request', venue, (block) => block.server_us),
    figure(of('CPU of the bare route'), 'us a request', bare, (block) => block.server_us),
    ...(['main', 'workers', 'v8', 'files'] as const).map((kind) =>
      figure(of(`CPU of createOrder, threads: ${kind}`), 'us a request', venue, ranForEach(kind)),
    ),
    figure(of('allocated by createOrder'), 'bytes an order', venue, (block) => block.allocatedPerOrder),
  ];
}
