/**
 * A computation that may stop after each of its pieces: it yields the work of the piece, in steps that are counted and
 * never timed (M9), so that it stops at the same places in every copy of a book (M11).
 */
export type Computation<Result> = Generator<number, Result, undefined>;

/** Orders of which a piece takes care, so that stopping costs little for each. */
export const ORDERS_A_PIECE = 64;

/** Work in steps, of about a nanosecond each, where there are a hundred thousand orders. */
export const STEPS = {
  /** An order is read from its book. */
  order: 1000,
  /** A limit is put among the candidates. */
  limit: 150,
  /** The owner of an order is looked up. */
  owner: 250,
  /** An order is put into the sums of its owner. */
  ownOrder: 1000,
  /** A price is found, with what falls short at it. */
  price: 8000,
  /** An order leaves or comes back. */
  change: 1500,
  /** An order that is filled is found. */
  fill: 100,
  /** It is put among those of its owner. */
  ownFill: 200,
  /** Two orders are paired. */
  pair: 2000,
} as const;

/** To its end, without a stop. */
export function resultOf<Result>(computation: Computation<Result>): Result {
  for (;;) {
    const { done, value } = computation.next();
    if (done) return value;
  }
}
