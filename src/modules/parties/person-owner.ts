import { ApiError } from '../../http/status-codes.ts';
import type { RecordOwner } from '../shared/record-owner.ts';
import type { ModuleServices } from '../shared/services.ts';
import { findPerson } from './person-records.ts';

/** The party or entity that documents and the archive switch belong to; 198 when the client does not have it. */
export function personOwner({ db }: ModuleServices): RecordOwner {
  return {
    name: 'partyId',
    description: 'party id (P) or entity id (E)',
    find: async (client, sent) => {
      const person = await findPerson(db, client.clientId, sent);
      if (person === undefined) throw new ApiError(198);
      return person.party_id;
    },
  };
}
