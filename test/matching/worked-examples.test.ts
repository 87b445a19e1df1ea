import { describe, expect, test } from 'vitest';
import {
  ALL_OR_NONE,
  Book,
  type BookContingency,
  BUY,
  CANCEL_BOTH,
  CANCEL_NEWEST,
  CANCEL_OLDEST,
  type Guards,
  IMMEDIATE_REMAINDER,
  MINIMUM,
  NO_PREVENTION,
  NONE,
  POST_ONLY,
  POST_ONLY_CROSSED,
  SELF_TRADE,
  SELL,
} from '../../src/matching/index.ts';
import { type BookEvent, BookModel } from '../model/book-model.ts';
import { Recorder } from '../model/recorder.ts';

type Terms = readonly [orderId: number, quantity: number, contingency?: BookContingency, minimum?: number];
/** M15, M18, and whether what does not trade at once is cancelled. */
type Own = readonly [owner: number, guards: Guards, immediate?: boolean];
/** Initiator, contra, quantity, price. */
type Match = readonly [initiator: number, contra: number, quantity: number, price: number];

interface TestedBook {
  readonly book: Book | BookModel;
  readonly events: () => readonly BookEvent[];
}

const BOOKS: Record<string, () => TestedBook> = {
  'the book': () => {
    const recorder = new Recorder();
    return { book: new Book(recorder), events: () => recorder.events };
  },
  'the model': () => {
    const book = new BookModel(0);
    return { book, events: () => book.events };
  },
};

// The ids of the examples' orders.
const [A, B, C, X, Y] = [1, 2, 3, 4, 5] as const;
const [FIRST, SECOND] = [11, 12] as const;

for (const [name, create] of Object.entries(BOOKS)) {
  describe(`worked examples of the rules of the book, ${name}`, () => {
    function start() {
      const { book, events } = create();
      const enter = (side: 0 | 1, price: number, [orderId, quantity, contingency = NONE, minimum = 0]: Terms) =>
        book.enter(orderId, side, price, quantity, contingency, minimum, false, true);
      const enterOwn = (side: 0 | 1, [owner, guards, immediate = false]: Own, terms: Terms, price = 1000) => {
        const [orderId, quantity, contingency = NONE, minimum = 0] = terms;
        book.enter(orderId, side, price, quantity, contingency, minimum, immediate, true, 0, owner, guards);
      };
      return {
        book,
        offerOf: (own: Own, ...terms: Terms) => enterOwn(SELL, own, terms),
        bidOf: (own: Own, ...terms: Terms) => enterOwn(BUY, own, terms),
        partedOffer: (price: number, display: number, [orderId, quantity]: Terms) =>
          book.enter(orderId, SELL, price, quantity, NONE, 0, false, true, 0, 0, NO_PREVENTION, display),
        shown: () => [book instanceof Book ? book.topOfBook(SELL).quantity : book.top(SELL).quantity],
        postOnlyBid: (price: number, ...terms: Terms) => enterOwn(BUY, [0, POST_ONLY], terms, price),
        cancels: () =>
          events()
            .filter(([kind]) => kind === 'cancelled')
            .map((event) => [event[2], event[4]]),
        offer: (price: number, ...terms: Terms) => enter(SELL, price, terms),
        bid: (price: number, ...terms: Terms) => enter(BUY, price, terms),
        matches: (): Match[] =>
          events()
            .filter(([kind]) => kind === 'matched')
            .map((event) => [event[2], event[3], event[6], event[5]] as Match),
        resting: (): (readonly [number, number])[] => {
          const orders = book instanceof Book ? book.resting() : book.orders;
          return orders.map((order) => [order.orderId, order.remaining] as const);
        },
      };
    }

    test('1: a plain initiator steps over an all-or-none order that it cannot fill', () => {
      const { bid, offer, matches, resting } = start();
      offer(1000, A, 60);
      offer(1000, B, 100, ALL_OR_NONE);
      bid(1000, X, 100);
      expect(matches()).toEqual([[X, A, 60, 1000]]);
      expect(resting()).toEqual([
        [B, 100],
        [X, 40],
      ]);
    });

    test('2: an all-or-none initiator gives a better-ranked order less to make the execution possible', () => {
      const { bid, offer, matches, resting } = start();
      offer(1000, A, 60);
      offer(1000, B, 50, ALL_OR_NONE);
      bid(1000, X, 100, ALL_OR_NONE);
      expect(matches()).toEqual([
        [X, A, 50, 1000],
        [X, B, 50, 1000],
      ]);
      expect(resting()).toEqual([[A, 10]]);
    });

    test('3: an all-or-none initiator may leave a better-priced order out', () => {
      const { bid, offer, matches, resting } = start();
      offer(990, A, 100);
      offer(1000, B, 1000, ALL_OR_NONE);
      bid(1000, X, 1000, ALL_OR_NONE);
      expect(matches()).toEqual([[X, B, 1000, 1000]]);
      expect(resting()).toEqual([[A, 100]]);
    });

    test('4: liquidity that builds up order by order satisfies a resting all-or-none order', () => {
      const { bid, offer, matches, resting } = start();
      bid(1005, X, 1000, ALL_OR_NONE);
      offer(1000, FIRST, 500);
      expect(matches()).toEqual([]);
      offer(1000, SECOND, 500);
      expect(matches()).toEqual([
        [X, FIRST, 500, 1005],
        [X, SECOND, 500, 1005],
      ]);
      expect(resting()).toEqual([]);
    });

    test('5: at the opening the orders enter one by one, oldest first', () => {
      const { book, bid, offer, matches, resting } = start();
      book.closeMarket();
      bid(1000, X, 1000, ALL_OR_NONE);
      offer(990, A, 100);
      offer(1000, B, 1000, ALL_OR_NONE);
      expect(matches()).toEqual([]);
      book.openMarket();
      expect(matches()).toEqual([[B, X, 1000, 1000]]);
      expect(resting()).toEqual([[A, 100]]);
    });

    test('6: a partly filled minimum order is retried with its smaller least fill', () => {
      const { bid, offer, matches, resting } = start();
      offer(1000, Y, 300, MINIMUM, 200);
      bid(1000, FIRST, 150);
      expect(matches()).toEqual([]);
      bid(1000, SECOND, 250);
      expect(matches()).toEqual([
        [SECOND, Y, 250, 1000],
        [Y, FIRST, 50, 1000],
      ]);
      expect(resting()).toEqual([[FIRST, 100]]);
    });

    test('7: the greatest lawful fill of the best-ranked order decides', () => {
      const { bid, offer, matches, resting } = start();
      offer(1251, A, 400);
      offer(1252, B, 100);
      offer(1252, C, 400, ALL_OR_NONE);
      bid(1252, X, 600, ALL_OR_NONE);
      expect(matches()).toEqual([
        [X, A, 200, 1251],
        [X, C, 400, 1252],
      ]);
      expect(resting()).toEqual([
        [A, 200],
        [B, 100],
      ]);
    });

    test('8: an order takes what comes after an own one, and is cancelled as the newest', () => {
      const { offerOf, bidOf, matches, cancels, resting } = start();
      offerOf([1, NO_PREVENTION], A, 100);
      offerOf([2, NO_PREVENTION], B, 100);
      bidOf([1, CANCEL_NEWEST], X, 150);
      expect(matches()).toEqual([[X, B, 100, 1000]]);
      expect(cancels()).toEqual([[X, SELF_TRADE]]);
      expect(resting()).toEqual([[A, 100]]);
    });

    test.each([
      ['cancelOldest', CANCEL_OLDEST, [[A, SELF_TRADE]], [[X, 50]]],
      [
        'cancelBoth',
        CANCEL_BOTH,
        [
          [A, SELF_TRADE],
          [X, SELF_TRADE],
        ],
        [],
      ],
    ] as const)('9: the same with %s', (_name, mode, cancelled, left) => {
      const { offerOf, bidOf, matches, cancels, resting } = start();
      offerOf([1, NO_PREVENTION], A, 100);
      offerOf([2, NO_PREVENTION], B, 100);
      bidOf([1, mode], X, 150);
      expect(matches()).toEqual([[X, B, 100, 1000]]);
      expect(cancels()).toEqual(cancelled);
      expect(resting()).toEqual(left);
    });

    test('10: the mode of the resting order counts where the entering one has none', () => {
      const { offerOf, bidOf, matches, cancels, resting } = start();
      offerOf([1, CANCEL_OLDEST], A, 100);
      bidOf([1, NO_PREVENTION], X, 50);
      expect(matches()).toEqual([]);
      expect(cancels()).toEqual([[A, SELF_TRADE]]);
      expect(resting()).toEqual([[X, 50]]);
    });

    test('10: without any mode orders of one owner trade', () => {
      const { offerOf, bidOf, matches } = start();
      offerOf([1, NO_PREVENTION], A, 100);
      bidOf([1, NO_PREVENTION], X, 50);
      expect(matches()).toEqual([[X, A, 50, 1000]]);
    });

    test('11: an own order is no part of an allocation', () => {
      const { offerOf, bidOf, matches, cancels, resting } = start();
      offerOf([1, NO_PREVENTION], A, 60);
      offerOf([2, NO_PREVENTION], B, 50, ALL_OR_NONE);
      bidOf([1, CANCEL_OLDEST], X, 100, ALL_OR_NONE);
      expect(matches()).toEqual([]);
      expect(cancels()).toEqual([[A, SELF_TRADE]]);
      expect(resting()).toEqual([
        [B, 50],
        [X, 100],
      ]);
    });

    test('12: own orders that rest crossed are settled at the opening', () => {
      const { book, offerOf, bidOf, matches, cancels, resting } = start();
      book.closeMarket();
      bidOf([1, CANCEL_NEWEST], X, 100);
      offerOf([1, NO_PREVENTION], A, 40);
      expect(cancels()).toEqual([]);
      book.openMarket();
      expect(matches()).toEqual([]);
      expect(cancels()).toEqual([[A, SELF_TRADE]]);
      expect(resting()).toEqual([[X, 100]]);
    });

    test('13: an immediate order settles nothing', () => {
      const { offerOf, bidOf, matches, cancels, resting } = start();
      offerOf([1, CANCEL_OLDEST], A, 100);
      bidOf([1, NO_PREVENTION, true], X, 50);
      expect(matches()).toEqual([]);
      expect(cancels()).toEqual([[X, IMMEDIATE_REMAINDER]]);
      expect(resting()).toEqual([[A, 100]]);
    });

    test('17: post-only crossing a contingent order is cancelled; at a lower price it rests', () => {
      const { offer, postOnlyBid, matches, cancels, resting } = start();
      offer(1000, A, 1000, ALL_OR_NONE);
      postOnlyBid(1000, X, 100);
      expect(cancels()).toEqual([[X, POST_ONLY_CROSSED]]);
      postOnlyBid(999, Y, 100);
      offer(950, B, 40);
      expect(matches()).toEqual([[B, Y, 40, 999]]);
      expect(resting()).toEqual([
        [A, 1000],
        [Y, 60],
      ]);
    });

    test('18: at an opening the older of two crossing orders decides', () => {
      const first = start();
      first.book.closeMarket();
      first.postOnlyBid(1000, X, 100);
      first.offer(1000, A, 100);
      first.postOnlyBid(900, Y, 100);
      first.book.openMarket();
      expect(first.matches()).toEqual([[A, X, 100, 1000]]);
      expect(first.resting()).toEqual([[Y, 100]]);

      const second = start();
      second.book.closeMarket();
      second.offer(1000, A, 100);
      second.postOnlyBid(1000, X, 100);
      second.postOnlyBid(900, Y, 100);
      second.book.openMarket();
      expect(second.matches()).toEqual([]);
      expect(second.cancels()).toEqual([[X, POST_ONLY_CROSSED]]);
      expect(second.resting()).toEqual([
        [A, 100],
        [Y, 100],
      ]);
    });

    test('19: a displayed part that is used up refills at the end of the queue of its price', () => {
      const { bid, offer, partedOffer, matches, resting, shown } = start();
      partedOffer(1000, 30, [A, 100]);
      offer(1000, B, 20);
      expect(shown()).toEqual([50]);
      bid(1000, X, 40);
      expect(shown()).toEqual([40]);
      bid(1000, Y, 15);
      expect(matches()).toEqual([
        [X, B, 10, 1000],
        [X, A, 30, 1000],
        [Y, B, 10, 1000],
        [Y, A, 5, 1000],
      ]);
      expect(resting()).toEqual([[A, 65]]);
      expect(shown()).toEqual([25]);
    });

    test('20: reserves of one price give their parts in turn', () => {
      const { bid, offer, partedOffer, matches, resting, shown } = start();
      partedOffer(1000, 10, [A, 100]);
      partedOffer(1000, 20, [B, 100]);
      offer(1000, C, 15);
      bid(1000, X, 100);
      expect(matches()).toEqual([
        [X, C, 15, 1000],
        [X, B, 55, 1000],
        [X, A, 30, 1000],
      ]);
      expect(resting()).toEqual([
        [B, 45],
        [A, 70],
      ]);
      expect(shown()).toEqual([15]);
    });

    test('21: an all-or-none order sees the reserve, after the other orders of its price', () => {
      const { bid, offer, partedOffer, matches, resting, shown } = start();
      partedOffer(1000, 10, [A, 100]);
      offer(1000, B, 50, ALL_OR_NONE);
      bid(1000, X, 120, ALL_OR_NONE);
      expect(matches()).toEqual([
        [X, B, 50, 1000],
        [X, A, 70, 1000],
      ]);
      expect(resting()).toEqual([[A, 30]]);
      expect(shown()).toEqual([10]);
    });

    test('22: a resting all-or-none order is retried with all of it, at the price of the older order', () => {
      const { bid, offer, partedOffer, matches, resting } = start();
      bid(1005, X, 100, ALL_OR_NONE);
      partedOffer(1000, 10, [A, 60]);
      expect(matches()).toEqual([]);
      offer(1000, B, 40);
      expect(matches()).toEqual([
        [X, A, 60, 1005],
        [X, B, 40, 1005],
      ]);
      expect(resting()).toEqual([]);
    });

    test('23: less is taken from the reserve first; another display quantity is a new entry', () => {
      const { book, offer, partedOffer, resting, shown } = start();
      const ids = () => resting().map(([orderId]) => orderId);
      partedOffer(1000, 10, [A, 100]);
      offer(1000, B, 10);
      book.replace(A, 1000, 60, NONE, 0, 10);
      expect([shown(), ids()]).toEqual([[20], [A, B]]);
      book.replace(A, 1000, 60, NONE, 0, 20);
      expect([shown(), ids()]).toEqual([[30], [B, A]]);
    });
  });
}
