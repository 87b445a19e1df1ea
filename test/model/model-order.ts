import {
  ALL_OR_NONE,
  type BookContingency,
  type BookSide,
  MINIMUM,
  NONE,
  type SelfTradeMode,
} from '../../src/matching/index.ts';

export interface ModelOrder {
  readonly orderId: number;
  readonly side: BookSide;
  price: number;
  quantity: number;
  remaining: number;
  contingency: BookContingency;
  minimum: number;
  readonly disclosed: boolean;
  readonly owner: number;
  readonly mode: SelfTradeMode;
  /** When it joined the book, counted in joinings. */
  joined: number;
}

export function leastFill(order: ModelOrder): number {
  if (order.contingency === ALL_OR_NONE) return order.remaining;
  if (order.contingency === MINIMUM) return Math.min(order.minimum, order.remaining);
  return 1;
}

export function isContingent(order: ModelOrder): boolean {
  return order.contingency !== NONE;
}
