/** A change of name and symbol, and the end of a security, as they are named and shown (R10, R11). */
import type { ActionWords } from './action-words.ts';
import type { EndOfSecurityTerms, NameChangeTerms } from './corporate-actions.ts';

const NO_CASH = { cashOf: () => 0n };

export const NAME_CHANGE_WORDS: ActionWords<NameChangeTerms> = {
  kindOf: () => 'Name Change',
  titleOf: ({ symbol, name }) => `change to ${[symbol, name].filter((one) => one !== null).join(', ')}`,
  fieldsOf: ({ symbol, name }) => ({ symbol, name }),
  ...NO_CASH,
};

export const END_WORDS: ActionWords<EndOfSecurityTerms> = {
  kindOf: () => 'End of Security',
  titleOf: () => 'end of the security',
  fieldsOf: () => ({}),
  ...NO_CASH,
};
