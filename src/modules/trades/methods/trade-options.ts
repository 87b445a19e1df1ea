export interface TradeOptions {
  /** Whether an investment may not be below minAmount of its offering or above the limits of its account (T4). */
  readonly enforcesLimits: boolean;
}
