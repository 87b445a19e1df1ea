/** What a subscriber reads, by callbacks or by async iterators, and how far it has read. */

import { guarded } from '../shared/index.ts';
import {
  type Delivery,
  type End,
  FeedIterator,
  FeedOverflow,
  ListBuffer,
  NewestBuffer,
  type Place,
  type Reader,
  type Unread,
} from './feed-iterator.ts';

/** What an iterator keeps for its reader: the newest item of each key, or every item up to a number. */
export type Kept<T> = { newestOf(item: T): string } | { readonly itemsMax: number };

export class Feed<T> implements AsyncIterable<T> {
  /** Resolves when the first state of all that was named is there; rejects when the subscription is refused. */
  readonly ready: Promise<void>;
  readonly #kept: Kept<T>;
  readonly #listeners = new Set<(item: T) => void>();
  readonly #errorListeners = new Set<(error: Error) => void>();
  readonly #readers = new Set<Reader<T>>();
  /** Keeps what comes while nobody reads, for the next who does; only where every item counts. */
  #idle: Reader<T> | undefined;
  /** Of the newest item. */
  #newest: Place = { number: 0, cursor: undefined };
  #settle!: { readonly resolve: () => void; readonly reject: (error: Error) => void };
  #error: Error | undefined;
  #isClosed = false;
  #onClose: () => void = () => {};

  constructor(kept: Kept<T>) {
    this.#kept = kept;
    this.#keepUnread();
    this.ready = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    // Who does not read it gets the refusal from onError or its iterator.
    this.ready.catch(() => {});
  }

  /**
   * Calls `listener` with each item, also with those that came while nobody read; the function that comes back ends
   * that. Of several readers of a feed, the first one gets what came before.
   */
  on(listener: (item: T) => void): () => void {
    const idle = this.#idle;
    this.#idle = undefined;
    let isOff = false;
    const begin = () => {
      if (idle !== undefined) this.#deliver(idle, listener, () => isOff);
      if (!isOff) this.#listeners.add(listener);
      if (idle !== undefined) this.#leave(idle);
    };
    if (idle === undefined || idle.buffer.isEmpty) begin();
    else queueMicrotask(begin);
    return () => {
      isOff = true;
      this.#listeners.delete(listener);
      this.#keepUnread();
    };
  }

  /** Calls `listener` when the feed ends because it was refused. */
  onError(listener: (error: Error) => void): () => void {
    this.#errorListeners.add(listener);
    return () => this.#errorListeners.delete(listener);
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Ends the subscription; iterators are done. */
  close(): void {
    this.#over(undefined);
  }

  /**
   * Begins with what came while nobody read. Throws what ended the feed, or FeedOverflow; is done when the feed is
   * closed and all that came before is read.
   */
  [Symbol.asyncIterator](): AsyncIterableIterator<T, undefined> {
    const reader = this.#idle ?? this.#newReader();
    this.#idle = undefined;
    return new FeedIterator(reader, { end: () => this.#endOf(reader), leave: () => this.#leave(reader) });
  }

  /** For the library: what the feed gets. */
  get inside(): FeedInside<T> {
    return {
      emit: (item, cursor) => this.#emit(item, cursor),
      moved: (cursor) => {
        this.#newest.cursor = cursor;
      },
      isReady: () => this.#settle.resolve(),
      end: (error) => this.#over(error),
      onClose: (run) => {
        this.#onClose = run;
      },
    };
  }

  /** Of the last item that the slowest reader has read. */
  protected get cursorRead(): string | undefined {
    let slowest = this.#newest;
    for (const { place } of this.#readers) if (place.number < slowest.number) slowest = place;
    return slowest.cursor;
  }

  /** Runs for each item before it is read. */
  protected note(_item: T): void {}

  #emit(item: T, cursor: string | undefined): void {
    if (this.#isClosed) return;
    const place = { number: this.#newest.number + 1, cursor };
    this.#newest = place;
    this.note(item);
    for (const listener of this.#listeners) guarded(() => listener(item));
    for (const reader of this.#readers) {
      if (!reader.isOver && !reader.buffer.push({ item, place })) reader.isOver = true;
      reader.wake();
    }
  }

  #newReader(): Reader<T> {
    const kept = this.#kept;
    const buffer: Unread<Delivery<T>> =
      'itemsMax' in kept ? new ListBuffer(kept.itemsMax) : new NewestBuffer(({ item }) => kept.newestOf(item));
    const reader = { buffer, place: this.#newest, isOver: false, wake: () => {} };
    this.#readers.add(reader);
    return reader;
  }

  #keepUnread(): void {
    if ('itemsMax' in this.#kept && this.#readers.size + this.#listeners.size === 0) this.#idle = this.#newReader();
  }

  /** Nobody reads with it any more: the next one goes on with it, where it was the last. */
  #leave(reader: Reader<T>): void {
    reader.wake = () => {};
    const isLast = this.#readers.size === 1 && this.#listeners.size === 0;
    if (isLast && 'itemsMax' in this.#kept) this.#idle = reader;
    else this.#readers.delete(reader);
  }

  /** To a listener, what a reader kept. */
  #deliver(reader: Reader<T>, listener: (item: T) => void, isOff: () => boolean): void {
    while (!isOff()) {
      const next = reader.buffer.shift();
      if (next === undefined) {
        if (reader.isOver) this.#over(new FeedOverflow('too much came while nobody read the feed'));
        return;
      }
      reader.place = next.place;
      guarded(() => listener(next.item));
    }
  }

  /** What a reader that has read everything gets next; undefined: it waits. */
  #endOf({ isOver }: Reader<T>): End | undefined {
    if (isOver) return { error: new FeedOverflow('the reader of the feed was too slow') };
    return this.#isClosed ? { error: this.#error } : undefined;
  }

  #over(error: Error | undefined): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#error = error;
    this.#onClose();
    if (error === undefined) this.#settle.resolve();
    else {
      this.#settle.reject(error);
      for (const listener of this.#errorListeners) guarded(() => listener(error));
    }
    for (const reader of this.#readers) reader.wake();
  }
}

export interface FeedInside<T> {
  /** `cursor`: where to go on for one who has read the item; undefined: the feed has none. */
  readonly emit: (item: T, cursor?: string) => void;
  /** Who has read everything can go on from there, though no item came. */
  readonly moved: (cursor: string | undefined) => void;
  readonly isReady: () => void;
  /** undefined: nothing is wrong, the stream was closed. */
  readonly end: (error: Error | undefined) => void;
  readonly onClose: (run: () => void) => void;
}
