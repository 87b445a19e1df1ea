import { type Kind, text } from '../../http/parameters/index.ts';
import type { IdentityProvider, WatchListFolders } from '../../providers/identity/index.ts';
import { findPerson, PERSON, type Person } from '../parties/index.ts';
import { found, type Reader } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';

/** The services that the methods of this module use. */
export interface KycServices extends ModuleServices {
  /** Ends every call within a time limit. */
  readonly identity: IdentityProvider;
  readonly watchLists: WatchListFolders;
}

export const GROUP = 'KYC and AML';

import Type, { type TUnsafe } from 'typebox';

export function partyId(): Kind<string> {
  return text({ description: 'party id (P) or entity id (E)', maxLength: 100 });
}

/** The provider's response; its fields depend on the provider. */
export function providerResponse(): TUnsafe<object> {
  return Type.Unsafe<object>({ type: 'object', description: 'the raw response of the verification provider' });
}

/** The client's party or entity, or the reader's; throws 198 when it does not exist. */
export async function requirePerson({ db }: KycServices, reader: Reader, id: string): Promise<Person> {
  return found(PERSON, await findPerson(db, reader, id));
}
