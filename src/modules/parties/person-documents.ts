import type { Method } from '../../http/methods/index.ts';
import { documentMethods } from '../shared/documents/index.ts';
import type { RecordOwner } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';

/** Documents of parties and of entities: two names for each method, which take the ids of both. */
export function personDocumentMethods(services: ModuleServices, owner: RecordOwner): Method[] {
  return ['Party', 'Entity'].flatMap((suffix) =>
    documentMethods({
      services,
      documents: services.documents,
      kind: 'party',
      group: 'Parties',
      owner,
      upload: {
        name: `upload${suffix}Document`,
        aliases: suffix === 'Party' ? ['requestUploadPartyDocument'] : [],
        key: 'document_details',
      },
      get: { name: `get${suffix}Document`, key: 'partyDocumentDetails', ownerKey: 'partyid' },
      delete: {
        name: `delete${suffix}Document`,
        key: 'partyDocumentDetails',
        message: 'Document deleted successfully',
      },
    }),
  );
}
