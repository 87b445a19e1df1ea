import type { BookSide, CancelCause } from '../matching/index.ts';
import { Fifo } from './fifo.ts';
import type { OrderEnd, OrderStatus } from './interface.ts';
import type { Scope } from './scope.ts';

/** Effects of one command; the rest is pending (M17). */
export const EFFECTS_MAX = 500;

/** How orders end. @param status, unapproved, reason: null: what the venue says of such an end */
export type EndTerms = readonly [
  change: OrderEnd,
  status: OrderStatus | null,
  unapproved: OrderStatus | null,
  reason: string | null,
];

/** One thing that a command does in a book: a match that the book made, the end or hold of an order. */
export type Effect =
  | readonly [
      type: 'matched',
      initiatorId: number,
      contraId: number,
      side: BookSide,
      price: number,
      quantity: number,
      initiatorRemaining: number,
      contraRemaining: number,
    ]
  | readonly [type: 'cancelled', orderId: number, cause: CancelCause]
  | readonly [type: 'top', side: BookSide]
  | readonly [type: 'end', orderId: number, ...EndTerms]
  | readonly [type: 'held', orderId: number, reason: string]
  /** The order takes its place among those that wait for a seat, or is judged by the transfer rules. */
  | readonly [type: 'consider' | 'judge', orderId: number]
  /** What was taken out of the book may let others trade. */
  | readonly [type: 'settle']
  /** The order enters the book: it was approved, or is held no more. */
  | Entry
  /** The order that enters the book has more matches to make. */
  | readonly [type: 'resume'];

export type Entry = readonly [type: 'approve' | 'release', orderId: number];

/** The same effect for many orders, the first of which stands last. */
export type Bulk =
  | readonly [type: 'ends', orderIds: number[], ...EndTerms]
  | readonly [type: 'considers' | 'judges', orderIds: number[]];

/** As a snapshot keeps it. */
export interface PendingOfBook {
  readonly clientId: string;
  readonly effects: readonly (Effect | Bulk)[];
  readonly entries: readonly Entry[];
}

class BookEffects {
  /** Whose command caused them; empty: nobody's. */
  readonly clientId: string;
  readonly effects = new Fifo<Effect | Bulk>();
  /** Come when there are no effects: an order that enters has effects of its own, which come before the next. */
  readonly entries = new Fifo<Entry>();

  constructor(clientId: string) {
    this.clientId = clientId;
  }

  get size(): number {
    return this.effects.size + this.entries.size;
  }

  take(): Effect {
    const first = this.effects.first;
    if (first === undefined) return this.entries.shift() as Entry;
    if (!isBulk(first)) return this.effects.shift() as Effect;
    const orderId = first[1].pop() as number;
    if (first[1].length === 0) this.effects.shift();
    if (first[0] !== 'ends') return [first[0] === 'judges' ? 'judge' : 'consider', orderId];
    const [, , ...terms] = first;
    return ['end', orderId, ...terms];
  }
}

/** What performs the effects. */
export interface EffectHandlers {
  readonly perform: (bookId: number, effect: Effect) => void;
  /** Called when the last pending effect of a slice of a book was performed. */
  readonly onSlice: (bookId: number) => void;
}

/**
 * Effects of commands that did not fit into their slice (M17), in the order in which the command would have had them.
 * Until the last of them is performed no other command may concern the book, so slices never change a trade.
 */
export class PendingEffects {
  #handlers: EffectHandlers = { perform: () => {}, onSlice: () => {} };
  /** The next book to resume first. */
  readonly #books = new Map<number, BookEffects>();
  #left = Infinity;
  #clientId = '';
  /** All effects performed so far: a measure of work. */
  performed = 0;

  set handlers(handlers: EffectHandlers) {
    this.#handlers = handlers;
  }

  get isPending(): boolean {
    return this.#books.size > 0;
  }

  /** How many effects are pending. */
  get size(): number {
    let size = 0;
    for (const book of this.#books.values()) size += book.size;
    return size;
  }

  /** Whether effects are pending in a book. */
  has(bookId: number): boolean {
    return this.#books.size > 0 && this.#books.has(bookId);
  }

  /** Begins the slice of a command of a client. @param max effects; Infinity under the first rules (J14) */
  begin(clientId: string, max: number): void {
    this.#left = max;
    this.#clientId = clientId;
  }

  /** Whether an effect fits into the slice: the caller performs it then, and calls `add` otherwise. */
  fits(bookId: number): boolean {
    if (this.#left <= 0 || this.isQueued(bookId)) return false;
    this.#left--;
    this.performed++;
    return true;
  }

  /** Whether an effect in a book comes behind others: while one is performed that is pending, it may be the last. */
  isQueued(bookId: number): boolean {
    return this.#books.size > 0 && (this.#books.get(bookId)?.effects.size ?? 0) > 0;
  }

  add(bookId: number, effect: Effect | Bulk): void {
    let book = this.#books.get(bookId);
    if (book === undefined) {
      book = new BookEffects(this.#clientId);
      this.#books.set(bookId, book);
    }
    if (effect[0] === 'approve' || effect[0] === 'release') book.entries.push(effect);
    else book.effects.push(effect);
  }

  /** Performs a slice of the pending effects of one book, whose turn comes last then. */
  resume(): void {
    for (const [bookId, book] of this.#books) {
      while (this.#left > 0 && book.size > 0) this.#performOne(bookId, book);
      this.#end(bookId);
      if (book.size > 0) this.#books.set(bookId, book);
      return;
    }
  }

  /** Performs the pending effects of a book, whatever that takes: the rest of the command needs to know them. */
  finish(bookId: number): void {
    const book = this.#books.get(bookId);
    if (book === undefined) return;
    const left = this.#left;
    this.#left = Infinity;
    while (book.effects.size > 0) this.#performOne(bookId, book);
    this.#left = left;
    if (book.size === 0) this.#end(bookId);
  }

  /** Performs all that is pending in all books. */
  finishAll(): void {
    this.#left = Infinity;
    for (const [bookId, book] of this.#books) {
      while (book.size > 0) this.#performOne(bookId, book);
      this.#end(bookId);
    }
  }

  /** Whether a command must wait: effects are pending in its book, or were caused by the same client. */
  delays(scope: Scope, clientId: string): boolean {
    if (this.#books.size === 0 || scope === 'none') return false;
    if (scope === 'all' || this.#books.has(scope)) return true;
    if (clientId === '') return false;
    for (const book of this.#books.values()) if (book.clientId === clientId) return true;
    return false;
  }

  #performOne(bookId: number, book: BookEffects): void {
    this.#left--;
    this.performed++;
    this.#handlers.perform(bookId, book.take());
  }

  #end(bookId: number): void {
    this.#books.delete(bookId);
    this.#handlers.onSlice(bookId);
  }

  // ---------------------------------------------------------------- for snapshots

  /** In the order in which they take their turns. */
  *entries(): Generator<readonly [bookId: number, pending: PendingOfBook], void, undefined> {
    for (const [bookId, { clientId, effects, entries }] of this.#books) {
      yield [bookId, { clientId, effects: effects.toArray(), entries: entries.toArray() }];
    }
  }

  restore(bookId: number, { clientId, effects, entries }: PendingOfBook): void {
    const book = new BookEffects(clientId);
    for (const effect of effects) book.effects.push(effect);
    for (const entry of entries) book.entries.push(entry);
    this.#books.set(bookId, book);
  }
}

function isBulk(effect: Effect | Bulk): effect is Bulk {
  return effect[0] === 'ends' || effect[0] === 'considers' || effect[0] === 'judges';
}
