import {
  ALL_OR_NONE,
  type BookContingency,
  type BookSide,
  MINIMUM,
  type OrderId,
  type Price,
  type SelfTradeMode,
  type Shares,
} from '../store/index.ts';

/** An order that may take part in a call auction. Price in millionths of a dollar, quantities in shares. */
export interface AuctionOrder {
  readonly orderId: OrderId;
  readonly side: BookSide;
  /** Its limit. */
  readonly price: Price;
  /** What remains of it. */
  readonly quantity: Shares;
  readonly contingency: BookContingency;
  /** Counts where the contingency is MINIMUM. */
  readonly minimum: Shares;
  /** Any positive safe integer, or NOBODY. */
  readonly owner: number;
  readonly mode: SelfTradeMode;
}

/** An order in an auction: its time is its place among all of them, its place that in the priority of its side. */
export interface Entrant {
  readonly order: AuctionOrder;
  readonly time: number;
  place: number;
}

/** The smallest fill that the order accepts. */
export function leastFillOf({ contingency, quantity, minimum }: AuctionOrder): Shares {
  if (contingency === ALL_OR_NONE) return quantity;
  return contingency === MINIMUM ? Math.min(minimum, quantity) : 1;
}
