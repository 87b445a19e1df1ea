/** The price of a call auction (Q1 of docs/venue/auctions.md). */
import type { Price, Shares } from '../store/index.ts';
import type { AuctionSide } from './auction-side.ts';

/** The orders of one side that take part, by their limits. */
export interface CrossingSide {
  /** The shares of those that accept the price. */
  sharesAt(price: Price): Shares;
  /** The highest limit, not above the price. */
  limitUpTo(price: Price): Price | undefined;
  /** The lowest limit, not below the price. */
  limitFrom(price: Price): Price | undefined;
}

/** The orders of an auction by their limits. */
export interface CrossingBook {
  readonly buys: CrossingSide;
  readonly sells: CrossingSide;
  /** null: without one. */
  readonly reference: Price | null;
}

/** What trades at a price. */
export interface Uncrossing {
  readonly price: Price;
  readonly volume: Shares;
  /** What is left over: above 0 of buyers, below 0 of sellers. */
  readonly surplus: number;
}

export interface AuctionBook extends CrossingBook {
  readonly buys: AuctionSide;
  readonly sells: AuctionSide;
  /** The limits of all orders and the reference price, ascending, each once. */
  prices: readonly Price[];
}

/** The price with what trades at it; undefined: no two orders cross. Costs O(log² n). */
export function uncrossingOf(book: AuctionBook): Uncrossing | undefined {
  return uncrossingFrom(book, lastWithBuyers(book));
}

/**
 * The same of orders whose limits somebody else keeps.
 * @param edge the highest candidate at which there are no fewer shares of buyers than of sellers; undefined: none
 */
export function uncrossingFrom(book: CrossingBook, edge: Price | undefined): Uncrossing | undefined {
  // Demand only falls and supply only rises with the price: the greatest volume is where they meet.
  const below = edge === undefined ? undefined : candidateUpTo(book, edge);
  const above = candidateFrom(book, edge === undefined ? -Infinity : edge + 1);
  const [buyers, sellers] = [below, above].map((price) =>
    price === undefined ? undefined : uncrossingAt(book, price),
  );
  const best = Math.max(buyers?.volume ?? 0, sellers?.volume ?? 0);
  if (best === 0) return undefined;
  const greatest = [buyers, sellers].filter((one) => one?.volume === best) as Uncrossing[];
  const least = Math.min(...greatest.map(({ surplus }) => Math.abs(surplus)));
  const tied = greatest
    .filter(({ surplus }) => Math.abs(surplus) === least)
    .flatMap((one) => (one === buyers ? alike(book, one, -1) : alike(book, one, 1)))
    .sort((a, b) => a.price - b.price);
  return chosenOf(tied, book.reference);
}

/** The highest price at which there are no fewer shares of buyers than of sellers. */
function lastWithBuyers({ buys, sells, prices }: AuctionBook): Price | undefined {
  let low = 0;
  let high = prices.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const price = prices[middle]!;
    if (buys.sharesAt(price) >= sells.sharesAt(price)) low = middle + 1;
    else high = middle;
  }
  return prices[low - 1];
}

function uncrossingAt({ buys, sells }: CrossingBook, price: Price): Uncrossing {
  const [demand, supply] = [buys.sharesAt(price), sells.sharesAt(price)];
  return { price, volume: Math.min(demand, supply), surplus: demand - supply };
}

/** The candidate and those next to it, in a direction, at which as much trades and is left over. */
function alike(book: CrossingBook, first: Uncrossing, direction: 1 | -1): Uncrossing[] {
  const found = [first];
  for (let last = first; ; ) {
    const next = direction === 1 ? candidateFrom(book, last.price + 1) : candidateUpTo(book, last.price - 1);
    if (next === undefined) return found;
    last = uncrossingAt(book, next);
    if (last.volume !== first.volume || last.surplus !== first.surplus) return found;
    found.push(last);
  }
}

/** @param tied by price, at least one */
function chosenOf(tied: readonly Uncrossing[], reference: Price | null): Uncrossing {
  if (tied.every(({ surplus }) => surplus > 0)) return tied.at(-1)!;
  if (tied.every(({ surplus }) => surplus < 0)) return tied[0]!;
  if (reference === null) return tied[(tied.length - 1) >>> 1]!;
  return tied.reduce((best, one) => (distance(one, reference) < distance(best, reference) ? one : best));
}

const distance = ({ price }: Uncrossing, reference: Price): number => Math.abs(price - reference);

/** Limits of orders that take part are candidates, and so is the reference price where it lies between them. */
function candidateUpTo({ buys, sells, reference }: CrossingBook, price: Price): Price | undefined {
  const limit = highest(buys.limitUpTo(price), sells.limitUpTo(price));
  if (reference === null || reference > price || limit === undefined || limit >= reference) return limit;
  return lowest(buys.limitFrom(reference), sells.limitFrom(reference)) === undefined ? limit : reference;
}

function candidateFrom({ buys, sells, reference }: CrossingBook, price: Price): Price | undefined {
  const limit = lowest(buys.limitFrom(price), sells.limitFrom(price));
  if (reference === null || reference < price || limit === undefined || limit <= reference) return limit;
  return highest(buys.limitUpTo(reference), sells.limitUpTo(reference)) === undefined ? limit : reference;
}

function highest(one: Price | undefined, other: Price | undefined): Price | undefined {
  return one === undefined || (other !== undefined && other > one) ? other : one;
}

function lowest(one: Price | undefined, other: Price | undefined): Price | undefined {
  return one === undefined || (other !== undefined && other < one) ? other : one;
}
