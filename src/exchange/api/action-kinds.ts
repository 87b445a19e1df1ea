/**
 * The kinds of corporate actions, as they are named and shown. A kind is one entry here, with its words in a separate
 * file, one of the venue's table of effects (desks/action-effects.ts), and one of the terms that createCorporateAction
 * reads (modules/transfer/action-terms.ts).
 */
import type { ActionWords } from './action-words.ts';
import { CONVERSION_WORDS } from './conversion-kind.ts';
import type { ActionTerms } from './corporate-actions.ts';
import { DIVIDEND_WORDS } from './dividend-kind.ts';
import { END_WORDS, NAME_CHANGE_WORDS } from './listing-kinds.ts';
import { REDEMPTION_WORDS } from './redemption-kind.ts';
import { SPLIT_WORDS } from './split-kind.ts';
import { TENDER_WORDS } from './tender-kind.ts';

type OfKind<Kind> = Extract<ActionTerms, { readonly kind: Kind }>;

const WORDS: { readonly [Kind in ActionTerms['kind']]: ActionWords<OfKind<Kind>> } = {
  split: SPLIT_WORDS,
  stockDividend: SPLIT_WORDS,
  cashDividend: DIVIDEND_WORDS,
  nameChange: NAME_CHANGE_WORDS,
  endOfSecurity: END_WORDS,
  redemption: REDEMPTION_WORDS,
  conversion: CONVERSION_WORDS,
  tender: TENDER_WORDS,
};

export function actionWords({ kind }: ActionTerms): ActionWords<ActionTerms> {
  return WORDS[kind] as ActionWords<ActionTerms>;
}

export function titleOf(terms: ActionTerms): string {
  return actionWords(terms).titleOf(terms);
}
