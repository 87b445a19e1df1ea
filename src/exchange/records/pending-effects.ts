import type { BookSide, CancelCause } from '../../matching/index.ts';
import type { CommandUser, HoldCause, Millionths, OrderId, SecurityId, Shares } from '../api/index.ts';
import { Fifo } from '../collections/index.ts';
import type { Walk } from './walks.ts';

/** Effects of one command; the rest is pending (M17). */
export const EFFECTS_MAX = 100;

/** The id of the one book that a command concerns; all: it may concern any; none: it concerns no order. */
export type Scope = SecurityId | 'all' | 'none';

/** One thing that a command does in a book: a match that the book made, the end or hold of an order. */
export type Effect =
  | readonly [
      type: 'matched',
      initiatorId: OrderId,
      contraId: OrderId,
      side: BookSide,
      price: Millionths,
      quantity: Shares,
      initiatorRemaining: Shares,
      contraRemaining: Shares,
      contraDisplayed?: Shares,
    ]
  | readonly [type: 'cancelled', orderId: OrderId, cause: CancelCause]
  | readonly [type: 'top', side: BookSide]
  | readonly [type: 'held', orderId: OrderId, reason: string]
  /** The removal of an order may let others trade. */
  | readonly [type: 'settle']
  /** An order is placed for which bids had to leave the book: with the cause of its hold, and the command's key. */
  | readonly [type: 'place', orderId: OrderId, published: HoldCause | null, key: string | null]
  /** The order that enters the book has more matches to make. */
  | readonly [type: 'resume']
  /** The auction of the book goes on; it is over; the market changes after it (Q8). */
  | readonly [type: 'uncross' | 'auctionOver' | 'auctionClosed']
  /** All orders leave the closed book, to come back with other terms; a corporate action has reached all (R2). */
  | readonly [type: 'takeAllOut' | 'judgeAll' | 'actionOver'];

/** As a snapshot keeps it. */
export interface PendingOfBook {
  readonly clientId: string;
  /** Whose call caused them; absent: a call with an API key, or the venue. */
  readonly user?: CommandUser;
  readonly effects: readonly (Effect | Walk)[];
  readonly entries: readonly (Effect | Walk)[];
}

class BookEffects {
  /** The client whose command caused them; empty: the venue. */
  readonly clientId: string;
  readonly user: CommandUser | undefined;
  readonly effects = new Fifo<Effect | Walk>();
  /** Performed when there are no other effects: the effects of an order that enters come before the next entry. */
  readonly entries = new Fifo<Effect | Walk>();

  constructor(clientId: string, user: CommandUser | undefined) {
    this.clientId = clientId;
    this.user = user;
  }

  get size(): number {
    return this.effects.size + this.entries.size;
  }
}

/** Performs the effects. */
export interface EffectHandlers {
  readonly perform: (bookId: SecurityId, effect: Effect) => void;
  /** Looks at the next order of a walk. Returns what that cost, where an effect costs 1; 0: the walk is over. */
  readonly step: (bookId: SecurityId, walk: Walk) => number;
  /** Called when the last pending effect of a slice of a book was performed. */
  readonly onSlice: (bookId: SecurityId) => void;
}

/**
 * Effects of commands that did not fit into their slice (M17), in the order in which the command would have had them.
 * Until the last of them is performed no other command may concern the book, so slices never change a trade.
 */
export class PendingEffects {
  #handlers: EffectHandlers = { perform: () => {}, step: () => 0, onSlice: () => {} };
  /** The next book to resume first. */
  readonly #books = new Map<SecurityId, BookEffects>();
  /** Books that wait for the effects of another one, as a security is converted into theirs. */
  readonly #held = new Map<SecurityId, SecurityId>();
  /** In how many books effects are pending that a client caused. */
  readonly #clients = new Map<string, number>();
  #left = Infinity;
  #isPerforming = false;
  #clientId = '';
  /** The idempotency key of the command, as the table of outcomes has it; undefined: it has none. */
  key: string | undefined;
  /** The user who caused what happens now; undefined: a call with an API key, or the venue. */
  user: CommandUser | undefined;
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
  has(bookId: SecurityId): boolean {
    return this.#books.size > 0 && this.#books.has(bookId);
  }

  /** Whether a book may not trade: effects are pending in it, or in the one that its security waits for. */
  mustWait(bookId: SecurityId): boolean {
    return this.has(bookId) || this.#held.has(bookId);
  }

  /** Begins the slice of a command of a client. @param max effects; Infinity under the first rules (J14) */
  begin(clientId: string, max: number, user: CommandUser | undefined): void {
    this.#left = max;
    this.#clientId = clientId;
    this.key = undefined;
    this.user = user;
  }

  /** Nothing more fits into the slice: an effect was as much work as a command may do. */
  endSlice(): void {
    if (this.#left !== Infinity) this.#left = 0;
  }

  /** Whether that many effects fit into the slice; they are performed at once then. */
  fitAll(count: number): boolean {
    if (this.#left < count) return false;
    this.#left -= count;
    this.performed += count;
    return true;
  }

  /** Whether an effect fits into the slice: the caller performs it then, and calls `add` otherwise. */
  fits(bookId: SecurityId): boolean {
    if (this.#left <= 0 || this.isQueued(bookId)) return false;
    this.#left--;
    this.performed++;
    return true;
  }

  /** Whether an effect in a book comes after others: while one is performed that is pending, it may be the last. */
  isQueued(bookId: SecurityId): boolean {
    return this.#books.size > 0 && (this.#books.get(bookId)?.effects.size ?? 0) > 0;
  }

  add(bookId: SecurityId, effect: Effect | Walk): void {
    const book = this.#of(bookId);
    this.#hold(bookId, effect);
    if (!('type' in effect) && effect[0] === 'place') book.entries.unshift(effect);
    else if ('type' in effect && (effect.type === 'approve' || effect.type === 'release')) book.entries.push(effect);
    else book.effects.push(effect);
  }

  /** Performs the pending effects of a book that fit into the slice. Effects that they add come after the others. */
  perform(bookId: SecurityId): void {
    if (this.#left <= 0 || this.#isPerforming) return;
    const book = this.#books.get(bookId);
    if (book === undefined) return;
    while (this.#left > 0 && book.size > 0) this.#performOne(bookId, book);
    if (book.size === 0) this.#end(bookId, book);
  }

  /** Performs a slice of all pending effects. A book with effects left goes to the end of the queue. */
  resume(): void {
    for (const [bookId, book] of this.#books) {
      while (this.#left > 0 && book.size > 0) this.#performOne(bookId, book);
      this.#end(bookId, book);
      if (book.size > 0) this.#begin(bookId, book);
      if (this.#left <= 0) return;
    }
  }

  /** Performs all pending effects of all books. */
  finishAll(): void {
    this.#left = Infinity;
    for (const [bookId, book] of this.#books) {
      while (book.size > 0) this.#performOne(bookId, book);
      this.#end(bookId, book);
    }
  }

  /** Whether a command must wait: effects are pending in its book, or were caused by the same client. */
  delays(scope: Scope, clientId: string): boolean {
    if (this.#books.size === 0 || scope === 'none') return false;
    if (scope === 'all' || this.mustWait(scope)) return true;
    return clientId !== '' && this.#clients.has(clientId);
  }

  #performOne(bookId: SecurityId, { user, effects, entries }: BookEffects): void {
    const now = this.user;
    this.user = user;
    const queue = effects.size > 0 ? effects : entries;
    const first = queue.first as Effect | Walk;
    this.#isPerforming = true;
    const cost = 'type' in first ? this.#handlers.step(bookId, first) : 1;
    this.#left -= cost;
    this.performed += cost;
    if (!('type' in first) || cost === 0) queue.shift();
    if (!('type' in first)) this.#handlers.perform(bookId, first);
    this.#isPerforming = false;
    this.user = now;
  }

  #of(bookId: SecurityId): BookEffects {
    let book = this.#books.get(bookId);
    if (book === undefined) {
      book = new BookEffects(this.#clientId, this.user);
      this.#begin(bookId, book);
    }
    return book;
  }

  #begin(bookId: SecurityId, book: BookEffects): void {
    this.#books.set(bookId, book);
    this.#clients.set(book.clientId, (this.#clients.get(book.clientId) ?? 0) + 1);
  }

  #hold(bookId: SecurityId, effect: Effect | Walk): void {
    if ('type' in effect && effect.into !== undefined) this.#held.set(effect.into, bookId);
  }

  #release(bookId: SecurityId): void {
    for (const [held, by] of this.#held) if (by === bookId) this.#held.delete(held);
  }

  #end(bookId: SecurityId, { clientId, size }: BookEffects): void {
    this.#books.delete(bookId);
    if (size === 0) this.#release(bookId);
    const books = (this.#clients.get(clientId) ?? 0) - 1;
    if (books > 0) this.#clients.set(clientId, books);
    else this.#clients.delete(clientId);
    this.#handlers.onSlice(bookId);
  }

  // ---------------------------------------------------------------- for snapshots

  /** In the order in which they take their turns. */
  *entries(): Generator<readonly [bookId: SecurityId, pending: PendingOfBook], void, undefined> {
    for (const [bookId, { clientId, user, effects, entries }] of this.#books) {
      const cause = user === undefined ? { clientId } : { clientId, user };
      yield [bookId, { ...cause, effects: effects.toArray().map(kept), entries: entries.toArray() }];
    }
  }

  /** @param listsOf the lists in the outcome of the command with an idempotency key */
  restore(bookId: SecurityId, pending: PendingOfBook, listsOf: (key: string) => Pick<Walk, 'ended' | 'results'>): void {
    const book = new BookEffects(pending.clientId, pending.user);
    for (const effect of pending.effects) {
      book.effects.push(effect);
      this.#hold(bookId, effect);
    }
    for (const entry of pending.entries) book.entries.push(entry);
    for (const effect of pending.effects) {
      if ('type' in effect && effect.key !== undefined) Object.assign(effect, listsOf(effect.key));
    }
    this.#begin(bookId, book);
  }
}

function kept(effect: Effect | Walk): Effect | Walk {
  if (!('type' in effect)) return effect;
  const { ended: _, results: __, ...walk } = effect;
  return walk;
}
