/** What a kind of corporate action says of its terms. */
import type { ActionEffect, Ratio } from './corporate-actions.ts';
import type { SharesAndRest } from './register-reads.ts';
import type { Shares } from './units.ts';

export const ACTION_KINDS = [
  'Split',
  'Reverse Split',
  'Stock Dividend',
  'Cash Dividend',
  'Name Change',
  'End of Security',
  'Redemption',
  'Conversion',
  'Tender',
] as const;
export type ShownKind = (typeof ACTION_KINDS)[number];

/** The terms of all kinds, as they are shown; null: the kind has no such term. */
export const NO_TERMS = {
  ratio: null as string | null,
  fractions: null as 'Cash' | 'Up' | 'Kept' | null,
  cashPrice: null as string | null,
  amount: null as string | null,
  symbol: null as string | null,
  name: null as string | null,
  price: null as string | null,
  redeemedShares: null as 'Treasury' | 'Cancelled' | null,
  intoSecurityId: null as string | null,
  mostShares: null as string | null,
};
type ShownTerms = typeof NO_TERMS;

export const BAR_ADJUSTMENTS = ['No', 'Splits', 'Splits and Dividends'] as const;
export type BarAdjustment = (typeof BAR_ADJUSTMENTS)[number];

/** What prices and shares of before are multiplied by. */
interface BarFactors {
  readonly price: Ratio;
  readonly shares: Ratio;
}

export interface ActionWords<Terms> {
  kindOf(terms: Terms): ShownKind;
  /** A sentence for the reason of an order that it changes, and for people. */
  titleOf(terms: Terms): string;
  fieldsOf(terms: Terms): Partial<ShownTerms>;
  /**
   * What the issuer pays a holder, in millionths of a dollar; below 0: the holder owes it (R4).
   * @param pending of the shares before, those of matches whose settlement was not reported
   */
  cashOf(terms: Terms, before: SharesAndRest, after: SharesAndRest, pending: Shares): bigint;
  /** What the other sides of these matches pass on to a holder in cash; absent: it is not in money (R4). */
  dueOf?(terms: Terms, pending: Shares): bigint;
  /** By what bars of before are adjusted; null: they stay (R8). */
  factorsOf?(terms: Terms, effect: ActionEffect): BarFactors | null;
  /** Bars with this adjustment are adjusted, and with a further one; absent: none are. */
  readonly adjustsBarsOf?: BarAdjustment;
  /** Of another security, what a holder gets; absent: nothing. */
  receivedOf?(terms: Terms, before: SharesAndRest): SharesAndRest;
}
