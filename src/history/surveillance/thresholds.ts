/** when the rules of surveillance notice something (O10). 0: the rule is off. */
export interface Thresholds {
  /** Shares of a match between related accounts. */
  readonly washShares: number;
  /** The time in which cancels are counted, seconds. */
  readonly windowSeconds: number;
  /** Unfilled orders of one side that are cancelled around a fill on the other. */
  readonly layeringOrders: number;
  /** Unfilled orders that are cancelled within quickCancelMs of their entry. */
  readonly quickCancels: number;
  readonly quickCancelMs: number;
  /** The time before a close, seconds, and the change of the price in it, percent. */
  readonly closeSeconds: number;
  readonly closeMovePercent: number;
  /** The change from one match to the next, percent. */
  readonly priceBandPercent: number;
  /** The part of all held shares of a security that one holder has at the end of a day, percent. */
  readonly holderPercent: number;
}
