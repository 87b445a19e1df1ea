/** The client's own orders and positions, kept right across cuts and restarts from the cursor of its events (L18). */
import { ApiRefusal, NoAnswer, StreamClosed } from '../errors.ts';
import {
  type Events,
  type Execution,
  type Gap,
  guarded,
  type OrdersMessage,
  type VenueEvent,
} from '../stream/index.ts';
import { sleep, type Timers } from '../timers.ts';
import type { Answer, Fields } from '../types.ts';
import { type Position, Positions } from './positions.ts';

/** An order after its last change; eventSeq and eventTime are of that. */
export type StoredOrder = Execution & { readonly eventSeq: number; readonly eventTime: string };

/** What a store knows at one moment, as JSON. */
export interface SavedOrders {
  readonly version: 1;
  /** undefined: before the first answer. */
  readonly cursor: string | undefined;
  /** Of the last event. */
  readonly eventSeq: number;
  readonly openOrders: readonly StoredOrder[];
  readonly positions: readonly Position[];
}

/** reset: the venue was put back, or is another one; the store reads it from its beginning. */
export type StoreChange = VenueEvent | { readonly eventType: 'reset' };

export interface StoreMeans {
  readonly read: (fields: Fields<'getEvents'>, signal: AbortSignal) => Promise<Answer<'getEvents'>>;
  /** The events after a cursor, live. */
  readonly follow: (since: string) => Events<OrdersMessage | Gap>;
  readonly timers: Timers;
  readonly saved: SavedOrders | undefined;
}

const PAGE = 1000;
/** The newest of the orders that have ended, for `order`. */
const ENDED_MAX = 10_000;
/** Until events are read again that could not be read. */
const AGAIN_MS = 1000;
/** The cursor is of another venue, or ahead of this one. */
const STALE_CURSOR = '1422';
const LIVE: ReadonlySet<string> = new Set<Execution['orderStatus']>(['Pending', 'Live', 'Partially Executed']);

export class OrderStore {
  /** Resolves when all events up to then are taken in; rejects where they may not be read. */
  readonly ready: Promise<void>;
  readonly #means: StoreMeans;
  readonly #ending = new AbortController();
  readonly #listeners = new Set<(change: StoreChange) => void>();
  readonly #errorListeners = new Set<(error: unknown) => void>();
  readonly #open = new Map<string, StoredOrder>();
  readonly #ended = new Map<string, StoredOrder>();
  #positions: Positions;
  #cursor: string | undefined;
  #eventSeq: number;
  #feed: ReturnType<StoreMeans['follow']> | undefined;

  constructor(means: StoreMeans) {
    const { saved } = means;
    if (saved !== undefined && saved.version !== 1) throw new TypeError('saved is not of this version');
    this.#means = means;
    this.#cursor = saved?.cursor;
    this.#eventSeq = saved?.eventSeq ?? 0;
    this.#positions = new Positions(saved?.positions);
    for (const order of saved?.openOrders ?? []) this.#open.set(order.orderId, order);
    this.ready = new Promise(
      (resolve, reject) => void this.#run(resolve).catch((error) => this.#failed(error, reject)),
    );
    this.ready.catch(() => {});
  }

  /** Those that await approval, are live or partially executed, in the order in which the store saw them first. */
  openOrders(): StoredOrder[] {
    return [...this.#open.values()];
  }

  /** undefined: it is neither open nor among the newest 10,000 that have ended since the store began. */
  order(orderId: string): StoredOrder | undefined {
    return this.#open.get(orderId) ?? this.#ended.get(orderId);
  }

  /** By account and security, of all fills since the store began; busts and corrections are taken in. */
  positions(): Position[] {
    return this.#positions.all();
  }

  /** To begin with next time, after a restart of the program. */
  save(): SavedOrders {
    const cursor = this.#feed?.cursor ?? this.#cursor;
    const [openOrders, positions] = [this.openOrders(), this.positions()];
    return { version: 1, cursor, eventSeq: this.#eventSeq, openOrders, positions };
  }

  /** Calls `listener` after each event, with the store as it is then; the returned function ends that. */
  on(listener: (change: StoreChange) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Calls `listener` when the store ends because its events may not be read any more. */
  onError(listener: (error: unknown) => void): () => void {
    this.#errorListeners.add(listener);
    return () => this.#errorListeners.delete(listener);
  }

  /** It stays as it is. */
  close(): void {
    this.#ending.abort();
    this.#endFeed();
  }

  async #run(isReady: () => void): Promise<void> {
    for (;;) {
      const isRead = await this.#readPast();
      if (!isRead) {
        await sleep(this.#means.timers, AGAIN_MS, this.#ending.signal);
        continue;
      }
      const over = this.#follow();
      isReady();
      await over;
    }
  }

  /** By pages, up to now; false: it cannot be done now. Stays as it is where a page could not be read. */
  async #readPast(): Promise<boolean> {
    const { signal } = this.#ending;
    try {
      for (let more = true; more; ) {
        const page = await this.#means.read({ after: this.#cursor, limit: PAGE }, signal);
        signal.throwIfAborted();
        for (const event of page.events) this.#take(event);
        this.#cursor = page.cursor;
        more = page.moreEvents === 'Yes';
      }
      return true;
    } catch (error) {
      if (error instanceof ApiRefusal && error.statusCode === STALE_CURSOR) this.#reset();
      else if (!isPassing(error)) throw error;
      return false;
    }
  }

  /** Resolves where the stream cannot go on from there (S23). */
  #follow(): Promise<void> {
    const feed = this.#means.follow(this.#cursor as string);
    this.#feed = feed;
    return new Promise((resolve, reject) => {
      feed.onError(reject);
      feed.on((message) => {
        if (message.type === 'event') {
          this.#take(message.event);
          return;
        }
        this.#endFeed();
        resolve();
      });
    });
  }

  #endFeed(): void {
    const feed = this.#feed;
    if (feed === undefined) return;
    this.#cursor = feed.cursor ?? this.#cursor;
    this.#feed = undefined;
    feed.close();
  }

  #take(event: VenueEvent): void {
    // What a store was saved with, in the middle of a page.
    if (event.eventSeq <= this.#eventSeq) return;
    this.#eventSeq = event.eventSeq;
    if (event.eventType === 'order') this.#change(event);
    else if (event.eventType === 'bust' || event.eventType === 'adjust') this.#positions.amend(event);
    this.#emit(event);
  }

  #change({ eventSeq, eventTime, order }: Extract<VenueEvent, { readonly eventType: 'order' }>): void {
    if (order.executionType === 'Fill') this.#positions.fill(order);
    const { orderId } = order;
    const stored = { ...order, eventSeq, eventTime };
    if (LIVE.has(order.orderStatus)) {
      this.#open.set(orderId, stored);
      return;
    }
    this.#open.delete(orderId);
    this.#ended.set(orderId, stored);
    if (this.#ended.size > ENDED_MAX) this.#ended.delete(this.#ended.keys().next().value as string);
  }

  #reset(): void {
    this.#cursor = undefined;
    this.#eventSeq = 0;
    this.#positions = new Positions();
    this.#open.clear();
    this.#ended.clear();
    this.#emit({ eventType: 'reset' });
  }

  #emit(change: StoreChange): void {
    for (const listener of this.#listeners) guarded(() => listener(change));
  }

  #failed(error: unknown, reject: (error: unknown) => void): void {
    if (this.#ending.signal.aborted) {
      reject(new StreamClosed('the store was closed'));
      return;
    }
    this.#ending.abort();
    this.#endFeed();
    reject(error);
    for (const listener of this.#errorListeners) guarded(() => listener(error));
  }
}

function isPassing(error: unknown): boolean {
  return error instanceof NoAnswer || (error instanceof ApiRefusal && (error.http === 429 || error.http === 503));
}
