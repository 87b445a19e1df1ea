import type { EventSeq, ExchangeEvent } from '../../exchange/api/index.ts';
import { commandsIn } from '../../exchange/commands/index.ts';
import { type CommandSeq, type FileSystem, foldersOf, JournalTail } from '../../exchange/journal/index.ts';
import { startingPoint } from '../../exchange/storage/index.ts';
import type { MissedEventsTask } from './missed-events.ts';

/** An older copy of the venue, from a snapshot, that goes on through the journal. */
export class EarlierVenue {
  readonly #state: ReturnType<typeof startingPoint>['state'];
  readonly #tail: JournalTail;
  #events: ExchangeEvent[] = [];

  constructor(files: FileSystem, { folder, archiveFolder, shard, after }: MissedEventsTask) {
    const { state, position } = startingPoint(files, folder, { shard, eventSeqMax: after, note: () => {} });
    this.#state = state;
    this.#tail = new JournalTail(files, foldersOf(folder, archiveFolder), position);
    state.sink = (event) => {
      if (event.seq > after) this.#events.push(event);
    };
  }

  /** The last number given to an event. */
  get eventSeq(): EventSeq {
    return this.#state.counters.eventSeq;
  }

  /** The events of the next groups up to a command, some at a time. */
  *eventsUpTo(command: CommandSeq, atOnceMin: number): Generator<readonly ExchangeEvent[]> {
    for (let group = this.#tail.next(command); group !== undefined; group = this.#tail.next(command)) {
      for (const one of commandsIn(group.payload)) this.#state.apply(one);
      if (this.#events.length >= atOnceMin) yield this.#taken();
    }
    yield this.#taken();
  }

  #taken(): readonly ExchangeEvent[] {
    const taken = this.#events;
    this.#events = [];
    return taken;
  }
}
