import { findPerson, PERSON, type Person } from '../parties/index.ts';
import { found, type Reader } from '../shared/record/index.ts';
import type { KycServices } from './kyc-services.ts';

/** The client's party or entity, or the reader's; throws 198 when it does not exist. */
export async function requirePerson({ db }: KycServices, reader: Reader, id: string): Promise<Person> {
  return found(PERSON, await findPerson(db, reader, id));
}
