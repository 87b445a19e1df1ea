import type { Records, Ref, Shares } from '../store/index.ts';

/** The steps of sharing out the reserves of a price, for each order that has one (M9). */
const SHARE_STEPS = 32;

/**
 * Makes one fill of each order from those of its displayed part and its reserve (M19), in the sequence in which the
 * matches are made: the orders that refill come after the others of their price, in the sequence of their new priority.
 * @param contras with `fills`, both changed: the first `count` are the contras of an allocation, in priority order
 * @returns how many there are then, and the steps that it took
 */
export function joinParts(
  records: Records,
  contras: Ref[],
  fills: number[],
  count: number,
): { readonly count: number; readonly steps: number } {
  let steps = count;
  let end = 0;
  for (let from = 0; from < count; ) {
    const rank = records.rank(contras[from]!);
    const given = new Map<Ref, number>();
    let reserved = 0;
    for (; from < count && records.rank(contras[from]!) === rank; from++) {
      if (given.has(contras[from]!)) reserved += fills[from]!;
      else given.set(contras[from]!, fills[from]!);
    }
    const refilled = shareReserves(records, given, reserved);
    if (reserved > 0) steps += SHARE_STEPS * given.size;
    // A map keeps the place of what is set first: those that refill go to the end.
    for (const order of refilled) {
      const fill = given.get(order)!;
      given.delete(order);
      given.set(order, fill);
    }
    for (const [order, fill] of given) {
      contras[end] = order;
      fills[end++] = fill;
    }
  }
  return { count: end, steps };
}

/**
 * Adds what the reserves of one price give to the fills of their orders, as if one displayed part after the other were
 * used up and refilled. When a reserve gives anything, the initiator has taken all displayed parts.
 * @returns the orders that refill, in the sequence of their new priority
 */
function shareReserves(records: Records, given: Map<Ref, number>, reserved: Shares): Ref[] {
  const orders = [...given.keys()].filter((order) => {
    const displayed = records.displayed(order);
    return given.get(order) === displayed && displayed < records.remaining(order);
  });
  if (reserved === 0) return orders;
  const displays = orders.map((order) => records.display(order));
  const reserves = orders.map((order) => records.remaining(order) - records.displayed(order));
  const rounds = wholeRounds(displays, reserves, reserved);
  let left = reserved - sharesIn(rounds, displays, reserves);
  /** The order with the best priority afterwards: in the last round its part was not, or not wholly, taken. */
  let first = -1;
  const isLive = orders.map((order, i) => {
    const whole = Math.min(reserves[i]!, rounds * displays[i]!);
    const part = Math.min(displays[i]!, reserves[i]! - whole);
    if (first < 0 && left < part) first = i;
    const taken = first < 0 || first === i ? Math.min(part, left) : 0;
    left -= taken;
    given.set(order, records.displayed(order) + whole + taken);
    return whole + taken < reserves[i]!;
  });
  const live = (from: number, to: number) => orders.slice(from, to).filter((_, i) => isLive[from + i]);
  return first < 0 ? [] : [...live(first, orders.length), ...live(0, first)];
}

/** How many rounds the shares reach in which every order gives a whole part, or the rest of its reserve. */
function wholeRounds(displays: readonly number[], reserves: readonly number[], shares: Shares): number {
  let low = 0;
  let high = reserves.reduce((most, reserve, i) => Math.max(most, Math.ceil(reserve / displays[i]!)), 0);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (sharesIn(middle, displays, reserves) <= shares) low = middle;
    else high = middle - 1;
  }
  return low;
}

function sharesIn(rounds: number, displays: readonly number[], reserves: readonly number[]): number {
  return reserves.reduce((sum, reserve, i) => sum + Math.min(reserve, rounds * displays[i]!), 0);
}
