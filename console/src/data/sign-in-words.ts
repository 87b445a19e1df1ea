/** Why somebody is not signed in, by the word of the server (src/modules/sign-in/refusals.ts) or of this page. */
const WORDS: Readonly<Record<string, string>> = {
  unavailable: 'The sign-in provider does not answer. Try again in a minute; open sessions are not affected.',
  cancelled: 'The sign-in was cancelled at the provider.',
  refused: 'The sign-in could not be verified. Try again; if it fails again, ask your operator to look at the log.',
  expired: 'This sign-in took too long, or its link was used before. Start again.',
  'unknown-user': 'The venue does not know this account. Ask your operator for an invitation.',
  inactive: 'Your access to the venue was ended. Ask your operator.',
  'no-role': 'Your account has no role at this venue. Ask your operator.',
  'other-user': 'You signed in as somebody else. Sign in again as the user of this session.',
  again: 'Sign in again first: that is needed for this action.',
  device: 'No passkey was used. Your browser has none for this venue, or the dialog was closed.',
  'too-many': 'Too many tries. Wait a minute.',
  'no-answer': 'The venue did not answer',
};

export const refusalWords = (word: string): string => WORDS[word] ?? 'You are not signed in. Try again.';
