/** What a subscriber holds: by callbacks, or as an async iterator with a bounded buffer. */

/** More came than the buffer of an iterator holds: its reader is too slow. Resume from the last cursor it read. */
export class FeedOverflow extends Error {
  override readonly name = 'FeedOverflow';
}

/** What an iterator has not read yet. */
export interface Unread<T> {
  /** False: there is no room. */
  push(item: T): boolean;
  shift(): T | undefined;
}

/** Keeps everything, up to a number. */
export class ListBuffer<T> implements Unread<T> {
  readonly #max: number;
  #items: T[] = [];
  #read = 0;

  constructor(max: number) {
    this.#max = max;
  }

  push(item: T): boolean {
    if (this.#items.length - this.#read >= this.#max) return false;
    this.#items.push(item);
    return true;
  }

  shift(): T | undefined {
    if (this.#read === this.#items.length) return undefined;
    const item = this.#items[this.#read++];
    if (this.#read > 1000 || this.#read === this.#items.length) {
      this.#items = this.#items.slice(this.#read);
      this.#read = 0;
    }
    return item;
  }
}

/** Keeps the newest of each key, in the order in which the keys came: never more than there are keys. */
export class NewestBuffer<T> implements Unread<T> {
  readonly #keyOf: (item: T) => string;
  readonly #items = new Map<string, T>();

  constructor(keyOf: (item: T) => string) {
    this.#keyOf = keyOf;
  }

  push(item: T): boolean {
    this.#items.set(this.#keyOf(item), item);
    return true;
  }

  shift(): T | undefined {
    for (const [key, item] of this.#items) {
      this.#items.delete(key);
      return item;
    }
    return undefined;
  }
}

interface Reader<T> {
  readonly buffer: Unread<T>;
  wake: () => void;
  isOver: boolean;
}

export class Feed<T> implements AsyncIterable<T> {
  /** Resolves when the first state of all that was named is there; rejects when the subscription is refused. */
  readonly ready: Promise<void>;
  readonly #newBuffer: () => Unread<T>;
  readonly #listeners = new Set<(item: T) => void>();
  readonly #errorListeners = new Set<(error: Error) => void>();
  readonly #readers = new Set<Reader<T>>();
  #settle!: { readonly resolve: () => void; readonly reject: (error: Error) => void };
  #error: Error | undefined;
  #isClosed = false;
  #onClose: () => void = () => {};

  constructor(newBuffer: () => Unread<T>) {
    this.#newBuffer = newBuffer;
    this.ready = new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
    });
    // Who does not look at it hears of the refusal by onError or its iterator.
    this.ready.catch(() => {});
  }

  /** Calls `listener` with each item from now on; the function that comes back ends that. */
  on(listener: (item: T) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
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

  /** From now on. Throws what ended the feed, or FeedOverflow; is done when the feed is closed. */
  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    const reader: Reader<T> = { buffer: this.#newBuffer(), wake: () => {}, isOver: false };
    this.#readers.add(reader);
    try {
      for (;;) {
        const item = reader.buffer.shift();
        if (item !== undefined) {
          yield item;
          continue;
        }
        if (reader.isOver) throw new FeedOverflow('the reader of the feed was too slow');
        if (this.#isClosed) {
          if (this.#error !== undefined) throw this.#error;
          return;
        }
        await new Promise<void>((resolve) => {
          reader.wake = resolve;
        });
      }
    } finally {
      this.#readers.delete(reader);
    }
  }

  /** For the library: what the feed is told. */
  get inside(): FeedInside<T> {
    return {
      emit: (item) => this.#emit(item),
      isReady: () => this.#settle.resolve(),
      end: (error) => this.#over(error),
      onClose: (run) => {
        this.#onClose = run;
      },
    };
  }

  #emit(item: T): void {
    if (this.#isClosed) return;
    for (const listener of this.#listeners) guarded(() => listener(item));
    for (const reader of this.#readers) {
      if (!reader.isOver && !reader.buffer.push(item)) reader.isOver = true;
      reader.wake();
    }
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
  readonly emit: (item: T) => void;
  readonly isReady: () => void;
  /** undefined: nothing is wrong, the stream was closed. */
  readonly end: (error: Error | undefined) => void;
  readonly onClose: (run: () => void) => void;
}

/** A listener that throws must not keep the others, or the book, from what came: its error goes to the platform. */
export function guarded(run: () => void): void {
  try {
    run();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
