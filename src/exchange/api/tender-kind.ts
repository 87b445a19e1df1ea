/** A tender, as it is named and shown. */
import type { ActionWords } from './action-words.ts';
import { REDEEMED_INTO, type TenderTerms } from './corporate-actions.ts';
import { cashForTaken } from './ratios.ts';
import { priceText } from './units.ts';

export const TENDER_WORDS: ActionWords<TenderTerms> = {
  kindOf: () => 'Tender',
  titleOf: ({ mostShares, price }) => `tender for up to ${mostShares} shares at ${priceText(price)}`,
  fieldsOf: ({ mostShares, price, into }) => ({
    mostShares: String(mostShares),
    price: priceText(price),
    redeemedShares: REDEEMED_INTO[into],
  }),
  cashOf: ({ price }, before, after) => cashForTaken(before, after, price),
};
