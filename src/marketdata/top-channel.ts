import type { Exchange, MarketState, TopOfBook } from '../exchange/interface.ts';
import { encodeSnapshot, encodeUpdate } from './encoder.ts';
import type { Frame } from './frame.ts';
import type { Subscription } from './subscription.ts';

/**
 * The topOfBook channel of one security. What it publishes and what it gives as snapshot come from one place, its
 * `latest`, so a snapshot always lies between two updates: nothing is missed and nothing comes twice.
 */
export class TopChannel {
  readonly securityId: number;
  readonly #exchange: Exchange;
  readonly #subscriptions = new Set<Subscription>();
  #latest: TopOfBook;
  #snapshot: { readonly top: TopOfBook; readonly market: MarketState; readonly frame: Frame } | null = null;

  constructor(securityId: number, exchange: Exchange) {
    this.securityId = securityId;
    this.#exchange = exchange;
    const top = exchange.topOfBook(securityId);
    // Before the first change there is no time of an event to tell.
    this.#latest = top && top.seq > 0 ? top : { securityId, seq: 0, time: exchange.now(), bid: null, offer: null };
  }

  get latest(): TopOfBook {
    return this.#latest;
  }

  get size(): number {
    return this.#subscriptions.size;
  }

  add(subscription: Subscription): void {
    this.#subscriptions.add(subscription);
  }

  remove(subscription: Subscription): void {
    this.#subscriptions.delete(subscription);
  }

  /** A durable change. One that the state read at the start already had is passed over. */
  publish(top: TopOfBook, nowMs: number): void {
    const prevSeq = this.#latest.seq;
    if (top.seq <= prevSeq) return;
    this.#latest = top;
    const frame = encodeUpdate(top, prevSeq);
    for (const subscription of this.#subscriptions) subscription.offer(frame, prevSeq, nowMs);
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

  /** The changes after seq `after` up to the latest published; undefined when they are not kept, or never were. */
  changesAfter(after: number): readonly TopOfBook[] | undefined {
    if (after > this.#latest.seq) return undefined;
    if (after === this.#latest.seq) return [];
    return this.#exchange.topsSince(this.securityId, after)?.filter((top) => top.seq <= this.#latest.seq);
  }
}
