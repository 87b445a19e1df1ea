import {
  ALL_OR_NONE,
  type BookContingency,
  type BookSide,
  type Guards,
  MINIMUM,
  NONE,
  POST_ONLY,
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
  /** Mode of self-trade prevention, plus POST_ONLY. */
  readonly guards: Guards;
  /** When it joined the book, counted in joinings. */
  joined: number;
}

export function leastFill(order: ModelOrder): number {
  if (order.contingency === ALL_OR_NONE) return order.remaining;
  if (order.contingency === MINIMUM) return Math.min(order.minimum, order.remaining);
  return 1;
}

/** M15. */
export function modeOf({ guards }: ModelOrder): SelfTradeMode {
  return (guards % POST_ONLY) as SelfTradeMode;
}

export function isContingent(order: ModelOrder): boolean {
  return order.contingency !== NONE;
}
