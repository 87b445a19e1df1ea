import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, required } from '../../http/parameters/index.ts';
import { found, readerOf } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { offeringStatusFields, offeringStatusSchema } from './offering-fields.ts';
import { OFFERING } from './offering-kind.ts';
import { findOffering } from './offering-records.ts';

export function getOfferingStatus({ db }: ModuleServices): Method {
  return defineMethod({
    name: 'getOfferingStatus',
    verb: 'POST',
    group: 'Offerings',
    summary: 'Reads the status of an offering',
    description: 'Returns only the status, for callers that poll for its change.',
    refusals: [138],
    parameters: { offeringId: required(numericId({ description: 'offering id' })) },
    response: Type.Object({ offeringDetails: Type.Array(offeringStatusSchema) }),
    handler: async ({ client, values }) => {
      const row = found(OFFERING, await findOffering(db, readerOf(client), values.offeringId));
      return { fields: { offeringDetails: [offeringStatusFields(row)] } };
    },
  });
}
