import { DEMO_ENTITY, DEMO_PARTY } from './demo.ts';
import type { ExampleIds } from './ids.ts';

/** Calls of the methods of parties and entities. */
export function partyRequests(ids: ExampleIds) {
  const { partyId, entityId } = ids;
  return {
    createParty: DEMO_PARTY,
    updateParty: { partyId, occupation: 'Engineer' },
    getParty: { partyId },
    listParties: { limit: 10 },
    readParty: { partyId },
    createEntity: DEMO_ENTITY,
    updateEntity: { partyId: entityId, entityDesc: 'A fund' },
    getEntity: { partyId: entityId },
    listEntities: { limit: 10 },
    readEntity: { partyId: entityId },
    uploadPartyDocument: { partyId, documentTitle: 'documentTitle0=Passport', file_name: 'filename0=passport.pdf' },
    getPartyDocument: { partyId },
    uploadEntityDocument: {
      partyId: entityId,
      documentTitle: 'documentTitle0=Certificate',
      file_name: 'filename0=certificate.pdf',
    },
    getEntityDocument: { partyId: entityId },
    updatePartyEntityArchivestatus: { partyId, archiveStatus: '0' },
    createEntitySupp: { entityID: entityId },
    updateEntitySupp: { entityID: entityId },
    getEntitySupp: { entityID: entityId },
  };
}
