import type { BookListener, BookSide } from '../../src/matching/index.ts';

/**
 * Reads every field of every report and folds them into one number that also depends on their order: two books that
 * end with the same sum have reported the same. Changes of the top of book are counted apart, as not every book reports
 * them.
 */
export class ReportSum implements BookListener {
  sum = 0;
  reports = 0;
  matches = 0;
  shares = 0;
  rejects = 0;
  tops = 0;

  accepted(_bookId: number, orderId: number, side: BookSide, price: number, quantity: number): void {
    this.#add(orderId ^ side ^ price ^ quantity);
  }
  matched(
    _bookId: number,
    initiatorId: number,
    contraId: number,
    initiatorSide: BookSide,
    price: number,
    quantity: number,
    initiatorRemaining: number,
    contraRemaining: number,
  ): void {
    this.matches++;
    this.shares += quantity;
    this.#add(
      initiatorId ^
        (contraId << 1) ^
        initiatorSide ^
        price ^
        quantity ^
        (initiatorRemaining << 2) ^
        (contraRemaining << 3),
    );
  }
  cancelled(_bookId: number, orderId: number, remaining: number, cause: number, side: BookSide, price: number): void {
    this.#add(orderId ^ (remaining << 1) ^ cause ^ side ^ (price << 3));
  }
  replaced(_bookId: number, orderId: number, price: number, quantity: number, remaining: number): void {
    this.#add(orderId ^ price ^ quantity ^ (remaining << 1));
  }
  rejected(_bookId: number, orderId: number, reason: number): void {
    this.rejects++;
    this.#add(orderId ^ reason);
  }
  topOfBookChanged(): void {
    this.tops++;
  }

  #add(report: number): void {
    this.reports++;
    this.sum = (Math.imul(this.sum, 31) + report) | 0;
  }
}
