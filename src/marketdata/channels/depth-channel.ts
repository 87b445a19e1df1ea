import { DepthBook, type EventSeq, type ExchangeEvent, type SecurityId } from '../../exchange/api/index.ts';
import type { Timers } from '../../time/timers.ts';
import type { Flushable, Flusher } from '../wire/index.ts';
import { DepthTopic } from './depth-topic.ts';
import type { TopicTerms } from './state-channel.ts';
import { StateChannel, type StateDeps } from './state-channel.ts';
import type { Topic } from './topic.ts';

/** How long a book without readers is kept: its readers may come back. */
const LINGER_MS = 60_000;
/** Topics that are kept so. */
const LINGERING_MAX = 1000;
/** Milliseconds of updates in one turn of the event loop: then orders have their turn. */
const TURN_MS = 1;

interface ReadBook {
  readonly book: DepthBook;
  readonly topics: Set<DepthTopic>;
  /** The first event since the last update that changed an order. */
  firstSeq: EventSeq;
}

export interface DepthChannelDeps extends StateDeps {
  readonly flusher: Flusher;
}

/** The disclosed levels of the books (S26 to S28). */
export class DepthChannel extends StateChannel implements Flushable {
  readonly name = 'depth';
  readonly #timers: Timers;
  readonly #flusher: Flusher;
  readonly #books = new Map<SecurityId, ReadBook>();
  /** Books whose orders have changed since the last update. */
  readonly #touched = new Set<ReadBook>();
  #isScheduled = false;
  #lingering = 0;

  constructor(deps: DepthChannelDeps) {
    super(deps);
    this.#timers = deps.timers;
    this.#flusher = deps.flusher;
  }

  /** Any event of the venue may be the last that changed the book. */
  seqOf(): number {
    return this.exchange.lastEventSeq();
  }

  protected override variantOf({ levels, checksum }: TopicTerms): string {
    return `${levels}${checksum ? ' with checksum' : ''}`;
  }

  protected make(securityId: SecurityId, terms: TopicTerms): Topic {
    let read = this.#books.get(securityId);
    if (read === undefined) {
      read = { book: new DepthBook(this.exchange.shownOrders(securityId)), topics: new Set(), firstSeq: 0 };
      this.#books.set(securityId, read);
    }
    const { book, topics } = read;
    const update = () => this.#update(read, this.#timers.nowMs());
    const topic = new DepthTopic(securityId, { book, exchange: this.exchange, terms, update }, this.variantOf(terms));
    topics.add(topic);
    return topic;
  }

  protected change(event: ExchangeEvent): void {
    // A side may come to show a request for quote by an event of its top alone: a command that is done in slices.
    if (event.type === 'top') this.#touch(this.#books.get(event.top.securityId), event.seq);
    if (event.type !== 'order') return;
    const { disclosed, securityId } = event.order.ticket;
    const read = this.#books.get(securityId);
    read?.book.take(event.order);
    // The sequence of the updates must not show where hidden orders came (S9).
    if (disclosed) this.#touch(read, event.seq);
  }

  #touch(read: ReadBook | undefined, seq: EventSeq): void {
    if (read === undefined || this.#touched.has(read)) return;
    read.firstSeq = seq;
    this.#touched.add(read);
    this.#schedule();
  }

  /**
   * The changes of a group of commands are one update, made when all of its events are published. While the stream has
   * more to send, the update waits and has what changes until then: nearly each order changes the depth, and orders
   * come first.
   */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    if (this.#flusher.isIdle) queueMicrotask(() => this.flush());
    else this.#flusher.add(this);
  }

  /** Sends the updates of the books that have changed: as many as fit into a turn of the event loop, then the next. */
  flush(): void {
    this.#isScheduled = false;
    const nowMs = this.#timers.nowMs();
    for (const read of this.#touched) {
      this.#update(read, nowMs);
      if (this.#timers.nowMs() - nowMs >= TURN_MS) break;
    }
    if (this.#touched.size === 0) return;
    this.#isScheduled = true;
    this.#flusher.add(this);
  }

  #update(read: ReadBook, nowMs: number): void {
    if (!this.#touched.delete(read)) return;
    for (const topic of read.topics) topic.refresh(read.firstSeq, nowMs);
    read.book.clearTouched();
  }

  protected override release(topic: Topic): void {
    if (this.#lingering >= LINGERING_MAX) {
      this.#forget(topic as DepthTopic);
      return;
    }
    this.#lingering += 1;
    this.#timers.after(LINGER_MS, () => {
      this.#lingering -= 1;
      const isUnread = topic.subscribers.size === 0;
      if (isUnread && this.find(topic.securityId, topic.variant) === topic) this.#forget(topic as DepthTopic);
    });
  }

  #forget(topic: DepthTopic): void {
    super.release(topic);
    const read = this.#books.get(topic.securityId);
    read?.topics.delete(topic);
    if (read?.topics.size === 0) this.#books.delete(topic.securityId);
  }
}
