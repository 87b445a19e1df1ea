import type { Method } from '../../http/methods/index.ts';
import { archiveMethod } from '../shared/methods/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { createEntitySupp } from './create-entity-supp.ts';
import { createPerson } from './create-person.ts';
import { deletePerson } from './delete-person.ts';
import { getEntitySupp } from './get-entity-supp.ts';
import { getPerson } from './get-person.ts';
import { listEntities } from './list-entities.ts';
import { listParties } from './list-parties.ts';
import { personDocumentMethods } from './person-documents.ts';
import { ENTITY, PARTY } from './person-kind.ts';
import { personOwner } from './person-owner.ts';
import { setArchived } from './person-records.ts';
import { readEntity } from './read-entity.ts';
import { readParty } from './read-party.ts';
import { updateEntitySupp } from './update-entity-supp.ts';
import { updatePerson } from './update-person.ts';

/** The holders of accounts: individual parties and entities, their documents and supplements. */
export function partiesModule(services: ModuleServices): Method[] {
  const { nowUs } = services;
  const owner = personOwner(services);
  return [
    ...[PARTY, ENTITY].flatMap((kind) => [
      createPerson(kind, services),
      updatePerson(kind, services),
      getPerson(kind, services),
      deletePerson(kind, services),
    ]),
    listParties(services),
    readParty(services),
    listEntities(services),
    readEntity(services),
    ...personDocumentMethods(services, owner),
    archiveMethod({
      services,
      name: 'updatePartyEntityArchivestatus',
      aliases: ['updatePartyEntityArchiveStatus'],
      group: 'Parties',
      key: 'partyDetails',
      owner,
      setArchived: (db, { clientId, id }, archived) =>
        setArchived(db, { clientId, partyId: String(id) }, archived, nowUs()),
    }),
    createEntitySupp(services),
    updateEntitySupp(services),
    getEntitySupp(services),
  ];
}
