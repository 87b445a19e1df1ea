/** Auctions of many orders: how long their slices are, in what is counted (M9, M17). */
import { describe, expect, test } from 'vitest';
import {
  ALL_OR_NONE,
  Book,
  BUY,
  CANCEL_NEWEST,
  Engine,
  EngineParts,
  NO_PREVENTION,
  NONE,
  type RestingOrder,
  SEARCH_LIMITS,
  SELL,
} from '../../src/matching/index.ts';
import { copyInto } from '../model/copy-book.ts';
import { AuctionRecorder } from '../model/recorder.ts';
import { Silent } from './silent-listener.ts';

const TERMS = { reference: 10_000_500, low: null, high: null };
const MATCHES_MAX = 100;
/** The longest piece of work after which a computation may stop. */
const PIECE_STEPS_MAX = 100_000;
const ORDERS = 100_000;
const BUYS_ONE = { side: BUY, quantity: 1 } as const;

/** Numbers that are the same in every run. */
function numbers(): (below: number) => number {
  let state = 7;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

class Counting extends Silent {
  cancels = 0;
  volume = -1;

  override cancelled(): void {
    this.cancels++;
  }
  uncrossed(_bookId: number, { volume }: { readonly volume: number }): void {
    this.volume = volume;
  }
}

interface Made {
  readonly contingent?: boolean;
  readonly owner?: number;
  readonly side?: 0 | 1;
  readonly quantity?: number;
  readonly price?: number;
}

/** All of the orders cross. Returns the turns of the computation and of all. */
function turnsOf(listener: Counting, made: (i: number) => Made): { readonly computing: number; readonly all: number } {
  const engine = new Engine(listener);
  engine.matchesMax = MATCHES_MAX;
  engine.addBook(1, false);
  const below = numbers();
  for (let i = 0; i < ORDERS; i++) {
    const { contingent = false, owner = 0, side = below(2) as 0 | 1, quantity = 1 + below(500), price } = made(i);
    const limit = price ?? 10_000_000 + below(1000) * (side === BUY ? 1 : -1);
    const guards = owner === 0 ? NO_PREVENTION : CANCEL_NEWEST;
    const contingency = contingent ? ALL_OR_NONE : NONE;
    engine.enter(1, i + 1, side, limit, quantity, contingency, 0, false, true, 0, owner, guards);
  }
  engine.beginAuction(1, TERMS);
  let computing = 0;
  let all = 0;
  for (; engine.hasPendingWork; all++) {
    if (listener.volume < 0) computing++;
    const before = [engine.steps, listener.matches + listener.cancels] as const;
    engine.resume();
    expect(engine.steps - before[0]).toBeLessThan(SEARCH_LIMITS.continueSteps + PIECE_STEPS_MAX);
    expect(listener.matches + listener.cancels - before[1]).toBeLessThanOrEqual(MATCHES_MAX);
  }
  engine.check(1);
  return { computing, all };
}

describe('100,000 orders that all cross', () => {
  test('of which a thousand are all-or-none', () => {
    const listener = new Counting();
    const { computing, all } = turnsOf(listener, (i) => ({ contingent: i % 100 === 0 }));
    // A journal has a command for each turn, so another number of steps for a piece would need other rules (J14).
    expect(computing).toBe(86);
    expect(all - computing).toBe(Math.ceil((listener.matches + listener.cancels) / MATCHES_MAX));
    expect(listener.matches).toBeGreaterThan(ORDERS / 3);
  });

  test('of which a thousand want more than all others have', () => {
    const listener = new Counting();
    const { computing } = turnsOf(listener, (i) => ({
      contingent: i % 100 === 0,
      ...(i % 100 === 0 ? { quantity: 100_000_000 } : {}),
    }));
    expect(computing).toBeLessThan(100);
    expect(listener.matches).toBeGreaterThan(ORDERS / 3);
  });

  test('of 33,000 owners that have too much one after the other (Q4)', () => {
    const listener = new Counting();
    // Each has bought one share, and sells as many as all of them have bought.
    const owners = 33_000;
    const price = 10_000_000;
    const { computing } = turnsOf(listener, (i) => {
      if (i >= 2 * owners) return { side: BUY, price: 1 };
      return { owner: 1 + (i % owners), price, ...(i < owners ? BUYS_ONE : { side: SELL, quantity: owners }) };
    });
    expect(listener.cancels).toBe(owners);
    expect(computing).toBeLessThan(250);
  });
});

test('an auction from a snapshot at any slice reports what the other reports', () => {
  const below = numbers();
  const run = (continueSteps: number, copiesEvery: number) => {
    const recorder = new AuctionRecorder();
    const newBook = () => {
      const parts = new EngineParts({ ...SEARCH_LIMITS, continueSteps });
      parts.work.matchesMax = MATCHES_MAX;
      return new Book(recorder, 1, parts);
    };
    let book = newBook();
    book.closeMarket();
    for (const order of orders) book.restore(order);
    book.beginAuction(TERMS);
    let turns = 0;
    for (; book.hasPendingWork; turns++) {
      if (turns % copiesEvery === 0) book = copyInto(newBook(), book);
      book.resume();
    }
    book.check();
    return { turns, events: recorder.events, outcomes: recorder.outcomes };
  };
  const orders = Array.from({ length: 3000 }, (_, index): RestingOrder => {
    const side = below(2) as 0 | 1;
    const quantity = 1 + below(50);
    const terms = { contingency: below(10) === 0 ? ALL_OR_NONE : NONE, minimum: 0, display: 0 } as const;
    const own = { owner: below(4), guards: below(3) === 0 ? CANCEL_NEWEST : NO_PREVENTION } as const;
    const price = 10_000_000 + below(100) * (side === BUY ? 1 : -1);
    return { orderId: index + 1, side, price, quantity, remaining: quantity, disclosed: true, ...terms, ...own };
  });
  const whole = run(SEARCH_LIMITS.continueSteps, Infinity);
  const sliced = run(30_000, 13);
  expect(sliced.turns).toBeGreaterThan(100);
  expect(sliced.outcomes).toEqual(whole.outcomes);
  expect(sliced.events).toEqual(whole.events);
  expect(whole.events.length).toBeGreaterThan(500);
});
