import { ApiError, defineMethod, type Method } from '../../../http/methods/index.ts';
import { optional } from '../../../http/parameters/index.ts';
import { findPerson, PERSON } from '../../parties/index.ts';
import { change } from '../../shared/change/index.ts';
import { detailCreation, insertDetails, sentDetails } from '../../shared/details/index.ts';
import { found } from '../../shared/record/index.ts';
import type { ModuleServices } from '../../shared/services.ts';
import { ipAddress } from '../../shared/values/index.ts';
import { GROUP } from './custody-parameters.ts';
import { partyId, partySupplementAnswer, partySupplementFields } from './party-supplement-answers.ts';
import { PARTY_SUPPLEMENT } from './party-supplement-kind.ts';

const { fields } = PARTY_SUPPLEMENT;

/** addCustodyPartySupplement is its older name. */
export function createCustodyPartySupplement(services: ModuleServices): Method {
  const { secrets, nowUs } = services;
  return defineMethod({
    name: 'createCustodyPartySupplement',
    deprecatedAliases: ['addCustodyPartySupplement'],
    verb: 'POST',
    group: GROUP,
    summary: 'Stores what a custodian needs to know of a party or an entity',
    description: 'A party has one supplement; a second is refused (116).',
    refusals: [116, 198],
    parameters: { partyId, ...detailCreation(fields), createdIpAddress: optional(ipAddress()) },
    response: partySupplementAnswer,
    handler: change(services, async ({ client, values, ip }, db) => {
      const person = found(PERSON, await findPerson(db, client.clientId, values.partyId));
      const of = { clientId: client.clientId, id: person.party_id };
      const sent = { details: sentDetails(fields, values), ip: values.createdIpAddress ?? ip, nowUs: nowUs() };
      const row = await insertDetails({ db, secrets }, PARTY_SUPPLEMENT, of, sent);
      if (row === undefined) throw new ApiError(116, undefined, { statusDesc: 'The party already has a supplement' });
      return { statusDesc: 'Party added successfully.', fields: partySupplementFields(secrets, client, row) };
    }),
  });
}
