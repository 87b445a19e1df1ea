import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ALL_OR_NONE,
  Book,
  type BookContingency,
  BUY,
  EngineParts,
  MINIMUM,
  NONE,
  SEARCH_LIMITS,
  SELL,
  type SearchLimits,
} from '../../src/matching/index.ts';
import { BookModel } from '../model/book-model.ts';
import { copyInto } from '../model/copy-book.ts';
import { BITS_ONLY } from '../model/cut-offs.ts';
import { Recorder } from '../model/recorder.ts';

const INITIATOR = 1_000_000;
const PRICE = 500;

interface Contra {
  readonly quantity: number;
  readonly contingency: BookContingency;
  readonly minimum: number;
}

/** Offers in their order of priority, then one initiator that buys; returns the shares that each offer sold. */
function fillsOf(initiator: Contra, contras: readonly Contra[], limits: SearchLimits = SEARCH_LIMITS): number[] {
  const recorder = new Recorder();
  const book = new Book(recorder, 0, new EngineParts(limits));
  enterAll(book, initiator, contras);
  const matches = recorder.events.filter(([kind]) => kind === 'matched');
  expect(matches.every((match) => match[2] === INITIATOR)).toBe(true);
  return fillsIn(matches, contras.length);
}

function enterAll(book: Book | BookModel, initiator: Contra, contras: readonly Contra[]): void {
  contras.forEach(({ quantity, contingency, minimum }, i) => {
    book.enter(i + 1, SELL, PRICE, quantity, contingency, minimum, false, true);
  });
  book.enter(INITIATOR, BUY, PRICE, initiator.quantity, initiator.contingency, initiator.minimum, true, true);
}

function fillsIn(matches: readonly (readonly unknown[])[], contras: number): number[] {
  const fills = new Array<number>(contras).fill(0);
  for (const match of matches) fills[(match[3] as number) - 1] = match[6] as number;
  return fills;
}

const allOrNone = (quantity: number): Contra => ({ quantity, contingency: ALL_OR_NONE, minimum: 0 });
const plain = (quantity: number): Contra => ({ quantity, contingency: NONE, minimum: 0 });
const minimumOf = (quantity: number, least: number): Contra => ({ quantity, contingency: MINIMUM, minimum: least });

describe('one execution (M4)', () => {
  const size = fc.integer({ min: 1, max: 130 });
  const contra = fc.oneof(
    size.map(allOrNone),
    size.map(allOrNone),
    fc.integer({ min: 1, max: 20 }).map(plain),
    fc.tuple(size, size).map(([a, b]) => minimumOf(Math.max(a, b), Math.min(a, b))),
  );
  const initiator = fc.oneof(
    fc.integer({ min: 50, max: 300 }).map(allOrNone),
    fc
      .tuple(fc.integer({ min: 50, max: 300 }), fc.integer({ min: 1, max: 50 }))
      .map(([q, t]) => minimumOf(q, q - t + 1)),
  );

  for (const [name, limits] of [
    ['intervals', SEARCH_LIMITS],
    ['bits', BITS_ONLY],
  ] as const) {
    test(`is the lexicographically greatest lawful one: ${name}`, () => {
      let searched = 0;
      const property = fc.property(
        initiator,
        fc.array(contra, { minLength: 2, maxLength: 12, size: 'max' }),
        (h, contras) => {
          const model = new BookModel(0);
          enterAll(model, h, contras);
          const matches = model.events.filter(
            ([kind, , initiatorId]) => kind === 'matched' && initiatorId === INITIATOR,
          );
          expect(fillsOf(h, contras, limits)).toEqual(fillsIn(matches, contras.length));
          searched += model.searched;
        },
      );
      fc.assert(property, { numRuns: 1000, seed: 1 });
      expect(searched).toBeGreaterThan(100);
    });
  }
});

/**
 * An independent way to the answer for large quantities: for each sum the last suffix of the contras that reaches it,
 * share by share.
 */
function slowFills(initiator: Contra, contras: readonly Contra[]): number[] {
  const most = initiator.quantity;
  const least = initiator.contingency === ALL_OR_NONE ? most : initiator.minimum;
  const leastOf = (c: Contra) =>
    c.contingency === ALL_OR_NONE ? c.quantity : c.contingency === MINIMUM ? c.minimum : 1;
  const last = new Int16Array(most + 1).fill(-1);
  last[0] = contras.length;
  for (let i = contras.length - 1; i >= 0; i--) {
    const { quantity } = contras[i]!;
    const low = leastOf(contras[i]!);
    /** The nearest sum at or below `sum - low` that the next suffix reaches. */
    let nearest = -1;
    for (let sum = low; sum <= most; sum++) {
      if (last[sum - low]! > i) nearest = sum - low;
      if (last[sum]! < 0 && nearest >= 0 && sum - nearest <= quantity) last[sum] = i;
    }
  }
  const fills: number[] = [];
  let filled = 0;
  for (let i = 0; i < contras.length; i++) {
    const completes = (fill: number) => {
      for (let total = Math.max(least, filled + fill); total <= most; total++) {
        if (last[total - filled - fill]! > i) return true;
      }
      return false;
    };
    let fill = Math.min(contras[i]!.quantity, most - filled);
    while (fill > 0 && (fill < leastOf(contras[i]!) || !completes(fill))) fill--;
    fills.push(fill);
    filled += fill;
  }
  return filled >= least ? fills : fills.map(() => 0);
}

/** A fixed sequence of numbers without a pattern, from 0 to `below` - 1. */
function scattered(count: number, below: number): number[] {
  let state = 12_345;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  });
}

describe('64 contras and a million shares (M9)', () => {
  const even = scattered(64, 30_000).map((n) => allOrNone(2 * (n + 1)));

  test('64 all-or-none contras of scattered even sizes', () => {
    const initiator = allOrNone(1_000_000);
    const fills = fillsOf(initiator, even);
    expect(fills.reduce((a, b) => a + b)).toBe(1_000_000);
    expect(fills).toEqual(slowFills(initiator, even));
  });

  test('an odd quantity that even sizes cannot give', () => {
    expect(fillsOf(allOrNone(999_999), even).every((fill) => fill === 0)).toBe(true);
  });

  test('the same with one share to spare, last in rank', () => {
    const contras = [...even.slice(0, 63), plain(1)];
    const fills = fillsOf(allOrNone(999_999), contras);
    expect(fills).toEqual(slowFills(allOrNone(999_999), contras));
    expect(fills[63]).toBe(1);
  });

  test('minimum orders and plain orders in between', () => {
    const contras = scattered(64, 40_000).map((n, i) => {
      if (i % 8 === 7) return plain(1 + (n % 3));
      return i % 4 === 1 ? minimumOf(2 * n + 7, 2 * n + 5) : allOrNone(2 * n + 2);
    });
    for (const initiator of [allOrNone(999_983), minimumOf(1_000_000, 999_999), allOrNone(77_777)]) {
      expect(fillsOf(initiator, contras)).toEqual(slowFills(initiator, contras));
    }
  });

  test('contras that cannot fit take no place among the 64', () => {
    const tooLarge = Array.from({ length: 500 }, () => allOrNone(1_000_001));
    const fills = fillsOf(allOrNone(1_000_000), [...tooLarge, ...even]);
    expect(fills.slice(500)).toEqual(slowFills(allOrNone(1_000_000), even));
  });
});

describe('the cut-off (M9)', () => {
  const limit = SEARCH_LIMITS.contingentContras;
  // An initiator of 5 takes a four in the sweep and is left with 1; only the three and the two at the end make 5.
  const fours = (count: number) => Array.from({ length: count }, () => allOrNone(4));

  test('counts contingent contras: the last one counted is used, the next is not', () => {
    const reached = [...fours(limit - 2), allOrNone(3), allOrNone(2)];
    expect(fillsOf(allOrNone(5), reached).slice(-2)).toEqual([3, 2]);
    const outside = [...fours(limit - 1), allOrNone(3), allOrNone(2)];
    expect(fillsOf(allOrNone(5), outside).every((fill) => fill === 0)).toBe(true);
  });

  test('counts all contras', () => {
    // The sweep takes the all-or-none order and all the single shares, which is one too few.
    const singles = (count: number) => Array.from({ length: count }, () => plain(1));
    const reached = [allOrNone(9000), ...singles(SEARCH_LIMITS.contras - 2), allOrNone(9002)];
    expect(fillsOf(allOrNone(9002 + 4094), reached).at(-1)).toBe(9002);
    const outside = [allOrNone(9000), ...singles(SEARCH_LIMITS.contras - 1), allOrNone(9002)];
    expect(fillsOf(allOrNone(9002 + 4095), outside).every((fill) => fill === 0)).toBe(true);
  });

  describe('a cancel that brings a contra into sight lets a resting order execute (M7)', () => {
    function cutOff() {
      const recorder = new Recorder();
      const book = new Book(recorder);
      for (let i = 1; i < limit; i++) book.enter(i, SELL, PRICE, 4, ALL_OR_NONE, 0, false, true);
      book.enter(limit, SELL, PRICE, 3, ALL_OR_NONE, 0, false, true);
      book.enter(limit + 1, SELL, PRICE, 2, ALL_OR_NONE, 0, false, true);
      book.enter(INITIATOR, BUY, PRICE, 5, ALL_OR_NONE, 0, false, true);
      expect(book.remainingOf(INITIATOR)).toBe(5);
      return { recorder, book };
    }
    function expectExecution(recorder: Recorder, book: Book): void {
      recorder.take();
      book.cancel(7);
      const matches = recorder.take().filter(([kind]) => kind === 'matched');
      expect(matches).toEqual([
        ['matched', 0, INITIATOR, limit, BUY, PRICE, 3, 2, 0],
        ['matched', 0, INITIATOR, limit + 1, BUY, PRICE, 2, 0, 0],
      ]);
    }

    test('at once', () => {
      const { recorder, book } = cutOff();
      expectExecution(recorder, book);
    });

    test('after changes that the order does not cross', () => {
      const { recorder, book } = cutOff();
      book.enter(limit + 2, SELL, PRICE + 1, 1, NONE, 0, false, true);
      book.cancel(limit + 2);
      expectExecution(recorder, book);
    });

    test('after changes that do not suffice', () => {
      const { recorder, book } = cutOff();
      book.enter(limit + 2, SELL, PRICE, 4, ALL_OR_NONE, 0, false, true);
      book.cancel(limit + 2);
      expectExecution(recorder, book);
    });

    test('after a restart from a snapshot', () => {
      const { book } = cutOff();
      const recorder = new Recorder();
      const restored = copyInto(new Book(recorder), book);
      expectExecution(recorder, restored);
    });
  });

  test('halves the contras of a large initiator until the intervals suffice', () => {
    const scatteredLarge = scattered(64, 2 ** 24).map((n) => allOrNone(n + 2 ** 20));
    const sumOf = (chosen: readonly Contra[]) => chosen.reduce((sum, { quantity }) => sum + quantity, 0);
    // 64, 32 and 16 contras have too many sums, 8 have at most 2^8 and are searched exactly.
    const odd = scatteredLarge.slice(0, 8).filter((_, i) => i % 2 === 1);
    expect(sumOf(odd)).toBe(fillsOf(allOrNone(sumOf(odd)), scatteredLarge).reduce((a, b) => a + b));
    const later = allOrNone(sumOf(scatteredLarge.slice(40, 56)));
    expect(fillsOf(later, scatteredLarge).every((fill) => fill === 0)).toBe(true);
    expect(fillsOf(later, scatteredLarge.slice(40)).some((fill) => fill > 0)).toBe(true);
  });

  test('is not needed for large round lots', () => {
    const contras = Array.from({ length: 100 }, (_, i) => allOrNone(1_000_000 * (1 + (i % 7))));
    const fills = fillsOf(allOrNone(390_000_000), contras);
    expect(fills.reduce((a, b) => a + b)).toBe(390_000_000);
  });

  test('ends for the largest quantities', () => {
    const contras = scattered(1000, 2 ** 30).map((n) => allOrNone(n + 1));
    const fills = fillsOf(allOrNone(2 ** 31 - 1), contras);
    const filled = fills.reduce((a, b) => a + b);
    expect(filled === 0 || filled === 2 ** 31 - 1).toBe(true);
  });
});
