import type { Price, Shares } from './ids.ts';

/** What the price of a call auction of a book depends on apart from its orders. In millionths of a dollar. */
export interface AuctionTerms {
  /** null: without one. */
  readonly reference: Price | null;
  /** The collar: the lowest and the highest price at which the auction may trade; null: no such bound (Q6). */
  readonly low: Price | null;
  readonly high: Price | null;
}

/** What a call auction of a book has found. Price in millionths of a dollar, quantities in shares. */
export interface AuctionOutcome {
  /** null: no two orders cross, and nothing trades. */
  readonly price: Price | null;
  readonly volume: Shares;
  /** What is left over at the price: above 0 of buyers, below 0 of sellers. */
  readonly surplus: number;
  /** The price is outside of the collar: nothing is cancelled or trades (Q6). */
  readonly isOutside: boolean;
}
