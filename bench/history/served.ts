import { setTimeout } from 'node:timers/promises';
import { idOf } from '../../src/exchange/api/units.ts';
import type { LoadGenerator } from '../support/load-generator.ts';
import type { LoadReport } from '../support/load-process.ts';
import { type OrderParties, orderRequests } from '../support/order-requests.ts';
import { seededRandom } from '../support/random.ts';
import type { VenueProcess } from '../support/venue-process.ts';
import { countOfOwnToken, tokenOf } from './flow.ts';
import type { Extent, FilledVenue } from './place.ts';

const READ_CONNECTIONS = 16;
const ORDER_CONNECTIONS = 64;
/** Different requests, sent over and over. Reads are fewer, so that what they need stays in memory. */
const REQUESTS = 16_384;
const READ_REQUESTS = 1024;
const READ_BLOCK_MS = 2000;
const SAMPLE_MS = 1000;
const LAG = 'openats_history_lag_events';

/** What is asked of the server, with any id or token that the history holds. */
export interface ServedRead {
  readonly name: string;
  readonly method: string;
  readonly bodyOf: (extent: Extent, random: () => number) => Readonly<Record<string, string>>;
}

const any = (count: number, random: () => number) => 1 + Math.floor(random() * count);

export const SERVED_READS: readonly ServedRead[] = [
  {
    name: 'getOrder by id',
    method: 'getOrder',
    bodyOf: ({ orders }, random) => ({ orderid: String(idOf(any(orders, random), 0)) }),
  },
  {
    name: 'getOrder by token',
    method: 'getOrder',
    bodyOf: ({ orders }, random) => ({ token: tokenOf(countOfOwnToken(10 + any(orders - 10, random))) }),
  },
  {
    name: 'getMatchedTrade',
    method: 'getMatchedTrade',
    bodyOf: ({ matches }, random) => ({ matchId: String(idOf(any(matches, random), 0)) }),
  },
];

function readRequests({ parties, extent }: FilledVenue, { method, bodyOf }: ServedRead): string[] {
  const random = seededRandom(20260107);
  return Array.from({ length: READ_REQUESTS }, () => request(parties, method, JSON.stringify(bodyOf(extent, random))));
}

function request(parties: OrderParties, method: string, body: string): string {
  return [
    `POST /v3/${method} HTTP/1.1`,
    'Host: 127.0.0.1',
    `Authorization: Bearer ${parties.clientID}:${parties.developerAPIKey}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}

/** Reads over HTTP for a while. */
export function loadReads(
  generator: LoadGenerator,
  venue: VenueProcess,
  filled: FilledVenue,
  read: ServedRead,
): Promise<LoadReport> {
  const requests = readRequests(filled, read);
  return generator.run({ port: venue.port, connections: READ_CONNECTIONS, duration_ms: READ_BLOCK_MS, requests });
}

/** What happened while orders came for a long time. */
export interface LongRun {
  readonly seconds: number;
  readonly ordersASecond: number;
  readonly p99_ms: number;
  /** Events by which the history lagged, once a second. */
  readonly lag: readonly number[];
  /** Until it had caught up after the last order. */
  readonly caughtUp_s: number;
  /** CPU of the whole server an order, catching up included. */
  readonly server_us: number;
}

/** createOrder with one request in flight on each connection. */
export async function loadOrders(generator: LoadGenerator, venue: VenueProcess, duration_ms: number): Promise<LongRun> {
  const cpuOf = async () => (await venue.figures()).get('process_cpu_seconds_total') ?? 0;
  const before = await cpuOf();
  const requests = orderRequests(venue.parties(), 'trading', REQUESTS);
  const load = generator.run({ port: venue.port, connections: ORDER_CONNECTIONS, duration_ms, requests });
  const lag: number[] = [];
  for (let isOver = false; !isOver; ) {
    isOver = await Promise.race([load.then(() => true), setTimeout(SAMPLE_MS, false)]);
    lag.push((await venue.figures()).get(LAG) ?? 0);
  }
  const report = await load;
  const ended = performance.now();
  await venue.settled();
  const caughtUp_s = (performance.now() - ended) / 1000;
  return {
    seconds: report.seconds,
    ordersASecond: report.requests / report.seconds,
    p99_ms: report.p99_ms,
    lag,
    caughtUp_s,
    server_us: (((await cpuOf()) - before) / report.requests) * 1e6,
  };
}
