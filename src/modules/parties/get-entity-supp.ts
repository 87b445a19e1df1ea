import { defineMethod, type Method } from '../../http/methods/index.ts';
import { findDetails } from '../shared/details/index.ts';
import { found, readerOf } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import {
  entityID,
  entitySupplementAnswer,
  entitySupplementFields,
  foundSupplement,
} from './entity-supplement-answers.ts';
import { ENTITY_SUPPLEMENT } from './entity-supplement-kind.ts';
import { ENTITY } from './person-kind.ts';
import { findEntity } from './person-records.ts';

export function getEntitySupp({ db, secrets }: ModuleServices): Method {
  return defineMethod({
    name: 'getEntitySupp',
    verb: 'POST',
    group: 'Parties',
    summary: 'Reads the supplemental details of an entity',
    description: 'The tax id of the beneficial owner is masked, unless the key has the highest level of party.read.',
    refusals: [198, 200],
    parameters: { entityID },
    response: entitySupplementAnswer,
    handler: async ({ client, values }) => {
      const entity = found(ENTITY, await findEntity(db, readerOf(client), values.entityID));
      const row = foundSupplement(await findDetails(db, ENTITY_SUPPLEMENT, entity.client_id, entity.party_id));
      return { fields: entitySupplementFields(secrets, client, row) };
    },
  });
}
