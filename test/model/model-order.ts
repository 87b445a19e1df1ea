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
  /** M19: the display quantity, and what is displayed of it; 0 and all that remains of an order that shows whole. */
  display: number;
  displayed: number;
  /** The moment of its priority, counted in joinings and refills. */
  joined: number;
  /** The moment at which it joined the book, for M5 and M15. */
  entered: number;
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

/** M19: the displayed shares of an order that becomes live with so much left. */
export function shownOf(display: number, remaining: number): number {
  return display === 0 ? remaining : Math.min(display, remaining);
}

export function isContingent(order: ModelOrder): boolean {
  return order.contingency !== NONE;
}
