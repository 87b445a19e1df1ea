import type { EventFeed, MarketState, Markets, TopOfBook } from '../exchange/interface.ts';
import { encodeSnapshot, encodeUpdate } from './encoder.ts';
import type { Frame } from './frame.ts';

/** Who is told of each change of a channel. */
export interface Subscriber {
  /** `frame` holds the change for all whose last message was the one before it. */
  offer(frame: Frame, prevSeq: number, nowMs: number): void;
}

/**
 * The topOfBook channel of one security. What it publishes and what it gives as snapshot come from one place, its
 * `latest`, so a snapshot always lies between two updates: nothing is missed and nothing comes twice.
 */
export class TopChannel {
  readonly securityId: number;
  readonly #exchange: Markets & EventFeed;
  readonly #subscribers = new Set<Subscriber>();
  #latest: TopOfBook;
  #snapshot: { readonly top: TopOfBook; readonly market: MarketState; readonly frame: Frame } | null = null;

  constructor(securityId: number, exchange: Markets & EventFeed) {
    this.securityId = securityId;
    this.#exchange = exchange;
    const top = exchange.topOfBook(securityId);
    // Before the first change there is no time of an event to tell.
    this.#latest = top && top.seq > 0 ? top : { securityId, seq: 0, time: exchange.nowUs(), bid: null, offer: null };
  }

  get latest(): TopOfBook {
    return this.#latest;
  }

  get size(): number {
    return this.#subscribers.size;
  }

  add(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber);
  }

  remove(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber);
  }

  /** A durable change. One that the state read at the start already had is passed over. */
  publish(top: TopOfBook, nowMs: number): void {
    const prevSeq = this.#latest.seq;
    if (top.seq <= prevSeq) return;
    this.#latest = top;
    const frame = encodeUpdate(top, prevSeq);
    for (const subscriber of this.#subscribers) subscriber.offer(frame, prevSeq, nowMs);
  }

  /** Shared by all who subscribe between two changes. */
  snapshot(resumeRefused: boolean): Frame {
    const market = this.#exchange.security(this.securityId)?.market ?? 'closed';
    if (resumeRefused) return encodeSnapshot(this.#latest, market, true);
    if (this.#snapshot?.top !== this.#latest || this.#snapshot.market !== market) {
      this.#snapshot = { top: this.#latest, market, frame: encodeSnapshot(this.#latest, market, false) };
    }
    return this.#snapshot.frame;
  }

  /**
   * The changes after seq `after`, which is not ahead of the latest published, up to that; undefined when they are not
   * kept.
   */
  changesAfter(after: number): readonly TopOfBook[] | undefined {
    if (after === this.#latest.seq) return [];
    return this.#exchange.topsSince(this.securityId, after)?.filter((top) => top.seq <= this.#latest.seq);
  }
}
