import { ALL_OR_NONE, Book, type BookListener, BUY, NONE, SELL } from 'openats/matching';

/** Prints each match; a listener that wants less leaves methods empty. */
class MatchPrinter implements BookListener {
  accepted(): void {}
  matched(
    _bookId: number,
    initiatorId: number,
    contraId: number,
    _initiatorSide: 0 | 1,
    price: number,
    quantity: number,
  ): void {
    console.log(`order ${initiatorId} and order ${contraId}: ${quantity} at ${price / 1_000_000}`);
  }
  cancelled(): void {}
  replaced(): void {}
  rejected(): void {}
  topOfBookChanged(): void {}
}

const TEN_DOLLARS = 10_000_000;
const GOOD_UNTIL_CANCELLED = false;
const DISCLOSED = true;

const book = new Book(new MatchPrinter());
book.enter(1, SELL, TEN_DOLLARS, 60, NONE, 0, GOOD_UNTIL_CANCELLED, DISCLOSED);
book.enter(2, SELL, TEN_DOLLARS, 50, ALL_OR_NONE, 0, GOOD_UNTIL_CANCELLED, DISCLOSED);
book.enter(3, BUY, TEN_DOLLARS, 100, ALL_OR_NONE, 0, GOOD_UNTIL_CANCELLED, DISCLOSED);
console.log(`${book.remainingOf(1)} of order 1 remain`);
