import { ApiError, type OtherAnswer } from '../../http/methods/index.ts';
import { type IdentityProvider, ProviderFailed, ProviderTimedOut } from '../../providers/identity/index.ts';

/** What askProvider throws, for the reference page. */
export const PROVIDER_FAILED: OtherAnswer = {
  http: 404,
  statusCode: 145,
  description: 'The provider could not be asked, or gave no answer; providerResponse tells more',
};

/** A call goes on when its caller has gone: it was paid for, and what it says is stored. */
const NEVER = new AbortController().signal;

/**
 * Asks the provider. What is no answer becomes HTTP 404 with statusCode 145, providerResponse and no statusDesc
 * (C64).
 */
export async function askProvider<T>(
  identity: IdentityProvider,
  ask: (identity: IdentityProvider, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await ask(identity, NEVER);
  } catch (error) {
    if (!(error instanceof ProviderFailed)) throw error;
    throw unreadable(error instanceof ProviderTimedOut ? 'timeout' : 'error', error.response);
  }
}

export function unreadable(providerResult: string, response: Readonly<Record<string, unknown>>): ApiError {
  return new ApiError(145, undefined, {
    http: 404,
    statusDesc: null,
    fields: { providerResponse: { providerResult, response } },
  });
}
