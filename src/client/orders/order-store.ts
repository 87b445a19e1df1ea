/** The client's own orders and positions, kept right across cuts and restarts from the cursor of its events (L18). */
import { guarded } from '../shared/index.ts';
import type { Execution, VenueEvent } from '../wire/index.ts';
import type { EventListener, EventReader } from './event-reader.ts';
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

/** Reads the events after a cursor, or all of them. */
export type ReadEvents = (after: string | undefined, listener: EventListener) => EventReader;

/** The newest of the orders that have ended, for `order`. */
const ENDED_MAX = 10_000;
const LIVE: ReadonlySet<string> = new Set<Execution['orderStatus']>(['Pending', 'Live', 'Partially Executed']);

export class OrderStore {
  /** Resolves when all events up to then are taken in; rejects where they may not be read. */
  readonly ready: Promise<void>;
  readonly #reader: EventReader;
  readonly #listeners = new Set<(change: StoreChange) => void>();
  readonly #errorListeners = new Set<(error: unknown) => void>();
  readonly #open = new Map<string, StoredOrder>();
  readonly #ended = new Map<string, StoredOrder>();
  #positions: Positions;
  #eventSeq: number;

  constructor(read: ReadEvents, saved: SavedOrders | undefined) {
    if (saved !== undefined && saved.version !== 1) throw new TypeError('saved is not of this version');
    this.#eventSeq = saved?.eventSeq ?? 0;
    this.#positions = new Positions(saved?.positions);
    for (const order of saved?.openOrders ?? []) this.#open.set(order.orderId, order);
    this.#reader = read(saved?.cursor, {
      take: (events) => {
        for (const event of events) this.#take(event);
      },
      reset: () => this.#reset(),
      failed: (error) => {
        for (const listener of this.#errorListeners) guarded(() => listener(error));
      },
    });
    this.ready = this.#reader.ready;
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
    const [openOrders, positions] = [this.openOrders(), this.positions()];
    return { version: 1, cursor: this.#reader.cursor, eventSeq: this.#eventSeq, openOrders, positions };
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
    this.#reader.close();
  }

  #take(event: VenueEvent): void {
    // What a store was saved with, in the middle of a page.
    if (event.eventSeq <= this.#eventSeq) return;
    this.#eventSeq = event.eventSeq;
    if (event.eventType === 'order') this.#change(event);
    else if (event.eventType === 'bust' || event.eventType === 'adjust' || event.eventType === 'settlement') {
      this.#positions.amend(event);
    }
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
    this.#eventSeq = 0;
    this.#positions = new Positions();
    this.#open.clear();
    this.#ended.clear();
    this.#emit({ eventType: 'reset' });
  }

  #emit(change: StoreChange): void {
    for (const listener of this.#listeners) guarded(() => listener(change));
  }
}
