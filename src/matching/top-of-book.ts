import { DOUBLES, WORDS } from './arena.ts';
import type { PriceLevels } from './price-levels.ts';
import type { Ref } from './records.ts';

const words = WORDS;
const doubles = DOUBLES;

/**
 * The visible top of one side: disclosed orders only. Prices in millionths of a dollar, 0 for none; quantities in
 * shares; counts of orders.
 */
export interface SideTop {
  /** The best price at which a disclosed order rests; 0 when there is none. */
  readonly price: number;
  /** The orders without contingency at that price. */
  readonly quantity: number;
  readonly orders: number;
  /** The contingent orders at that price. */
  readonly contingentQuantity: number;
  readonly contingentOrders: number;
  /** The best price of an order without contingency, when it is not `price`; otherwise 0. */
  readonly firmPrice: number;
  readonly firmQuantity: number;
  readonly firmOrders: number;
}

/** What rests at one price of one side: all orders, and of these the disclosed ones. Shares and counts of orders. */
export interface Depth {
  /** Orders without contingency. */
  readonly quantity: number;
  readonly orders: number;
  readonly disclosedQuantity: number;
  readonly disclosedOrders: number;
  readonly contingentQuantity: number;
  readonly contingentOrders: number;
  readonly disclosedContingentQuantity: number;
  readonly disclosedContingentOrders: number;
}

/** What contingent orders add to the top of a side as it was last published; the rest is in the side's record. */
export class ContingentTop {
  #quantity = 0;
  #orders = 0;
  #firmPrice = 0;
  #firmQuantity = 0;
  #firmOrders = 0;

  /** @param side the record of the side */
  with(side: Ref): SideTop {
    return {
      price: doubles[(side >>> 1) + 1]!,
      quantity: doubles[(side >>> 1) + 2]!,
      orders: words[side + 6]!,
      contingentQuantity: this.#quantity,
      contingentOrders: this.#orders,
      firmPrice: this.#firmPrice,
      firmQuantity: this.#firmQuantity,
      firmOrders: this.#firmOrders,
    };
  }

  /** Takes over the best visible levels of a side; tells whether anything differs from before. */
  update(plainLevels: PriceLevels, contingentLevels: PriceLevels): boolean {
    const { side, visible: plain } = plainLevels;
    const contingent = contingentLevels.visible;
    const plainRank = plain === 0 ? Infinity : doubles[plain >>> 1]!;
    const contingentRank = contingent === 0 ? Infinity : doubles[contingent >>> 1]!;
    const plainThere = setPlain(side, Math.min(plainRank, contingentRank), plainRank <= contingentRank ? plain : 0);
    const contingentThere = this.#setContingent(contingentRank <= plainRank ? contingent : 0);
    const behind = this.#setFirm(contingentRank < plainRank ? plain : 0);
    return plainThere || contingentThere || behind;
  }

  #setContingent(level: Ref): boolean {
    const quantity = sharesAt(level);
    const orders = ordersAt(level);
    const differs = quantity !== this.#quantity || orders !== this.#orders;
    this.#quantity = quantity;
    this.#orders = orders;
    return differs;
  }

  #setFirm(level: Ref): boolean {
    const price = level === 0 ? 0 : Math.abs(doubles[level >>> 1]!);
    const quantity = sharesAt(level);
    const orders = ordersAt(level);
    const differs = price !== this.#firmPrice || quantity !== this.#firmQuantity || orders !== this.#firmOrders;
    this.#firmPrice = price;
    this.#firmQuantity = quantity;
    this.#firmOrders = orders;
    return differs;
  }
}

/** @param rank of the price that is shown, Infinity for none, @param level the plain orders there */
function setPlain(side: Ref, rank: number, level: Ref): boolean {
  const half = side >>> 1;
  const price = rank === Infinity ? 0 : Math.abs(rank);
  const quantity = sharesAt(level);
  const orders = ordersAt(level);
  const differs = price !== doubles[half + 1] || quantity !== doubles[half + 2] || orders !== words[side + 6];
  doubles[half + 1] = price;
  doubles[half + 2] = quantity;
  words[side + 6] = orders;
  return differs;
}

/** The disclosed shares of a level, if there is one. */
function sharesAt(level: Ref): number {
  return level === 0 ? 0 : doubles[(level >>> 1) + 2]!;
}

/** The disclosed orders of a level, if there is one. */
function ordersAt(level: Ref): number {
  return level === 0 ? 0 : words[level + 9]!;
}
