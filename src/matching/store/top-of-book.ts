import { DOUBLES, WORDS } from './arena.ts';
import type { Price, Shares } from './ids.ts';
import type { Ref } from './records.ts';

const words = WORDS;
const doubles = DOUBLES;

/**
 * The visible top of one side: disclosed orders only. Prices in millionths of a dollar, 0 for none; quantities in
 * shares; counts of orders.
 */
export interface SideTop {
  /** The best price at which a disclosed order rests; 0 without one. */
  readonly price: Price;
  /** The orders without contingency at that price. */
  readonly quantity: Shares;
  readonly orders: number;
  /** The contingent orders at that price. */
  readonly contingentQuantity: Shares;
  readonly contingentOrders: number;
  /** The best price of an order without contingency, when it is not `price`; otherwise 0. */
  readonly firmPrice: Price;
  readonly firmQuantity: Shares;
  readonly firmOrders: number;
}

/** The disclosed orders at one price. Prices in millionths of a dollar, quantities in shares, counts of orders. */
export interface ShownLevel {
  readonly price: Price;
  /** The orders without contingency. */
  readonly quantity: Shares;
  readonly orders: number;
  readonly contingentQuantity: Shares;
  readonly contingentOrders: number;
}

/** The orders at one price of one side: all, and of these the disclosed ones. Shares and counts of orders. */
export interface Depth {
  /** Orders without contingency. */
  readonly quantity: Shares;
  readonly orders: number;
  readonly disclosedQuantity: Shares;
  readonly disclosedOrders: number;
  readonly contingentQuantity: Shares;
  readonly contingentOrders: number;
  readonly disclosedContingentQuantity: Shares;
  readonly disclosedContingentOrders: number;
}

/** The visible top of a side as it was last published. @param side its record */
export function topOf(side: Ref): SideTop {
  const half = side >>> 1;
  // A side that has had no contingent order names record 0, which is empty.
  const contingent = words[side + 15]!;
  const contingentHalf = contingent >>> 1;
  return {
    price: doubles[half + 1]!,
    quantity: doubles[half + 2]!,
    orders: words[side + 6]!,
    contingentQuantity: doubles[contingentHalf + 1]!,
    contingentOrders: words[contingent + 6]!,
    firmPrice: doubles[contingentHalf]!,
    firmQuantity: doubles[contingentHalf + 2]!,
    firmOrders: words[contingent + 7]!,
  };
}

/**
 * Publishes the best visible levels of a side that has, or has had, contingent orders; returns whether anything differs
 * from before. A level that is not there is record 0, which is empty.
 * @param side its record
 */
export function updateTop(side: Ref): boolean {
  const contingent = words[side + 15]!;
  const plain = words[side + 9]!;
  const other = words[contingent + 9]!;
  const plainRank = plain === 0 ? Infinity : doubles[plain >>> 1]!;
  const otherRank = other === 0 ? Infinity : doubles[other >>> 1]!;
  const firm = setTop(side, plainRank <= otherRank ? plain : other, plainRank <= otherRank ? plain : 0);
  const among = setContingent(contingent, otherRank <= plainRank ? other : 0);
  const after = setFirm(contingent, otherRank < plainRank ? plain : 0);
  return firm || among || after;
}

/** @param best the level that gives the price, @param plain the orders without contingency there */
function setTop(side: Ref, best: Ref, plain: Ref): boolean {
  const half = side >>> 1;
  const price = Math.abs(doubles[best >>> 1]!);
  const shares = doubles[(plain >>> 1) + 2]!;
  const orders = words[plain + 9]!;
  if (price === doubles[half + 1] && shares === doubles[half + 2] && orders === words[side + 6]) return false;
  doubles[half + 1] = price;
  doubles[half + 2] = shares;
  words[side + 6] = orders;
  return true;
}

/** @param level the contingent orders at the price of the top */
function setContingent(contingent: Ref, level: Ref): boolean {
  const half = contingent >>> 1;
  const shares = doubles[(level >>> 1) + 2]!;
  const orders = words[level + 9]!;
  if (shares === doubles[half + 1] && orders === words[contingent + 6]) return false;
  doubles[half + 1] = shares;
  words[contingent + 6] = orders;
  return true;
}

/** @param level the orders without contingency after the price of the top */
function setFirm(contingent: Ref, level: Ref): boolean {
  const half = contingent >>> 1;
  const price = Math.abs(doubles[level >>> 1]!);
  const shares = doubles[(level >>> 1) + 2]!;
  const orders = words[level + 9]!;
  if (price === doubles[half] && shares === doubles[half + 2] && orders === words[contingent + 7]) return false;
  doubles[half] = price;
  doubles[half + 2] = shares;
  words[contingent + 7] = orders;
  return true;
}
