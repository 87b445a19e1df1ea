import type { Database } from '../../src/database/database.ts';
import { nodeFileSystem } from '../../src/exchange/journal/file-system.ts';
import { HistoryFollower } from '../../src/history/follower.ts';
import { HistoryStore } from '../../src/history/store.ts';
import type { FilledVenue } from './place.ts';

const SHARD = 0;
/** Commands that the follower receives at a time: those of 50 ms at 25,000 a second. */
const COMMANDS_AT_ONCE = 1250;

/** What the follower did with some commands. */
export interface Projected {
  readonly orders: number;
  readonly events: number;
  readonly seconds: number;
  /** Of the process, which does nothing else: reading the journal, running the copy, writing the history. */
  readonly cpu_seconds: number;
}

/** The follower of one history, run in this thread. */
export class Projection {
  readonly #database: Database;
  readonly #follower: HistoryFollower;
  #until: number;

  private constructor(database: Database, follower: HistoryFollower) {
    this.#database = database;
    this.#follower = follower;
    this.#until = follower.sequence;
  }

  static async open(venue: FilledVenue): Promise<Projection> {
    const database = await venue.openHistory();
    const follower = await HistoryFollower.open({
      files: nodeFileSystem,
      folder: venue.venueFolder,
      shard: SHARD,
      projection: new HistoryStore(database, 0),
      // A snapshot is no part of what is measured.
      snapshotCommands: Number.POSITIVE_INFINITY,
      archiveFolder: null,
      onProjected: () => {},
      onNote: (message) => {
        throw new Error(message);
      },
    });
    return new Projection(database, follower);
  }

  /** Projects the next `commands` of the journal as fast as it can, piece by piece. */
  async run(commands: number): Promise<Projected> {
    const { counters } = this.#follower.state;
    const before = { ...counters };
    // Groups are read whole: what was read too much is left out of the next.
    this.#until += commands;
    const cpu = process.cpuUsage();
    const started = performance.now();
    while (this.#follower.sequence < this.#until) {
      const next = Math.min(this.#follower.sequence + COMMANDS_AT_ONCE, this.#until);
      await this.#follower.advance(next);
    }
    const { user, system } = process.cpuUsage(cpu);
    return {
      orders: counters.orders - before.orders,
      events: counters.eventSeq - before.eventSeq,
      seconds: (performance.now() - started) / 1000,
      cpu_seconds: (user + system) / 1e6,
    };
  }

  /** Leaves a snapshot, from which the venue goes on. */
  async close(): Promise<void> {
    await this.#follower.finish();
    await this.#database.close();
  }
}
