import type { Decimal } from 'decimal.js';
import { decimal, type Kind, mapKind } from '../../../http/parameters/index.ts';

/** Above any offering, and in millionths a whole number of 64 bits, as the ledger has them (B2). */
const AMOUNT_MAX = '9000000000000';

/** A sum of money in dollars: at least 0, at most six decimals. */
export function amount(description: string, maximum = AMOUNT_MAX): Kind<Decimal> {
  return decimal({ description, minimum: 0, maximum });
}

/** A sum of money in dollars above 0. */
export function positiveAmount(description: string): Kind<Decimal> {
  return decimal({ description, exclusiveMinimum: 0, maximum: AMOUNT_MAX });
}

/** The form in which amounts are stored and returned: six decimals, no grouping (C13). */
export function sixDecimals(value: Decimal): string {
  return value.toFixed(6);
}

/** An amount in its stored form, with six decimals. */
export function storedAmount(kind: Kind<Decimal>): Kind<string> {
  return mapKind(kind, (read) => sixDecimals(read));
}

/** Millionths of a parameter with at most six decimals. */
export function millionthsOf(value: Decimal): bigint {
  return toMillionths(sixDecimals(value));
}

/** Millionths of a stored six-decimal text, exact at any size. */
export function toMillionths(text: string): bigint {
  return BigInt(text.replace('.', ''));
}

/** The six-decimal text of a number of millionths that is not negative. */
export function fromMillionths(millionths: bigint): string {
  const digits = millionths.toString().padStart(7, '0');
  return `${digits.slice(0, -6)}.${digits.slice(-6)}`;
}

/** The same of an amount that may be below 0. */
export function signedText(millionths: bigint): string {
  return millionths < 0n ? `-${fromMillionths(-millionths)}` : fromMillionths(millionths);
}

const MILLION = 1_000_000n;

/** The price of units, without fees; rounded half up at the sixth decimal. */
export function priceOf(unitPrice: string, units: string): string {
  return fromMillionths((toMillionths(unitPrice) * toMillionths(units) + MILLION / 2n) / MILLION);
}
