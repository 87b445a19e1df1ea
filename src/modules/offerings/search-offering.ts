import Type from 'typebox';
import type { OfferingRow } from '../../database/schema/index.ts';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, required } from '../../http/parameters/index.ts';
import { findIssuer, ISSUER } from '../issuers/index.ts';
import { found, readerOf, shownTo, shownToSchema } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { line } from '../shared/values/index.ts';
import { listedOfferingFields, listedOfferingSchema } from './offering-fields.ts';
import { searchOfferings } from './offering-records.ts';

export function searchOffering(services: ModuleServices): Method {
  return defineMethod({
    name: 'searchOffering',
    verb: 'POST',
    group: 'Offerings',
    summary: 'Offerings of an issuer by id, or by part of the name',
    description: 'Ignores case. Deleted offerings are left out.',
    refusals: [136],
    parameters: {
      searchKeyword: required(line('an offering id, or part of an offering name')),
      issuerId: required(numericId({ description: 'issuer id' })),
    },
    response: Type.Object({ offeringDetails: Type.Array(shownToSchema(listedOfferingSchema)) }),
    handler: async ({ client, values }) => {
      found(ISSUER, await findIssuer(services.db, readerOf(client), values.issuerId));
      const which = { issuerId: values.issuerId, word: values.searchKeyword };
      const shown = (row: OfferingRow) => shownTo(client, row, listedOfferingFields(row));
      return { fields: { offeringDetails: await searchOfferings(services, readerOf(client), which, shown) } };
    },
  });
}
