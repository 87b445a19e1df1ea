/** The auction of a book against the slow model of its rules (Q6), in slices of any size and over snapshots. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AuctionOutcome,
  type AuctionTerms,
  Book,
  BUY,
  EngineParts,
  POST_ONLY,
  type RestingOrder,
  SEARCH_LIMITS,
  SELL,
} from '../../src/matching/index.ts';
import { leftOf, slowBookAuction } from '../model/book-auction-model.ts';
import type { BookEvent } from '../model/book-model.ts';
import { type BookCommand, perform } from '../model/commands.ts';
import { copyInto } from '../model/copy-book.ts';
import { commandOf, type FlowShape } from '../model/flow.ts';
import { AuctionRecorder, type Recorder } from '../model/recorder.ts';
import { runs } from '../support/thorough.ts';
import { Silent } from './silent-listener.ts';

const BOOK_ID = 7;
const RUNS = runs(500, 20_000);

function newBook(recorder: Recorder, { continueSteps, matchesMax } = { continueSteps: 1e9, matchesMax: 100 }): Book {
  const parts = new EngineParts({ ...SEARCH_LIMITS, continueSteps });
  parts.work.matchesMax = matchesMax;
  return new Book(recorder, BOOK_ID, parts);
}

/** Orders that came and traded, in part while the market was open, in a closed book. */
function restingAfter(open: readonly BookCommand[], closed: readonly BookCommand[]): RestingOrder[] {
  const book = new Book(new Silent());
  let entered = 0;
  const run = (command: BookCommand) => {
    if (command.type === 'enter') entered++;
    const orderId = command.type === 'enter' ? entered : 'pick' in command ? 1 + (command.pick % (entered + 1)) : 0;
    perform(book, command, orderId);
  };
  for (const command of open) run(command);
  book.closeMarket();
  for (const command of closed) if (command.type !== 'open') run(command);
  return book.resting();
}

interface Run {
  readonly events: readonly BookEvent[];
  readonly outcome: AuctionOutcome;
  readonly book: Book;
  readonly turns: number;
}

interface Slices {
  readonly continueSteps: number;
  readonly matchesMax: number;
}

/** @param isCopied whether the book is replaced by one from its snapshot after this turn */
function auction(
  resting: readonly RestingOrder[],
  terms: AuctionTerms,
  slices: Slices,
  isCopied: (turn: number) => boolean = () => false,
): Run {
  const recorder = new AuctionRecorder();
  let book = newBook(recorder, slices);
  book.closeMarket();
  for (const order of resting) book.restore(order);
  book.beginAuction(terms);
  let turns = 0;
  for (; book.hasPendingWork; turns++) {
    expect(book.isUncrossing).toBe(true);
    expect(recorder.events.filter(([kind]) => kind === 'topOfBookChanged')).toEqual([]);
    if (isCopied(turns)) {
      const pending = book.pendingWork();
      book = copyInto(newBook(recorder, slices), book);
      expect(book.pendingWork()).toEqual(pending);
    }
    const made = recorder.events.length;
    book.resume();
    book.check();
    expect(recorder.events.length - made).toBeLessThanOrEqual(slices.matchesMax + 2);
  }
  expect(recorder.outcomes).toHaveLength(1);
  expect(recorder.before).toBe(0);
  return { events: recorder.take(), outcome: recorder.outcomes[0]!, book, turns };
}

const withoutTops = (events: readonly BookEvent[]) => events.filter(([kind]) => kind !== 'topOfBookChanged');
const WHOLE: Slices = { continueSteps: 1e9, matchesMax: 1e9 };

const SHAPE: FlowShape = { prices: 7, quantity: 12, lot: 3, owners: 3, postOnly: 15, parted: 40, plain: 55 };
const flow = fc.array(commandOf(SHAPE), { minLength: 4, maxLength: 30, size: 'max' });
const book = fc.tuple(flow, flow).map(([open, closed]) => restingAfter(open, closed));
const bound = fc.option(fc.integer({ min: 99, max: 107 }), { nil: null, freq: 3 });
const terms = fc.record({ reference: bound, low: bound, high: bound });
const slices = fc.record({
  continueSteps: fc.constantFrom(1, 10_000, 60_000, 1e9),
  matchesMax: fc.constantFrom(1, 2, 3, 100),
});

describe('any closed book', () => {
  test('has the auction of the slow model, in slices of any size and over a snapshot at any of them (Q6)', () => {
    const seen = { matches: 0, cancelled: 0, leftOut: 0, outside: 0, parted: 0, none: 0, turns: 0 };
    const turns = fc.array(fc.boolean(), { minLength: 40, maxLength: 40 });
    fc.assert(
      fc.property(book, terms, slices, turns, (resting, given, some, copied) => {
        const run = auction(resting, given, some, (turn) => copied[turn % 40]!);
        const model = slowBookAuction(BOOK_ID, resting, given);
        expect(run.outcome).toEqual(model.outcome);
        expect(withoutTops(run.events)).toEqual(model.events);
        expect(run.book.resting().map(leftOf)).toEqual(model.orders);
        expect(run.events).toEqual(auction(resting, given, WHOLE).events);
        lawful(resting, model.outcome, run.events);
        seen.matches += model.events.filter(([kind]) => kind === 'matched').length;
        seen.cancelled += model.events.filter(([kind]) => kind === 'cancelled').length;
        seen.leftOut += model.leftOut;
        seen.outside += Number(model.outcome.isOutside);
        seen.parted += model.events.filter((event) => event.length === 10).length;
        seen.none += Number(model.outcome.price === null);
        seen.turns += run.turns;
      }),
      { numRuns: RUNS, seed: 61 },
    );
    for (const kind of ['matches', 'outside', 'none', 'parted', 'cancelled', 'leftOut'] as const) {
      expect([kind, seen[kind] > RUNS / 20]).toEqual([kind, true]);
    }
    expect(seen.turns).toBeGreaterThan(4 * RUNS);
  });

  test('opens afterwards as one that has never had an auction (M13)', () => {
    let matches = 0;
    fc.assert(
      fc.property(book, terms, slices, flow, (resting, given, some, later) => {
        const recorder = new AuctionRecorder();
        const one = auction(resting, given, some).book;
        const two = copyInto(newBook(recorder, WHOLE), one);
        for (const each of [one, two]) each.openMarket();
        for (const [index, command] of later.entries()) {
          for (const each of [one, two]) {
            finish(each);
            each.check();
            perform(each, command, 'pick' in command ? command.pick % 90 : 1000 + index);
          }
        }
        for (const each of [one, two]) finish(each);
        expect(one.resting()).toEqual(two.resting());
        expect({ ...one.topOfBook(BUY) }).toEqual({ ...two.topOfBook(BUY) });
        expect({ ...one.topOfBook(SELL) }).toEqual({ ...two.topOfBook(SELL) });
        matches += recorder.events.filter(([kind]) => kind === 'matched').length;
      }),
      { numRuns: Math.ceil(RUNS / 4), seed: 62 },
    );
    expect(matches).toBeGreaterThan(RUNS / 4);
  });
});

function finish(book: Book): void {
  while (book.isSuspended || book.hasPendingWork) {
    if (book.isSuspended) book.resumeSuspended();
    else book.resume();
  }
}

/** Whatever the rules of the choice: limits, least fills, owners, and orders that take no part. */
function lawful(
  resting: readonly RestingOrder[],
  { price, volume }: AuctionOutcome,
  events: readonly BookEvent[],
): void {
  const byId = new Map(resting.map((order) => [order.orderId as number, order]));
  const fills = new Map<number, number>();
  for (const [kind, , initiator, contra, , at, quantity] of events) {
    if (kind !== 'matched') continue;
    expect(at).toBe(price);
    const pair = [initiator, contra].map((id) => byId.get(id as number)!) as [RestingOrder, RestingOrder];
    if (pair[0].owner !== 0 && pair[0].owner === pair[1].owner)
      expect(pair.map(({ guards }) => guards)).toEqual([0, 0]);
    for (const { orderId } of pair) fills.set(orderId, (fills.get(orderId) ?? 0) + (quantity as number));
  }
  for (const [id, fill] of fills) {
    const { side, price: limit, remaining, contingency, minimum, guards } = byId.get(id)!;
    expect(side === BUY ? limit >= price! : limit <= price!).toBe(true);
    expect(guards).toBeLessThan(POST_ONLY);
    expect(fill).toBeLessThanOrEqual(remaining);
    const least = contingency === 0 ? 1 : contingency === 1 ? remaining : Math.min(minimum, remaining);
    expect(fill).toBeGreaterThanOrEqual(least);
  }
  const sum = [...fills.values()].reduce((all, one) => all + one, 0);
  if (sum > 0) expect(sum).toBe(2 * volume);
}
