/** unavailable: the provider does not answer; cancelled: the user or the provider declined; invalid: a wrong answer. */
export type RefusalKind = 'unavailable' | 'cancelled' | 'invalid';

/** A provider's answer allows no sign-in. The message names the reason for the log and has no part of a token. */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal';
  readonly kind: RefusalKind;

  constructor(kind: RefusalKind, reason: string) {
    super(reason);
    this.kind = kind;
  }
}

interface Coded {
  readonly code?: unknown;
  readonly error?: unknown;
  readonly status?: unknown;
  readonly cause?: unknown;
  readonly message?: unknown;
}

/** Of a provider that fails: the next try may succeed. */
const HTTP_FAILURE = 500;
/** Errors of OAuth are words of a few letters; anything else of a provider's text stays out of the log. */
const WORD = /^[a-z_]{1,60}$/;

/** From an error of openid-client or jose, or one of the network. Their causes hold claims and tokens: never logged. */
export function refusalOf(error: unknown): ProviderRefusal {
  if (error instanceof ProviderRefusal) return error;
  const { code, error: word, cause } = (error ?? {}) as Coded;
  if (code === 'OAUTH_TIMEOUT' || code === 'ERR_JWKS_TIMEOUT') {
    return new ProviderRefusal('unavailable', 'the provider did not answer in time');
  }
  if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') {
    return new ProviderRefusal('cancelled', `the provider declined: ${wordOf(word)}`);
  }
  if (code === 'OAUTH_RESPONSE_BODY_ERROR') {
    return new ProviderRefusal('invalid', `the provider refused the code: ${wordOf(word)}`);
  }
  if (cause instanceof Response && cause.status >= HTTP_FAILURE) {
    return new ProviderRefusal('unavailable', `the provider answered HTTP ${cause.status}`);
  }
  const reason = deepest(error);
  if (reason !== undefined) return new ProviderRefusal('invalid', reason);
  return new ProviderRefusal('unavailable', 'the provider could not be reached');
}

const wordOf = (word: unknown): string => (typeof word === 'string' && WORD.test(word) ? word : 'no reason given');

/** The most exact of the library's own sentences, which are constant. undefined: it is not one of its errors. */
function deepest(error: unknown): string | undefined {
  let reason: string | undefined;
  for (let at = error as Coded | undefined; isOfLibrary(at); at = at.cause as Coded | undefined) {
    reason = String(at.message);
  }
  return reason;
}

function isOfLibrary(error: Coded | undefined): error is Coded {
  return error instanceof Error && /^(OAUTH_|ERR_J)/.test(String((error as Coded).code));
}
