/** A redemption, as it is named and shown. */
import type { ActionWords } from './action-words.ts';
import { REDEEMED_INTO, type RedemptionTerms } from './corporate-actions.ts';
import { cashForTaken } from './ratios.ts';
import { priceText } from './units.ts';

export const REDEMPTION_WORDS: ActionWords<RedemptionTerms> = {
  kindOf: () => 'Redemption',
  titleOf: (terms) =>
    isOfAll(terms)
      ? 'redemption of all shares'
      : `redemption of ${terms.redeemed.to} of each ${terms.redeemed.from} shares`,
  fieldsOf: ({ redeemed, price, into }) => ({
    ratio: `${redeemed.to}:${redeemed.from}`,
    price: priceText(price),
    redeemedShares: REDEEMED_INTO[into],
  }),
  cashOf: ({ price }, before, after) => cashForTaken(before, after, price),
};

export function isOfAll({ redeemed }: RedemptionTerms): boolean {
  return redeemed.to === redeemed.from;
}
