/** What the kinds of corporate actions do to the orders, holders and prices of a security. */
import { type ActionTerms, type Millionths, priceAfter, type Rounded, type SecurityReference } from '../api/index.ts';
import {
  type AdjustedTerms,
  type OrderRecord,
  termsAfterDividend,
  termsAfterSplit,
  type Unfit,
} from '../records/index.ts';

export interface ActionEffects<Terms> {
  /** The price of a share as it is afterwards (R5); absent: prices stay. */
  priceAfter?(price: Millionths, terms: Terms): Millionths;
  /** What a live order has afterwards, or why it ends (R2); null: it stays; absent: orders, blocks and quotes stay. */
  orderAfter?(order: OrderRecord, terms: Terms, reference: SecurityReference | undefined): AdjustedTerms | Unfit | null;
  /** What each holder has afterwards (R3); absent: holders stay. */
  ratioOf?(terms: Terms): Rounded;
  /** Holders stay, and are listed with what they have (R9). */
  readonly listsHolders?: true;
}

type OfKind<Kind> = Extract<ActionTerms, { readonly kind: Kind }>;

const SPLIT: ActionEffects<OfKind<'split' | 'stockDividend'>> = {
  priceAfter,
  orderAfter: termsAfterSplit,
  ratioOf: ({ to, from, fractions }) => ({ to, from, fractions }),
};

const DIVIDEND: ActionEffects<OfKind<'cashDividend'>> = {
  priceAfter: (price, { amount }) => Math.max(1, price - amount),
  orderAfter: (order, { amount }, reference) => termsAfterDividend(order, amount, reference),
  listsHolders: true,
};

const EFFECTS: { readonly [Kind in ActionTerms['kind']]: ActionEffects<OfKind<Kind>> } = {
  split: SPLIT,
  stockDividend: SPLIT,
  cashDividend: DIVIDEND,
};

export function effectsOf({ kind }: ActionTerms): ActionEffects<ActionTerms> {
  return EFFECTS[kind] as ActionEffects<ActionTerms>;
}
