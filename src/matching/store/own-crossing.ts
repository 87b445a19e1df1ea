import type { HalfBook } from './half-book.ts';
import type { Ref } from './records.ts';
import { mustNotTrade } from './self-trade.ts';

/** M15: the first orders of a side that a new one of the other side crosses and must not trade with, by priority. */
export function ownCrossing(entering: Ref, against: HalfBook, most: number): Ref[] {
  const { records } = against;
  const orders: Ref[] = [];
  against.collect(-records.rank(entering), orders, (order) => mustNotTrade(records, entering, order), most);
  return orders.sort((a, b) => records.byPriority(a, b)).slice(0, most);
}
