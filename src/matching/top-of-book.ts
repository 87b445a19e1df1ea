import type { Level } from './order.ts';

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

/** The top as it was last published. */
export class VisibleTop implements SideTop {
  price = 0;
  quantity = 0;
  orders = 0;
  contingentQuantity = 0;
  contingentOrders = 0;
  firmPrice = 0;
  firmQuantity = 0;
  firmOrders = 0;

  /** Takes over the best visible levels of a side, plain and contingent; tells whether anything differs from before. */
  update(plain: Level | null, contingent: Level | null): boolean {
    const plainLeads = plain !== null && (contingent === null || plain.rank <= contingent.rank);
    const contingentLeads = contingent !== null && (plain === null || contingent.rank <= plain.rank);
    const priced = this.#price(plainLeads ? plain : contingent);
    const plainThere = this.#atPrice(plainLeads ? plain : null);
    const contingentThere = this.#contingentAtPrice(contingentLeads ? contingent : null);
    const behind = this.#firmBehind(plainLeads ? null : plain);
    return priced || plainThere || contingentThere || behind;
  }

  #price(level: Level | null): boolean {
    const price = level === null ? 0 : Math.abs(level.rank);
    const differs = price !== this.price;
    this.price = price;
    return differs;
  }

  #atPrice(level: Level | null): boolean {
    const quantity = level === null ? 0 : level.disclosedQuantity;
    const orders = level === null ? 0 : level.disclosedOrders;
    const differs = quantity !== this.quantity || orders !== this.orders;
    this.quantity = quantity;
    this.orders = orders;
    return differs;
  }

  #contingentAtPrice(level: Level | null): boolean {
    const quantity = level === null ? 0 : level.disclosedQuantity;
    const orders = level === null ? 0 : level.disclosedOrders;
    const differs = quantity !== this.contingentQuantity || orders !== this.contingentOrders;
    this.contingentQuantity = quantity;
    this.contingentOrders = orders;
    return differs;
  }

  #firmBehind(level: Level | null): boolean {
    const price = level === null ? 0 : Math.abs(level.rank);
    const quantity = level === null ? 0 : level.disclosedQuantity;
    const orders = level === null ? 0 : level.disclosedOrders;
    const differs = price !== this.firmPrice || quantity !== this.firmQuantity || orders !== this.firmOrders;
    this.firmPrice = price;
    this.firmQuantity = quantity;
    this.firmOrders = orders;
    return differs;
  }
}
