/** A conversion into another security, as it is named and shown. */
import type { ActionWords } from './action-words.ts';
import { type ConversionTerms, FRACTIONS } from './corporate-actions.ts';
import { cashInLieu, sharesAfter } from './ratios.ts';
import { priceText } from './units.ts';

export const CONVERSION_WORDS: ActionWords<ConversionTerms> = {
  kindOf: () => 'Conversion',
  titleOf: ({ to, from, into }) => `${to}-for-${from} conversion into security ${into}`,
  fieldsOf: ({ to, from, fractions, cashPrice, into }) => ({
    ratio: `${to}:${from}`,
    fractions: FRACTIONS[fractions],
    cashPrice: cashPrice === null ? null : priceText(cashPrice),
    intoSecurityId: String(into),
  }),
  cashOf: (terms, before) => cashInLieu(before, terms),
  receivedOf: (terms, before) => sharesAfter(before, terms),
};
