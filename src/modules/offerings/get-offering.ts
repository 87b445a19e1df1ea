import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, required } from '../../http/parameters/index.ts';
import { found, readerOf, shownTo, shownToSchema } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { offeringFields, offeringSchema } from './offering-fields.ts';
import { OFFERING } from './offering-kind.ts';
import { findOffering } from './offering-records.ts';

export function getOffering({ db }: ModuleServices): Method {
  return defineMethod({
    name: 'getOffering',
    verb: 'POST',
    group: 'Offerings',
    summary: 'Reads an offering',
    description: 'Returns everything that is stored about the offering, with the remaining shares.',
    refusals: [138],
    parameters: { offeringId: required(numericId({ description: 'offering id' })) },
    response: Type.Object({ offeringDetails: Type.Array(shownToSchema(offeringSchema)) }),
    handler: async ({ client, values }) => {
      const row = found(OFFERING, await findOffering(db, readerOf(client), values.offeringId));
      return { fields: { offeringDetails: [shownTo(client, row, offeringFields(row))] } };
    },
  });
}
