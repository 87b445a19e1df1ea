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

/** An order of the auction with its time: of two orders the later one has the greater time, from 0 on. */
export interface TimedOrder extends AuctionOrder {
  readonly time: number;
}

/** The smallest fill that the order accepts. */
export function leastFillOf({ contingency, quantity, minimum }: AuctionOrder): Shares {
  if (contingency === ALL_OR_NONE) return quantity;
  return contingency === MINIMUM ? Math.min(minimum, quantity) : 1;
}
