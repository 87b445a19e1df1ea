import { ApiError, type OtherAnswer } from '../../http/methods/index.ts';
import { type IdentityProvider, ProviderFailed, ProviderTimedOut } from '../../providers/identity/index.ts';

/** The error of askProvider, for the reference page. */
export const PROVIDER_FAILED: OtherAnswer = {
  http: 404,
  statusCode: 145,
  description: 'The provider could not be reached or did not respond; providerResponse says more',
};

/** A call continues when its caller has disconnected: it was paid for, and its result is stored. */
const NEVER = new AbortController().signal;

/**
 * Asks the provider. A failed call becomes HTTP 404 with statusCode 145, providerResponse and no statusDesc (C64).
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
