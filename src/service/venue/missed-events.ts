/** Events of the venue that this process did not see happen, read back from its journal in its own thread. */

import type { EventSeq, ExchangeEvent } from '../../exchange/api/index.ts';
import type { CommandSeq } from '../../exchange/journal/index.ts';
import { AnsweringThread } from '../../history/answering-thread.ts';

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
  readonly #thread: AnsweringThread<MissedEventsRequest, MissedEventsAnswer>;

  constructor(task: MissedEventsTask) {
    const file = new URL('./missed-events-worker.ts', import.meta.url);
    this.#thread = new AnsweringThread(file, task, 'that reads missed events');
  }

  /** Passes on the next events up to a command; returns their number and the position reached. */
  async read(upTo: CommandSeq, take: (event: ExchangeEvent) => void): Promise<MissedEventsRead> {
    let count = 0;
    const { eventSeq } = await this.#thread.ask({ upTo }, ({ events, isAll }) => {
      count += events.length;
      for (const event of events) take(event);
      return isAll;
    });
    return { count, eventSeq };
  }

  end(): Promise<void> {
    return this.#thread.end();
  }
}
