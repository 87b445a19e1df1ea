/** Compares what a book keeps twice. For tests and the verification: it costs a walk of all orders. */
import { violated } from '../../invariant.ts';
import type { EngineParts } from '../shared/index.ts';
import type { PriceLevels, Records, Ref } from '../store/index.ts';
import type { BookSides } from './book-sides.ts';

/** @param isSettled whether the book is open and nothing in it is pending. Throws InvariantViolated. */
export function checkBook(sides: BookSides, { orders, records }: EngineParts, isSettled: boolean): void {
  for (const half of [sides.bids, sides.offers]) {
    checkLevels(half.plain, records, orders);
    const contingent = checkLevels(half.contingent, records, orders);
    if (half.index.size !== contingent)
      violated('M7', `${contingent} contingent orders rest, ${half.index.size} are in their index`);
  }
  if (isSettled) checkUncrossed(sides, records);
}

/** M8: at rest no two orders without contingency cross but those that M15 keeps apart. */
function checkUncrossed({ bids, offers, guarded }: BookSides, records: Records): void {
  const [bid, offer] = [bids.plain.best, offers.plain.best];
  if (guarded > 0 || bid === 0 || offer === 0) return;
  if (records.rank(bid) + records.rank(offer) <= 0)
    violated('M8', `the bid of ${-records.rank(bid)} crosses the offer of ${records.rank(offer)}`);
}

/** Returns how many orders rest there. */
function checkLevels(levels: PriceLevels, records: Records, orders: EngineParts['orders']): number {
  let count = 0;
  let visible: Ref = 0;
  let rank = -Infinity;
  for (let level = levels.best; level !== 0; level = levels.worse(level)) {
    if (!(records.rank(level) > rank))
      violated('M4', `the level of ${records.rank(level)} comes after that of ${rank}`);
    rank = records.rank(level);
    if (levels.find(rank) !== level) violated('M4', `the level of ${rank} is not found by its price`);
    count += checkLevel(level, records, orders);
    if (visible === 0 && records.disclosedOrders(level) > 0) visible = level;
  }
  if (levels.visible !== visible) violated('V17', 'the visible level is not the best with a disclosed order');
  return count;
}

function checkLevel(level: Ref, records: Records, orders: EngineParts['orders']): number {
  const rank = records.rank(level);
  const sums = { orders: 0, shares: 0, disclosedOrders: 0, disclosedShares: 0, parted: 0 };
  let last: Ref = 0;
  for (let order = records.first(level); order !== 0; order = records.next(order)) {
    const id = records.orderId(order);
    const remaining = records.remaining(order);
    if (records.level(order) !== level || records.rank(order) !== rank)
      violated('M4', `order ${id} is in the level of another price`);
    if (last !== 0 && records.time(order) <= records.time(last)) violated('M4', `order ${id} has lost its priority`);
    if (orders.get(id) !== order) violated('M1', `order ${id} rests and is not found by its id`);
    if (remaining < 1 || remaining > records.quantity(order)) violated('M3', `order ${id} has ${remaining} shares`);
    sums.orders++;
    sums.shares += remaining;
    if (records.further(order) !== 0) sums.parted++;
    if (records.disclosed(order)) {
      sums.disclosedOrders++;
      sums.disclosedShares += records.displayed(order);
    }
    last = order;
  }
  const isWhole =
    sums.orders > 0 &&
    sums.orders === records.orders(level) &&
    sums.shares === records.shares(level) &&
    sums.disclosedOrders === records.disclosedOrders(level) &&
    sums.disclosedShares === records.disclosedShares(level) &&
    sums.parted === records.parted(level) &&
    last === records.last(level);
  if (!isWhole) violated('M4', `the sums of the level of ${rank} are not those of its orders`);
  return sums.orders;
}
