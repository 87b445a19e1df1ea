import { defineMethod, type Method } from '../../../http/methods/index.ts';
import { optional } from '../../../http/parameters/index.ts';
import { findPerson, PERSON } from '../../parties/index.ts';
import { change } from '../../shared/change/index.ts';
import { changeDetails, detailUpdate, sentDetails } from '../../shared/details/index.ts';
import { found } from '../../shared/record/index.ts';
import type { ModuleServices } from '../../shared/services.ts';
import { ipAddress } from '../../shared/values/index.ts';
import { GROUP } from './custody-parameters.ts';
import { partyId, partySupplementAnswer, partySupplementFields } from './party-supplement-answers.ts';
import { PARTY_SUPPLEMENT } from './party-supplement-kind.ts';

const { fields } = PARTY_SUPPLEMENT;

export function updateCustodyPartySupplement(services: ModuleServices): Method {
  const { secrets, nowUs } = services;
  return defineMethod({
    name: 'updateCustodyPartySupplement',
    verb: 'POST',
    group: GROUP,
    summary: 'Changes the supplement of a party or an entity; what is not sent keeps its value',
    description: 'The party must have a supplement (200).',
    refusals: [198, 200],
    parameters: { partyId, ...detailUpdate(fields), updatedIpAddress: optional(ipAddress()) },
    response: partySupplementAnswer,
    handler: change(services, async ({ client, values, ip }, db) => {
      const person = found(PERSON, await findPerson(db, client.clientId, values.partyId));
      const of = { clientId: client.clientId, id: person.party_id };
      const sent = { details: sentDetails(fields, values), ip: values.updatedIpAddress ?? ip, nowUs: nowUs() };
      const row = found(PARTY_SUPPLEMENT, await changeDetails({ db, secrets }, PARTY_SUPPLEMENT, of, sent));
      return { fields: partySupplementFields(secrets, client, row) };
    }),
  });
}
