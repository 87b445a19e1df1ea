import { LoadGenerator } from './load-generator.ts';
import type { LoadReport } from './load-process.ts';
import { orderRequests } from './order-requests.ts';
import { type Seen, SnapshotWatch } from './snapshot-watch.ts';
import { VenueProcess } from './venue-process.ts';

const CONNECTIONS = 64;
const REQUESTS = 16_384;
const WARM_UP_MS = 4000;

export interface SideSettings {
  readonly dataDir: string;
  /** Orders a second. */
  readonly rate: number;
  /** Between two snapshots. */
  readonly snapshotCommands: number;
}

/** A venue under the load for a while. */
export interface Block extends LoadReport {
  readonly snapshots: Seen;
}

/** A venue with its own load generator. */
export class SnapshotSide {
  readonly #venue: VenueProcess;
  readonly #watch: SnapshotWatch;
  readonly #generator = new LoadGenerator();
  readonly #rate: number;

  private constructor(venue: VenueProcess, { dataDir, rate }: SideSettings) {
    this.#venue = venue;
    this.#rate = rate;
    this.#watch = new SnapshotWatch(`${dataDir}/venue`);
  }

  static async start(settings: SideSettings): Promise<SnapshotSide> {
    const { dataDir, snapshotCommands } = settings;
    const venue = await VenueProcess.start(dataDir, [], { SNAPSHOT_COMMANDS: String(snapshotCommands) });
    return new SnapshotSide(venue, settings);
  }

  async warmUp(): Promise<void> {
    const requests = orderRequests(this.#venue.parties(), 'trading', REQUESTS);
    await this.#generator.run({ ...this.#load(WARM_UP_MS), requests });
    await this.#venue.settled();
  }

  /** The load, and then until the history has caught up. */
  async run(duration_ms: number): Promise<Block> {
    this.#watch.take();
    const report = await this.#generator.run(this.#load(duration_ms));
    const snapshots = this.#watch.take();
    await this.#venue.settled();
    return { ...report, snapshots };
  }

  #load(duration_ms: number) {
    return { port: this.#venue.port, connections: CONNECTIONS, rate: this.#rate, duration_ms };
  }

  async stop(): Promise<void> {
    this.#generator.close();
    this.#watch.close();
    // Not SIGTERM: it would take a last snapshot of all these orders, which is not what is measured.
    await this.#venue.kill();
  }
}
