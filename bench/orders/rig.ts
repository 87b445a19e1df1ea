import { LoadGenerator } from '../support/load-generator.ts';
import { type Encoding, orderFrames, orderRequests } from '../support/order-requests.ts';
import type { StreamSettings } from '../support/stream-connection.ts';
import { readThreadTimes, sharesOfTime } from '../support/thread-times.ts';
import { VenueProcess } from '../support/venue-process.ts';
import { setAllLimits } from './all-limits.ts';
import { BareProcess } from './bare-process.ts';
import type { Block, VenueBlock } from './block.ts';
import { readMachineTime } from './machine-time.ts';

/** Different requests, sent over and over. */
export const REQUESTS = 16_384;

/** Of the figures that stand for the whole. */
export const HEADLINE_CONNECTIONS = 64;

/** The first requests of an open loop are left out for this long: the block before has just ended. */
const SETTLE_MS = 300;

/** Seconds during which a group was being written or synced. */
export const JOURNAL_BUSY = 'openats_journal_busy_seconds_total';

export interface Load {
  readonly connections: number;
  /** For this long, or, in a closed loop, this many requests; one of the two. */
  readonly duration_ms?: number;
  readonly count?: number;
  /** Requests a second of an open loop; absent: closed loop. */
  readonly rate?: number;
  /** JSON by default. */
  readonly encoding?: Encoding;
  /** Present: over the stream, with that many orders in each frame. */
  readonly ordersPerFrame?: number;
}

export interface RigSettings {
  readonly folder: string;
  readonly warmUp_ms: number;
  readonly encodings?: readonly Encoding[];
  /** Of the stream: how many orders a frame may have. */
  readonly ordersPerFrame?: readonly number[];
  /** Whether all limits of the client are set. */
  readonly limits?: boolean;
}

/** A fresh venue and a bare server, warm, and a load generator for each encoding; all of them stopped after the use. */
export async function withRig<T>(settings: RigSettings, use: (rig: OrdersRig) => Promise<T>): Promise<T> {
  const rig = await OrdersRig.start(settings);
  try {
    await rig.warmUp(settings.warmUp_ms);
    return await use(rig);
  } finally {
    await rig.stop();
  }
}

class OrdersRig {
  readonly #venue: VenueProcess;
  readonly #bare: BareProcess;
  /** By encoding, or by the number of orders in a frame of the stream. */
  readonly #generators: ReadonlyMap<Encoding | number, LoadGenerator>;

  private constructor(
    venue: VenueProcess,
    bare: BareProcess,
    generators: ReadonlyMap<Encoding | number, LoadGenerator>,
  ) {
    this.#venue = venue;
    this.#bare = bare;
    this.#generators = generators;
  }

  static async start({
    folder,
    encodings = ['json'],
    ordersPerFrame = [],
    limits = false,
  }: RigSettings): Promise<OrdersRig> {
    const venue = await VenueProcess.start(folder);
    if (limits) await setAllLimits(venue);
    const bare = await BareProcess.start();
    const kinds = [...encodings, ...ordersPerFrame];
    return new OrdersRig(venue, bare, new Map(kinds.map((kind) => [kind, new LoadGenerator()])));
  }

  async warmUp(duration_ms: number): Promise<void> {
    for (const [kind, generator] of this.#generators) {
      if (typeof kind === 'number') {
        const requests = orderFrames(this.#venue.parties(), 'trading', REQUESTS, kind);
        const stream = this.#streamOf(kind);
        await generator.run({ connections: 1, duration_ms, port: this.#venue.port, requests, stream });
        continue;
      }
      const requests = orderRequests(this.#venue.parties(), 'trading', REQUESTS, kind);
      await generator.run({ connections: HEADLINE_CONNECTIONS, duration_ms, port: this.#bare.port, requests });
      await generator.run({ connections: HEADLINE_CONNECTIONS, duration_ms, port: this.#venue.port });
    }
    await this.#venue.settled();
  }

  async bare(load: Load): Promise<Block> {
    const before = await this.#bare.usage();
    const measured = await this.#run(this.#bare, load);
    const after = await this.#bare.usage();
    return { ...measured, server_us: ((after.cpu_seconds - before.cpu_seconds) / measured.answered) * 1e6 };
  }

  /** Waits for the history afterwards: its work counts here, and falls on no other measurement. */
  async venue(load: Load): Promise<VenueBlock> {
    const before = await this.#venue.figures();
    const measured = await this.#run(this.#venue, load);
    const after = await this.#venue.figures();
    await this.#venue.settled();
    const settled = await this.#venue.figures();
    const grown = (name: string, until = after) => (until.get(name) ?? Number.NaN) - (before.get(name) ?? Number.NaN);
    const groups = grown('openats_journal_groups_total');
    const busy_s = grown(JOURNAL_BUSY);
    return {
      ...measured,
      server_us: (grown('process_cpu_seconds_total', settled) / measured.answered) * 1e6,
      ordersPerGroup: grown('openats_venue_commands_total') / groups,
      groupsPerSecond: groups / measured.seconds,
      bytesPerOrder: grown('openats_journal_bytes_total') / measured.answered,
      allocatedPerOrder: grown('openats_allocated_bytes_total') / measured.answered,
      journalBusy: after.has(JOURNAL_BUSY) ? busy_s / measured.seconds : null,
      group_ms: after.has(JOURNAL_BUSY) ? (busy_s / groups) * 1000 : null,
      eventsLag: after.get('openats_history_lag_events') ?? Number.NaN,
    };
  }

  async stop(): Promise<void> {
    for (const generator of this.#generators.values()) generator.close();
    this.#bare.close();
    await this.#venue.stop();
  }

  #streamOf(answersPerFrame: number): StreamSettings {
    const { clientID, developerAPIKey } = this.#venue.parties();
    return { authorization: `Bearer ${clientID}:${developerAPIKey}`, answersPerFrame };
  }

  async #run(server: { port: number; pid: number }, { encoding = 'json', ordersPerFrame, ...load }: Load) {
    const kind = ordersPerFrame ?? encoding;
    const generator = this.#generators.get(kind);
    if (generator === undefined) throw new Error(`nothing was made ready for ${kind}`);
    const stream = ordersPerFrame === undefined ? {} : { stream: this.#streamOf(ordersPerFrame) };
    const settle = load.rate === undefined ? {} : { settle_ms: SETTLE_MS };
    const before = readTimes(server.pid);
    const report = await generator.run({ ...load, ...stream, ...settle, port: server.port });
    const after = readTimes(server.pid);
    const generator_us = (report.cpu_seconds / report.answered) * 1e6;
    if (before.threads === null || after.threads === null || before.machine_s === null || after.machine_s === null) {
      return { ...report, generator_us, threads: null, cores: null, others: null };
    }
    const elapsed_s = (after.at - before.at) / 1000;
    const threads = sharesOfTime(before.threads, after.threads, elapsed_s);
    const cores = [...threads.values()].reduce((sum, { ran }) => sum + ran, report.cpu_seconds / elapsed_s);
    const others = Math.max(0, (after.machine_s - before.machine_s) / elapsed_s - cores);
    return { ...report, generator_us, threads, cores, others };
  }
}

function readTimes(pid: number) {
  return { at: performance.now(), threads: readThreadTimes(pid), machine_s: readMachineTime() };
}
