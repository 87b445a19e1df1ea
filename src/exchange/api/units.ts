/**
 * The venue's numbers. Ids and sequence numbers are branded: one does not serve in place of another, and arithmetic on
 * one gives a plain number, which is not an id any more. A number becomes an id where it enters the program: in a
 * request, a record of the journal, a row, or when the venue allocates it.
 */
import type { Brand, Price, Shares } from '../../matching/index.ts';
import type { CommandSeq } from '../journal/index.ts';

/** Its steps are those of idOf, not 1. */
export type OrderId = number & Brand<'OrderId'>;

/** As OrderId. */
export type MatchId = number & Brand<'MatchId'>;

/** Of a security and of its book: the id of its offering. */
export type SecurityId = number & Brand<'BookId'>;

/** The number of an event in its shard. Any number may be one, except a number that is branded otherwise. */
export type EventSeq = number & Partial<Brand<'EventSeq'>>;

/** As EventSeq. */
export type IssuerId = number & Partial<Brand<'IssuerId'>>;
export type BlockId = number & Partial<Brand<'BlockId'>>;
export type QuoteId = number & Partial<Brand<'QuoteId'>>;

/** Millionths of a dollar. Any number may be one, except a number of shares or of another unit. */
export type Millionths = Price;
export type { CommandSeq, Shares };

/** Of a trade of an offering: an investment, which the venue did not match. */
export type TradeId = number & Partial<Brand<'TradeId'>>;

/** In place of the id of an order: none. It is below all of them. */
export const NO_ORDER = 0 as OrderId;
export const NO_MATCH = 0 as MatchId;

/** Ids of orders and matches end in two digits that name the shard: which engine and journal they belong to. */
const SHARDS_MAX = 100;

/**
 * The id of the `count`th order or match of a shard; counting starts at 1. Securities can be spread over several
 * engines without changing an id.
 */
export function idOf<Id extends number>(count: number, shard: number): Id {
  return ((count + 1000) * SHARDS_MAX + shard) as Id;
}

/** The greatest count whose id is at most this number; below 1 for numbers below all ids. */
export function countOfId(id: number, shard: number): number {
  return Math.floor((id - shard) / SHARDS_MAX) - 1000;
}

/** The least that is above an id or a sequence number: where a read that includes its start goes on. */
export function following<Id extends number>(id: Id): Id {
  return (id + 1) as Id;
}

const MILLION = 1_000_000;

/** The sum of price times shares, in millionths of a dollar: digits as text where a number would not be exact. */
export type Amount = number | string;

/**
 * Millionths of a dollar, at least 0, as a decimal with six places (C13: numbers are strings outside); exact for every
 * safe integer.
 */
export function priceText(millionths: Millionths): string {
  const fraction = millionths % MILLION;
  return `${(millionths - fraction) / MILLION}.${String(fraction + MILLION).slice(1)}`;
}

/** Dollars with six places; a fee that goes back has a minus. */
export function feeText(fee: Millionths): string {
  return fee < 0 ? `-${priceText(-fee)}` : priceText(fee);
}

/** Whole shares as a decimal with six places. */
export function sharesText(shares: Shares): string {
  return `${shares}.000000`;
}

/** The sum after one more fill. */
export function withFill(amount: Amount, price: Millionths, quantity: Shares): Amount {
  if (typeof amount === 'number') {
    const sum = amount + price * quantity;
    if (sum <= Number.MAX_SAFE_INTEGER) return sum;
  }
  return String(BigInt(amount) + BigInt(price) * BigInt(quantity));
}
