import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, required } from '../../http/parameters/index.ts';
import { found, readerOf } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { custodianDetailsSchema, custodianFields, openDetails } from './custodian-details.ts';
import { OFFERING } from './offering-kind.ts';
import { findOffering } from './offering-records.ts';

export function getCustodianDetailsforOffering({ db, secrets }: ModuleServices): Method {
  return defineMethod({
    name: 'getCustodianDetailsforOffering',
    verb: 'POST',
    group: 'Offerings',
    summary: 'Where investors send wires and checks for an offering',
    description: 'Refused (404) until the operator has entered the instructions.',
    refusals: [138, 404],
    parameters: { offeringId: required(numericId({ description: 'offering id' })) },
    response: Type.Object({ custodianDetails: custodianDetailsSchema }),
    handler: async ({ client, values }) => {
      const row = found(OFFERING, await findOffering(db, readerOf(client), values.offeringId));
      const sealed = row.custodian_details_sealed;
      if (sealed === null) throw new ApiError(404, 'offeringId: no instructions have been entered for the offering');
      return { fields: { custodianDetails: custodianFields(openDetails(secrets, row.offering_id, sealed)) } };
    },
  });
}
