/** An async iterator of a feed, with a bounded buffer of what its reader has not read yet. */

/** More came than the buffer of an iterator holds: its reader is too slow. Resume from the cursor of the feed. */
export class FeedOverflow extends Error {
  override readonly name = 'FeedOverflow';
}

/** What an iterator has not read yet. */
export interface Unread<T> {
  readonly isEmpty: boolean;
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

  get isEmpty(): boolean {
    return this.#read === this.#items.length;
  }

  push(item: T): boolean {
    if (this.#items.length - this.#read >= this.#max) return false;
    this.#items.push(item);
    return true;
  }

  shift(): T | undefined {
    if (this.isEmpty) return undefined;
    const item = this.#items[this.#read++];
    if (this.#read > 1000 || this.isEmpty) {
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

  get isEmpty(): boolean {
    return this.#items.size === 0;
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

/** A place in a feed: the cursor of the newest event up to it. Items that come later have higher numbers. */
export interface Place {
  readonly number: number;
  cursor: string | undefined;
}

export interface Delivery<T> {
  readonly item: T;
  readonly place: Place;
}

/** One iterator's share of a feed. */
export interface Reader<T> {
  readonly buffer: Unread<Delivery<T>>;
  /** Of the last item that it handed out. */
  place: Place;
  /** There was no room for an item. */
  isOver: boolean;
  wake: () => void;
}

/** undefined: without an error. */
export interface End {
  readonly error: Error | undefined;
}

interface Waiting<T> {
  readonly resolve: (result: IteratorResult<T, undefined>) => void;
  readonly reject: (error: Error) => void;
}

/** The feed, as its iterator uses it. */
interface FeedSide {
  /** undefined: more may come. */
  readonly end: () => End | undefined;
  readonly leave: () => void;
}

export class FeedIterator<T> implements AsyncIterableIterator<T, undefined> {
  readonly #reader: Reader<T>;
  readonly #feed: FeedSide;
  /** Calls of next() without a result. */
  readonly #waiting: Waiting<T>[] = [];
  #isScheduled = false;
  #isDone = false;

  constructor(reader: Reader<T>, feed: FeedSide) {
    this.#reader = reader;
    this.#feed = feed;
    reader.wake = () => this.#schedule();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<T, undefined>> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#schedule();
    });
  }

  /** Also ends calls of next() that wait. */
  return(): Promise<IteratorResult<T, undefined>> {
    this.#finish();
    return Promise.resolve({ done: true, value: undefined });
  }

  /** One result in each microtask: an item counts as read when the caller gets it, and no later one before that. */
  #schedule(): void {
    if (this.#isScheduled || this.#waiting.length === 0) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      if (this.#serve()) this.#schedule();
    });
  }

  /** Returns whether there may be more. */
  #serve(): boolean {
    const next = this.#isDone ? undefined : this.#reader.buffer.shift();
    if (next !== undefined) {
      this.#reader.place = next.place;
      this.#waiting.shift()?.resolve({ done: false, value: next.item });
      return true;
    }
    const end = this.#isDone ? { error: undefined } : this.#feed.end();
    if (end === undefined) return false;
    if (end.error !== undefined) this.#waiting.shift()?.reject(end.error);
    this.#finish();
    return false;
  }

  #finish(): void {
    if (!this.#isDone) this.#feed.leave();
    this.#isDone = true;
    for (const { resolve } of this.#waiting.splice(0)) resolve({ done: true, value: undefined });
  }
}
