import type { EventFeed, EventSeq } from '../../exchange/api/index.ts';
import type { Timers } from '../../time/timers.ts';
import type { ChannelName } from '../requests/index.ts';
import type { Exit, Postponed } from '../wire/index.ts';
import type { StreamLog } from './channel.ts';
import type { Pace, Paced } from './pace.ts';
import type { Tape, TapeItem } from './tape.ts';

/** Events that are read at once: bounds the memory of a read, and the time that its rows take. */
const RANGE_MAX = 2000;
/** Items that are sent at once; others of the process have their turns between them. */
export const PART_MAX = 64;

/** The source and the target of a reader. */
export interface Reading<Item extends TapeItem> {
  readonly channelName: ChannelName;
  readonly tape: Tape<Item>;
  /** The events that the tape no longer has, oldest first: after one, up to another. */
  older(after: EventSeq, upTo: EventSeq): Promise<readonly Item[]>;
  /** Sends it, where it is wanted and was not sent before. */
  send(item: Item, nowMs: number): void;
  /**
   * Called when every item was sent: sends what else is due, and returns false when the connection is full.
   */
  caughtUp(nowMs: number): boolean;
  /** Sends several items after an event, which other readers are sent too; absent: each is sent separately. */
  sendRun?(after: EventSeq, nowMs: number): SentRun;
}

/** What a reader was sent in one piece. */
export interface SentRun {
  /** The event that it has come to. */
  readonly upTo: EventSeq;
  /** Whether the tape has no later item. */
  readonly isLast: boolean;
  /** As many items as it took the time of. */
  readonly cost: number;
}

/** The common parts of readers. */
export interface ReaderDeps {
  readonly exchange: Pick<EventFeed, 'lastEventSeq'>;
  readonly timers: Timers;
  readonly pace: Pace;
  readonly log: StreamLog;
}

/** Time until a failed read is tried again. */
const AGAIN_MS = 1000;

/**
 * Reads a tape for one connection: live while the connection takes everything; else it remembers how far it came, and
 * reads on from there when the connection drains, first from the history what the tape no longer has. Nothing is left
 * out, nothing comes twice, and the order is that of the venue (S22).
 */
export class TapeReader<Item extends TapeItem> implements Postponed, Paced {
  readonly #sendQueue: Exit;
  readonly #deps: ReaderDeps;
  readonly #reading: Reading<Item>;
  /** waiting: for the connection; paced: for its turn to send; reading: of older items is under way. */
  #state: 'live' | 'waiting' | 'paced' | 'reading' | 'ended' = 'live';
  /** The last event that was sent, while it is not live. */
  #position = 0;
  /** How often it was. */
  #rewound = 0;

  constructor(sendQueue: Exit, deps: ReaderDeps, reading: Reading<Item>) {
    this.#sendQueue = sendQueue;
    this.#deps = deps;
    this.#reading = reading;
  }

  /** Whether everything that has happened was sent. */
  get isLive(): boolean {
    return this.#state === 'live';
  }

  /** Whether connection and pace let a live item be sent now; else it is read later. */
  takes(item: Item): boolean {
    if (this.#state !== 'live') return false;
    if (this.#sendQueue.congested) {
      this.#wait(item.seq - 1);
      return false;
    }
    if (this.#deps.pace.take()) return true;
    this.#position = item.seq - 1;
    this.#awaitTurn();
    return false;
  }

  /** Sends the items after an event; then it is live again. */
  rewind(seq: EventSeq): void {
    if (this.#state === 'ended') return;
    const isLive = this.#state === 'live';
    this.#rewound += 1;
    this.#position = isLive ? seq : Math.min(this.#position, seq);
    if (!isLive) return;
    if (this.#sendQueue.congested) this.#wait(seq);
    else this.#read(this.#deps.timers.nowMs());
  }

  /** Something is due that is no item of the tape. */
  poke(): void {
    if (this.#state === 'live') this.rewind(this.#lastSeq());
  }

  /** The connection can take more. */
  catchUp(): void {
    if (this.#state === 'waiting') this.#awaitTurn();
  }

  serveSome(): number {
    return this.#state === 'paced' ? this.#read(this.#deps.timers.nowMs()) : 0;
  }

  /**
   * Something that is read for this connection could not be: it is tried again, unless the connection has ended by
   * then.
   */
  later(error: unknown, again: () => void): void {
    const { log, timers } = this.#deps;
    log.warn({ err: error, channel: this.#reading.channelName }, 'stream: what was missed could not be read yet');
    timers.after(AGAIN_MS, () => {
      if (!this.#isEnded()) again();
    });
  }

  end(): void {
    this.#state = 'ended';
    this.#sendQueue.forget(this);
  }

  #wait(position: number): void {
    this.#position = position;
    this.#state = 'waiting';
    this.#sendQueue.postpone(this);
  }

  #awaitTurn(): void {
    this.#state = 'paced';
    this.#deps.pace.add(this);
  }

  /** Sends a part of the items of the tape; returns how many. */
  #read(nowMs: number): number {
    const { tape } = this.#reading;
    if (!tape.covers(this.#position)) {
      this.#state = 'reading';
      void this.#readOlder();
      return 0;
    }
    if (this.#reading.sendRun !== undefined) return this.#readRun(nowMs);
    let count = 0;
    for (const item of tape.after(this.#position)) {
      if (count === PART_MAX) {
        this.#awaitTurn();
        return count;
      }
      if (!this.#send(item, nowMs)) return count;
      count++;
    }
    this.#reachEnd(nowMs);
    return count;
  }

  #readRun(nowMs: number): number {
    if (this.#sendQueue.isFull) {
      this.#wait(this.#position);
      return 0;
    }
    const { upTo, isLast, cost } = this.#reading.sendRun!(this.#position, nowMs);
    if (this.#isEnded()) return cost;
    this.#position = upTo;
    if (isLast) this.#reachEnd(nowMs);
    else this.#awaitTurn();
    return cost;
  }

  #reachEnd(nowMs: number): void {
    this.#state = 'live';
    if (!this.#reading.caughtUp(nowMs)) this.#wait(this.#lastSeq());
  }

  /** Returns false where the connection is full. */
  #send(item: Item, nowMs: number): boolean {
    if (this.#sendQueue.isFull) {
      this.#wait(this.#position);
      return false;
    }
    this.#reading.send(item, nowMs);
    this.#position = item.seq;
    return true;
  }

  async #readOlder(): Promise<void> {
    const { tape } = this.#reading;
    try {
      while (!tape.covers(this.#position)) {
        const [after, rewound] = [this.#position, this.#rewound];
        const upTo = Math.min(after + RANGE_MAX, this.#lastSeq());
        const items = await this.#reading.older(after, upTo);
        if (this.#isEnded()) return;
        // It was rewound meanwhile, maybe to the same place: more may be wanted by now than was read.
        if (this.#rewound !== rewound) continue;
        const nowMs = this.#deps.timers.nowMs();
        if (!items.every((item) => this.#send(item, nowMs))) return;
        this.#position = upTo;
      }
      this.#read(this.#deps.timers.nowMs());
    } catch (error) {
      this.later(error, () => void this.#readOlder());
    }
  }

  #lastSeq(): EventSeq {
    return this.#deps.exchange.lastEventSeq();
  }

  // A method, because the compiler does not see that the state changes during an await.
  #isEnded(): boolean {
    return this.#state === 'ended';
  }
}
