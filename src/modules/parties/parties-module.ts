import type { Method } from '../../http/method.ts';
import { archiveMethod } from '../shared/archive-method.ts';
import type { ModuleServices } from '../shared/services.ts';
import { entitySupplementMethods } from './entity-supplements.ts';
import { personDocumentMethods } from './person-documents.ts';
import { personMethods } from './person-methods.ts';
import { personOwner } from './person-owner.ts';
import { setArchived } from './person-records.ts';

/** The people behind accounts: individual parties and entities, their documents and supplements. */
export function partiesModule(services: ModuleServices): Method[] {
  const { db, nowUs } = services;
  const owner = personOwner(services);
  return [
    ...personMethods(services),
    ...personDocumentMethods(services, owner),
    archiveMethod({
      name: 'updatePartyEntityArchivestatus',
      aliases: ['updatePartyEntityArchiveStatus'],
      group: 'Parties',
      key: 'partyDetails',
      owner,
      setArchived: (client, partyId, archived) =>
        setArchived(db, { clientId: client.clientId, partyId }, archived, nowUs()),
    }),
    ...entitySupplementMethods(services),
  ];
}
