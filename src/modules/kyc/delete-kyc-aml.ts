import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { required } from '../../http/parameters/index.ts';
import { PERSON, setReviewStatuses } from '../parties/index.ts';
import { change } from '../shared/change/index.ts';
import { found } from '../shared/record/index.ts';
import { partyId } from './kyc-parameters.ts';
import { GROUP, type KycServices } from './kyc-services.ts';
import { requirePerson } from './require-person.ts';
import { deleteResponses } from './response-records.ts';

export function deleteKycAml(services: KycServices): Method {
  const { nowUs } = services;
  return defineMethod({
    name: 'deleteKycAml',
    verb: 'POST',
    group: GROUP,
    summary: 'Deletes the results of checks of a party or an entity virtually, and clears its statuses',
    description: 'For a party whose data have changed and which must be checked again.',
    refusals: [198],
    parameters: { partyId: required(partyId()) },
    response: Type.Object({}),
    handler: change(services, async ({ client, values }, db) => {
      const person = await requirePerson({ ...services, db }, client.clientId, values.partyId);
      const of = { clientId: client.clientId, partyId: person.party_id };
      const cleared = { kyc_status: null, aml_status: null, aml_date: null };
      await deleteResponses(db, of, nowUs());
      found(PERSON, await setReviewStatuses(db, of, cleared, nowUs()));
      return {};
    }),
  });
}
