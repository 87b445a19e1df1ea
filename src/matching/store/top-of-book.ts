import { DOUBLES, WORDS } from './arena.ts';
import type { Price, Shares } from './ids.ts';
import { CONTINGENT_SIDE, PRICE_LEVEL, SIDE } from './layout.ts';
import type { Ref } from './records.ts';

const words = WORDS;
const doubles = DOUBLES;
const { DISCLOSED_SHARES, DISCLOSED_ORDERS } = PRICE_LEVEL;
const { TOP_PRICE, TOP_SHARES, TOP_ORDERS, VISIBLE, CONTINGENT } = SIDE;
const { FIRM_PRICE, CONTINGENT_SHARES, FIRM_SHARES, CONTINGENT_ORDERS, FIRM_ORDERS } = CONTINGENT_SIDE;

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
  const contingent = words[side + CONTINGENT]!;
  const contingentHalf = contingent >>> 1;
  return {
    price: doubles[half + TOP_PRICE]!,
    quantity: doubles[half + TOP_SHARES]!,
    orders: words[side + TOP_ORDERS]!,
    contingentQuantity: doubles[contingentHalf + CONTINGENT_SHARES]!,
    contingentOrders: words[contingent + CONTINGENT_ORDERS]!,
    firmPrice: doubles[contingentHalf + FIRM_PRICE]!,
    firmQuantity: doubles[contingentHalf + FIRM_SHARES]!,
    firmOrders: words[contingent + FIRM_ORDERS]!,
  };
}

/** What a side showed before a command changed it that has not ended, and the best rank of what it changed. */
export interface Unpublished {
  readonly rank: number;
  readonly top: SideTop;
}

/** Puts back what a side showed. @param side its record; one with contingent orders where the top has any */
export function restoreTop(side: Ref, top: SideTop): void {
  const half = side >>> 1;
  doubles[half + TOP_PRICE] = top.price;
  doubles[half + TOP_SHARES] = top.quantity;
  words[side + TOP_ORDERS] = top.orders;
  const contingent = words[side + CONTINGENT]!;
  if (contingent === 0) return;
  const contingentHalf = contingent >>> 1;
  doubles[contingentHalf + CONTINGENT_SHARES] = top.contingentQuantity;
  words[contingent + CONTINGENT_ORDERS] = top.contingentOrders;
  doubles[contingentHalf + FIRM_PRICE] = top.firmPrice;
  doubles[contingentHalf + FIRM_SHARES] = top.firmQuantity;
  words[contingent + FIRM_ORDERS] = top.firmOrders;
}

/**
 * Publishes the best visible levels of a side that has, or has had, contingent orders; returns whether anything differs
 * from before. A level that is not there is record 0, which is empty.
 * @param side its record
 */
export function updateTop(side: Ref): boolean {
  const contingent = words[side + CONTINGENT]!;
  const plain = words[side + VISIBLE]!;
  const other = words[contingent + VISIBLE]!;
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
  const shares = doubles[(plain >>> 1) + DISCLOSED_SHARES]!;
  const orders = words[plain + DISCLOSED_ORDERS]!;
  if (
    price === doubles[half + TOP_PRICE] &&
    shares === doubles[half + TOP_SHARES] &&
    orders === words[side + TOP_ORDERS]
  )
    return false;
  doubles[half + TOP_PRICE] = price;
  doubles[half + TOP_SHARES] = shares;
  words[side + TOP_ORDERS] = orders;
  return true;
}

/** @param level the contingent orders at the price of the top */
function setContingent(contingent: Ref, level: Ref): boolean {
  const half = contingent >>> 1;
  const shares = doubles[(level >>> 1) + DISCLOSED_SHARES]!;
  const orders = words[level + DISCLOSED_ORDERS]!;
  if (shares === doubles[half + CONTINGENT_SHARES] && orders === words[contingent + CONTINGENT_ORDERS]) return false;
  doubles[half + CONTINGENT_SHARES] = shares;
  words[contingent + CONTINGENT_ORDERS] = orders;
  return true;
}

/** @param level the orders without contingency after the price of the top */
function setFirm(contingent: Ref, level: Ref): boolean {
  const half = contingent >>> 1;
  const price = Math.abs(doubles[level >>> 1]!);
  const shares = doubles[(level >>> 1) + DISCLOSED_SHARES]!;
  const orders = words[level + DISCLOSED_ORDERS]!;
  if (
    price === doubles[half + FIRM_PRICE] &&
    shares === doubles[half + FIRM_SHARES] &&
    orders === words[contingent + FIRM_ORDERS]
  )
    return false;
  doubles[half + FIRM_PRICE] = price;
  doubles[half + FIRM_SHARES] = shares;
  words[contingent + FIRM_ORDERS] = orders;
  return true;
}
