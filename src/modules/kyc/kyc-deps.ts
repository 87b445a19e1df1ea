import Type, { type TUnsafe } from 'typebox';
import { ApiError, type OtherAnswer } from '../../http/methods/index.ts';
import { type Kind, text } from '../../http/parameters/index.ts';
import {
  type IdentityProvider,
  ProviderFailed,
  ProviderTimedOut,
  type WatchListFolders,
} from '../../providers/identity/index.ts';
import { findPerson, PERSON, type Person } from '../parties/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import { found, type Reader } from '../shared/record/index.ts';

/** The services that the methods of this module use. */
export interface KycDeps extends ModuleDeps {
  /** Ends every call within a time limit. */
  readonly identity: IdentityProvider;
  readonly watchLists: WatchListFolders;
}

export function partyId(): Kind<string> {
  return text({ description: 'party id (P) or entity id (E)', maxLength: 100 });
}

/** The provider's response; its fields depend on the provider. */
export function providerResponse(): TUnsafe<object> {
  return Type.Unsafe<object>({ type: 'object', description: 'the raw response of the verification provider' });
}

/** The client's party or entity, or the reader's; throws 198 when it does not exist. */
export async function requirePerson({ db }: KycDeps, reader: Reader, id: string): Promise<Person> {
  return found(PERSON, await findPerson(db, reader, id));
}

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
    throw unreadable(error instanceof ProviderTimedOut ? 'timeout' : 'error', { error: error.message });
  }
}

export function unreadable(providerResult: string, response: Readonly<Record<string, unknown>>): ApiError {
  return new ApiError(145, undefined, {
    http: 404,
    statusDesc: null,
    fields: { providerResponse: { providerResult, response } },
  });
}

/** Values of KYC and AML status that the platform itself sets (C62). */
export const PENDING = 'Pending';
export const AUTO_APPROVED = 'Auto Approved';
export const MANUALLY_APPROVED = 'Manually Approved';
export const DISAPPROVED = 'Disapproved';
export const NEEDS_MORE_INFO = 'Needs More Info';
export const NEW_INFO_ADDED = 'New Info Added';
/** A request of the client; a record never has this status. */
export const UPDATED_REVIEW_REQUESTED = 'Updated Review Requested';
