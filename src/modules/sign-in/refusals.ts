/** Why somebody is not signed in: one word for the page, one sentence for the log. */

/** The console has words for each (console/src/sign-in-words.ts). */
export type RefusalWord =
  | 'unavailable'
  | 'cancelled'
  | 'refused'
  | 'expired'
  | 'unknown-user'
  | 'inactive'
  | 'no-role'
  | 'other-user'
  | 'again';

export class SignInRefusal extends Error {
  override readonly name = 'SignInRefusal';
  readonly word: RefusalWord;

  /** @param reason for the log; it has no part of a token, a code or an address of a person */
  constructor(word: RefusalWord, reason: string) {
    super(reason);
    this.word = word;
  }
}
