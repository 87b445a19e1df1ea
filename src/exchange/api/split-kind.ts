/** A split, a reverse split and a stock dividend, as they are named and shown. */
import type { ActionWords, ShownKind } from './action-words.ts';
import { FRACTIONS, type SplitTerms } from './corporate-actions.ts';
import { cashInLieu } from './ratios.ts';
import { priceText } from './units.ts';

export const SPLIT_WORDS: ActionWords<SplitTerms> = {
  kindOf,
  titleOf: (terms) => `${newShares(terms)}-for-${terms.from} ${kindOf(terms).toLowerCase()}`,
  fieldsOf: (terms) => ({
    ratio: `${newShares(terms)}:${terms.from}`,
    fractions: FRACTIONS[terms.fractions],
    cashPrice: terms.cashPrice === null ? null : priceText(terms.cashPrice),
  }),
  cashOf: (terms, before) => cashInLieu(before, terms),
  factorsOf: ({ to, from }) => ({ price: { to: from, from: to }, shares: { to, from } }),
  adjustsBarsOf: 'Splits',
};

function kindOf({ kind, to, from }: SplitTerms): ShownKind {
  if (kind === 'stockDividend') return 'Stock Dividend';
  return to > from ? 'Split' : 'Reverse Split';
}

/** New shares: in place of the old ones, or of a stock dividend in addition to them. */
function newShares({ kind, to, from }: SplitTerms): number {
  return kind === 'stockDividend' ? to - from : to;
}
