import { found, type RecordOwner } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { PERSON } from './person-kind.ts';
import { findPerson } from './person-records.ts';

/** The party or entity that documents and the archive switch belong to. */
export function personOwner({ db }: ModuleServices): RecordOwner {
  return {
    name: 'partyId',
    description: 'party id (P) or entity id (E)',
    ...PERSON,
    find: async (reader, sent) => {
      const person = found(PERSON, await findPerson(db, reader, sent));
      return { id: person.party_id, clientId: person.client_id };
    },
  };
}
