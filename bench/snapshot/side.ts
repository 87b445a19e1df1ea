import { setTimeout } from 'node:timers/promises';
import { Connection, type LoadConnection } from '../support/connection.ts';
import { Dispatcher } from '../support/dispatcher.ts';
import { orderRequests } from '../support/order-requests.ts';
import { VenueProcess } from '../support/venue-process.ts';
import { SnapshotWatch } from './watch.ts';
import type { Span, Wait } from './windows.ts';

const CONNECTIONS = 64;
const REQUESTS = 16_384;
const WARM_UP_MS = 4000;
const POLL_MS = 20;

export interface SideSettings {
  readonly dataDir: string;
  /** Orders a second. */
  readonly rate: number;
  /** Between two snapshots. */
  readonly snapshotCommands: number;
}

/** A venue under the load for a while. */
export interface Block {
  readonly whole: Span;
  readonly snapshots: readonly Span[];
  /** Of every order. */
  readonly waits: readonly Wait[];
}

/**
 * A venue that gets orders at a fixed rate, whatever the answers. They are sent from this process, so that its clock
 * says both when an order was under way and when a snapshot was.
 */
export class SnapshotSide {
  readonly #venue: VenueProcess;
  readonly #watch: SnapshotWatch;
  readonly #rate: number;
  readonly #requests: readonly Buffer[];

  private constructor(venue: VenueProcess, { dataDir, rate }: SideSettings) {
    this.#venue = venue;
    this.#rate = rate;
    this.#watch = new SnapshotWatch(`${dataDir}/venue`);
    const requests = orderRequests(venue.parties(), 'trading', REQUESTS);
    this.#requests = requests.map((text) => Buffer.from(text, 'latin1'));
  }

  static async start(settings: SideSettings): Promise<SnapshotSide> {
    const { dataDir, snapshotCommands } = settings;
    const venue = await VenueProcess.start(dataDir, [], { SNAPSHOT_COMMANDS: String(snapshotCommands) });
    return new SnapshotSide(venue, settings);
  }

  async warmUp(): Promise<void> {
    await this.run(WARM_UP_MS);
  }

  /** The load, and then until the history has caught up and no snapshot is being written. */
  async run(duration_ms: number): Promise<Block> {
    this.#watch.take();
    const waits = await this.#load(duration_ms);
    const snapshots = this.#watch.take();
    await this.#venue.settled();
    while (this.#watch.isWriting) await setTimeout(POLL_MS);
    return { whole: [waits[0]?.[0] ?? 0, waits.at(-1)?.[1] ?? 0], snapshots, waits };
  }

  async stop(): Promise<void> {
    this.#watch.close();
    // Not SIGTERM: it would take a last snapshot of all these orders, which is not what is measured.
    await this.#venue.kill();
  }

  async #load(duration_ms: number): Promise<Wait[]> {
    const waits: Wait[] = [];
    const done = Promise.withResolvers<void>();
    const dueMs = Float64Array.from({ length: Math.floor((this.#rate * duration_ms) / 1000) }, (_, order) => {
      return (order * 1000) / this.#rate;
    });
    const onAnswer = (connection: LoadConnection) => {
      waits.push([connection.countsFrom, performance.now()]);
      dispatcher.release(connection);
      if (waits.length === dueMs.length) done.resolve();
    };
    const connections: readonly LoadConnection[] = await Connection.open(
      CONNECTIONS,
      this.#venue.port,
      onAnswer,
      done.reject,
    );
    const startedAt = performance.now();
    const dispatcher = new Dispatcher(dueMs, connections, (connection, order, due_ms) => {
      connection.send(this.#requests[order % REQUESTS] as Buffer, startedAt + due_ms);
    });
    // A millisecond is exact enough: the waits that are looked for are many times as long.
    const timer = setInterval(() => dispatcher.dispatch(performance.now() - startedAt), 1);
    try {
      await done.promise;
      return waits;
    } finally {
      clearInterval(timer);
      for (const connection of connections) connection.close();
    }
  }
}
