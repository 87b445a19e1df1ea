import { defineMethod, type Method } from '../../http/methods/index.ts';
import { optional } from '../../http/parameters/index.ts';
import { change } from '../shared/change/index.ts';
import { changeDetails, detailUpdate, sentDetails } from '../shared/details/index.ts';
import { found } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { ipAddress } from '../shared/values/index.ts';
import {
  entityID,
  entitySupplementAnswer,
  entitySupplementFields,
  entitySupplementWebhook,
  foundSupplement,
} from './entity-supplement-answers.ts';
import { ENTITY_SUPPLEMENT } from './entity-supplement-kind.ts';
import { ENTITY } from './person-kind.ts';
import { findEntity } from './person-records.ts';

const { fields } = ENTITY_SUPPLEMENT;

export function updateEntitySupp(services: ModuleServices): Method {
  const { secrets, nowUs } = services;
  return defineMethod({
    name: 'updateEntitySupp',
    verb: ['POST', 'PUT'],
    group: 'Parties',
    summary: 'Changes the supplemental details of an entity; what is not sent keeps its value',
    description: 'The entity must have a supplement (200).',
    refusals: [198, 200],
    parameters: { entityID, ...detailUpdate(fields), updatedIpAddress: optional(ipAddress()) },
    response: entitySupplementAnswer,
    handler: change(services, async ({ client, values, ip }, db) => {
      const entity = found(ENTITY, await findEntity(db, client.clientId, values.entityID));
      const of = { clientId: client.clientId, id: entity.party_id };
      const sent = { details: sentDetails(fields, values), ip: values.updatedIpAddress ?? ip, nowUs: nowUs() };
      const row = foundSupplement(await changeDetails({ db, secrets }, ENTITY_SUPPLEMENT, of, sent));
      return {
        fields: entitySupplementFields(secrets, client, row),
        webhook: entitySupplementWebhook(secrets, row),
      };
    }),
  });
}
