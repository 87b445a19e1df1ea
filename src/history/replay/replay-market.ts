import {
  DepthBook,
  type DepthSide,
  type ExchangeEvent,
  type LevelChange,
  type ReplayedEvent,
  type ReplayedMarket,
  type ReplayQuestion,
  type ReplayRefusal,
  type SecurityId,
  type Side,
  shownOf,
} from '../../exchange/api/index.ts';
import { commandsIn, type JournaledCommand } from '../../exchange/commands/index.ts';
import type { VenueState } from '../../exchange/desks/index.ts';
import { type CommandSeq, type FileSystem, foldersOf, JournalTail } from '../../exchange/journal/index.ts';
import { viewOfSecurity } from '../../exchange/records/index.ts';
import { startingPointAt } from '../../exchange/storage/index.ts';

export interface ReplaySource {
  readonly files: FileSystem;
  /** Of the journal and its snapshots. */
  readonly folder: string;
  readonly archiveFolder: string | null;
  readonly shard: number;
  /** The last command to read. */
  readonly durable: CommandSeq;
}

/** The market of a security at a moment and the events after it, read from the journal and the snapshot before it. */
export function replayMarket(source: ReplaySource, question: ReplayQuestion): ReplayedMarket | ReplayRefusal {
  const { files, folder, archiveFolder, shard, durable } = source;
  const folders = foldersOf(folder, archiveFolder);
  const start = startingPointAt(files, { folder, folders }, { shard, timeUs: question.from });
  if (start === undefined) return 'no journal';
  const reader = new CommandReader(new JournalTail(files, folders, start.position), durable);
  const { state } = start;
  for (let applied = 0; (reader.peek()?.time ?? Number.POSITIVE_INFINITY) <= question.from; applied++) {
    if (applied === question.commandsMax) return 'too far';
    state.apply(reader.take());
  }
  return new Recording(state, question).of(reader);
}

/** The commands of a journal, one by one. */
class CommandReader {
  readonly #tail: JournalTail;
  readonly #durable: CommandSeq;
  #group: readonly JournaledCommand[] = [];
  #next = 0;

  constructor(tail: JournalTail, durable: CommandSeq) {
    this.#tail = tail;
    this.#durable = durable;
  }

  peek(): JournaledCommand | undefined {
    if (this.#next === this.#group.length) {
      const group = this.#tail.next(this.#durable);
      if (group === undefined) return undefined;
      this.#group = commandsIn(group.payload);
      this.#next = 0;
    }
    return this.#group[this.#next];
  }

  take(): JournaledCommand {
    return this.#group[this.#next++]!;
  }
}

/** The events of one security from a state on. */
class Recording {
  readonly #state: VenueState;
  readonly #question: ReplayQuestion;
  readonly #book: DepthBook;
  readonly #first: Omit<ReplayedMarket, 'events' | 'to'>;
  #events: ReplayedEvent[] = [];

  constructor(state: VenueState, question: ReplayQuestion) {
    const { securityId, levels } = question;
    const security = state.securities.get(securityId);
    this.#state = state;
    this.#question = question;
    this.#book = new DepthBook([...(security?.orders ?? [])].flatMap((order) => shownOf(order) ?? []));
    this.#first = {
      eventSeq: state.counters.eventSeq,
      market: security === undefined ? null : viewOfSecurity(security).market,
      bids: this.#book.bids.best(levels),
      offers: this.#book.offers.best(levels),
    };
    state.sink = (event) => this.#take(event);
  }

  /** Whole commands: the events of one that do not fit are left out, and `to` says so. */
  of(reader: CommandReader): ReplayedMarket {
    const { to, eventsMax } = this.#question;
    let last = this.#question.from;
    for (let next = reader.peek(); next !== undefined && next.time <= to; next = reader.peek()) {
      const before = this.#events.length;
      this.#state.apply(reader.take());
      if (this.#events.length > eventsMax && before > 0) {
        return { ...this.#first, events: this.#events.slice(0, before), to: last };
      }
      last = next.time;
    }
    return { ...this.#first, events: this.#events, to };
  }

  #take(event: ExchangeEvent): void {
    if (securityOf(event) !== this.#question.securityId) return;
    if (event.type === 'order') this.#book.take(event.order);
    const levels = [...changesOf(this.#book.bids, 'buy'), ...changesOf(this.#book.offers, 'sell')];
    this.#book.clearTouched();
    this.#events.push({ event, levels });
  }
}

/** Of an event that is shown: best prices follow from the levels, and notices are for their clients. */
function securityOf(event: ExchangeEvent): SecurityId | undefined {
  switch (event.type) {
    case 'order':
      return event.order.ticket.securityId;
    case 'match':
      return event.match.securityId;
    case 'market':
      return event.securityId;
    default:
      return undefined;
  }
}

function changesOf(side: DepthSide, name: Side): LevelChange[] {
  return [...side.touched].map((price) => ({ ...side.at(price), side: name }));
}
