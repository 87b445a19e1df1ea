/** Events of the venue that this process did not see happen, read back from its journal in its own thread. */

import { Worker } from 'node:worker_threads';
import type { EventSeq, ExchangeEvent } from '../../exchange/api/index.ts';
import type { CommandSeq } from '../../exchange/journal/index.ts';

export interface MissedEventsTask {
  /** Folder of the journal and the snapshots. */
  readonly folder: string;
  readonly archiveFolder: string | null;
  readonly shard: number;
  /** Sequence number of the last event that is not wanted. */
  readonly after: EventSeq;
}

/** To the thread: up to which command the journal is durable. */
export interface MissedEventsRequest {
  readonly upTo: CommandSeq;
}

/** From the thread: events in their order; the last ones of a request say so. */
export interface MissedEventsAnswer {
  readonly events: readonly ExchangeEvent[];
  readonly isAll: boolean;
  /** The last number given to an event so far; some numbers may have been passed over (J18). */
  readonly eventSeq: EventSeq;
}

export type MissedEventsRead = Pick<MissedEventsAnswer, 'eventSeq'> & { readonly count: number };

/**
 * An older copy of the venue, which produces its events again (M11). It has its own thread: a snapshot and many
 * commands would keep orders waiting, and the lease of a node from being renewed.
 */
export class MissedEvents {
  readonly #worker: Worker;
  readonly #failed: Promise<never>;
  #take: (answer: MissedEventsAnswer) => void = () => {};

  constructor(task: MissedEventsTask) {
    this.#worker = new Worker(new URL('./missed-events-worker.ts', import.meta.url), {
      workerData: task,
      // Flags of the process that started this one (a test runner, a profiler) are not for the thread.
      execArgv: [],
    });
    this.#failed = new Promise((_, reject) => {
      this.#worker.on('error', reject);
      this.#worker.on('exit', () => reject(new Error('the thread that reads missed events has ended')));
    });
    this.#failed.catch(() => {});
    this.#worker.on('message', (answer: MissedEventsAnswer) => this.#take(answer));
  }

  /** Passes on the next events up to a command; returns their number and the position reached. */
  async read(upTo: CommandSeq, take: (event: ExchangeEvent) => void): Promise<MissedEventsRead> {
    let count = 0;
    const { promise, resolve } = Promise.withResolvers<MissedEventsRead>();
    this.#take = ({ events, isAll, eventSeq }) => {
      count += events.length;
      for (const event of events) take(event);
      if (isAll) resolve({ count, eventSeq });
    };
    const request: MissedEventsRequest = { upTo };
    this.#worker.postMessage(request);
    return await Promise.race([promise, this.#failed]);
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }
}
