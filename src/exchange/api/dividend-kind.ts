/** A cash dividend, as it is named and shown, and what it comes to for holders (R9). */
import type { ActionWords } from './action-words.ts';
import type { CashDividendTerms } from './corporate-actions.ts';
import { inMillionths } from './ratios.ts';
import type { SharesAndRest } from './register-reads.ts';
import { priceText, type Shares } from './units.ts';

const M = 1_000_000n;

export const DIVIDEND_WORDS: ActionWords<CashDividendTerms> = {
  kindOf: () => 'Cash Dividend',
  titleOf: ({ amount }) => `cash dividend of ${priceText(amount)}`,
  fieldsOf: ({ amount }) => ({ amount: priceText(amount) }),
  cashOf: (terms, before, _after, pending) => paidFor(settledOf(before, pending), terms),
  dueOf: (terms, pending) => paidFor({ quantity: pending, rest: 0 }, terms),
  // A dividend above the price says nothing of the prices before.
  factorsOf: ({ amount }, { price }) =>
    price === null || price <= amount
      ? null
      : { price: { to: price - amount, from: price }, shares: { to: 1, from: 1 } },
  adjustsBarsOf: 'Splits and Dividends',
};

function settledOf({ quantity, rest }: SharesAndRest, pending: Shares): SharesAndRest {
  return { quantity: quantity - pending, rest };
}

/** Millionths of a dollar, rounded towards 0. */
function paidFor(shares: SharesAndRest, { amount }: CashDividendTerms): bigint {
  return (inMillionths(shares) * BigInt(amount)) / M;
}
