import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { optional } from '../../http/parameters/index.ts';
import { change } from '../shared/change/index.ts';
import { detailCreation, insertDetails, sentDetails } from '../shared/details/index.ts';
import { found } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { ipAddress } from '../shared/values/index.ts';
import {
  entityID,
  entitySupplementAnswer,
  entitySupplementFields,
  entitySupplementWebhook,
} from './entity-supplement-answers.ts';
import { ENTITY_SUPPLEMENT } from './entity-supplement-kind.ts';
import { ENTITY } from './person-kind.ts';
import { findEntity } from './person-records.ts';

const { fields } = ENTITY_SUPPLEMENT;

export function createEntitySupp(services: ModuleServices): Method {
  const { secrets, nowUs } = services;
  return defineMethod({
    name: 'createEntitySupp',
    verb: 'POST',
    group: 'Parties',
    summary: 'Stores the supplemental details of an entity, which has none yet',
    description:
      'An entity has one supplement, with its beneficial owners and its business. A second one is refused (116).',
    refusals: [116, 198],
    parameters: { entityID, ...detailCreation(fields), createdIpAddress: optional(ipAddress()) },
    response: entitySupplementAnswer,
    handler: change(services, async ({ client, values, ip }, db) => {
      const entity = found(ENTITY, await findEntity(db, client.clientId, values.entityID));
      const of = { clientId: client.clientId, id: entity.party_id };
      const sent = { details: sentDetails(fields, values), ip: values.createdIpAddress ?? ip, nowUs: nowUs() };
      const row = await insertDetails({ db, secrets }, ENTITY_SUPPLEMENT, of, sent);
      if (row === undefined) {
        throw new ApiError(116, undefined, { statusDesc: 'The entity already has supplemental details' });
      }
      const { updatedDate: _, ...stored } = entitySupplementWebhook(secrets, row);
      return {
        fields: entitySupplementFields(secrets, client, row),
        webhook: { ...stored, createdIpAddress: row.created_ip_address },
      };
    }),
  });
}
