import type { LoadReport } from '../support/load-process.ts';
import type { ThreadKind, ThreadShares } from '../support/thread-times.ts';

/** What one server did under a load. */
export interface Block extends LoadReport {
  /** CPU of the whole server process a request, all its threads, microseconds. */
  readonly server_us: number;
  /** CPU of the load generator a request, microseconds. */
  readonly generator_us: number;
  /** Of the server; null where the system does not say. */
  readonly threads: ReadonlyMap<ThreadKind, ThreadShares> | null;
  /** Cores that the server and the load generator took. */
  readonly cores: number | null;
  /** Cores that everything else on the machine took. */
  readonly others: number | null;
}

/** What the venue did. */
export interface VenueBlock extends Block {
  readonly ordersPerGroup: number;
  readonly groupsPerSecond: number;
  readonly bytesPerOrder: number;
  /** Bytes that the main thread allocated for an order. */
  readonly allocatedPerOrder: number;
  /** Share of the time during which a group was on its way to the disk; null when the venue has no such metric. */
  readonly journalBusy: number | null;
  /** Milliseconds that a group was on its way to the disk. */
  readonly group_ms: number | null;
  /** Events by which the history lagged when the last order was answered. */
  readonly eventsLag: number;
}

/** Blocks of both servers under the same load, in the order of the repetitions. */
export interface Compared {
  readonly bare: readonly Block[];
  readonly venue: readonly VenueBlock[];
}

/** Answers a second. */
export function rateOf({ requests, seconds }: Block): number {
  return requests / seconds;
}

/** The rate of createOrder as a share of that of the bare route, for each repetition. */
export function ratiosOf({ bare, venue }: Compared): number[] {
  return venue.map((block, repetition) => rateOf(block) / rateOf(bare[repetition] as Block));
}

/** Of a core. */
export function generatorShare({ cpu_seconds, seconds }: Block): number {
  return cpu_seconds / seconds;
}

/** Share of the time that the threads of a kind were on a core. */
export function ran(kind: ThreadKind): (block: Block) => number | null {
  return ({ threads }) => threads && (threads.get(kind)?.ran ?? 0);
}

/** CPU of the threads of a kind a request, microseconds. */
export function ranForEach(kind: ThreadKind): (block: Block) => number {
  return (block) => ((ran(kind)(block) ?? Number.NaN) * block.seconds * 1e6) / block.answered;
}

/** Share of the time that the main thread was ready to run but had no core. */
export function mainWaited({ threads }: Block): number | null {
  return threads && (threads.get('main')?.waited ?? 0);
}

/** Share of the time that the main thread had nothing to do. */
export function mainIdle({ threads }: Block): number | null {
  const main = threads?.get('main');
  return main === undefined ? null : 1 - main.ran - main.waited;
}
