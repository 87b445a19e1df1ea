import Type from 'typebox';
import type { OfferingRow } from '../../database/schema/index.ts';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { readerOf, shownTo, shownToSchema } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { offeringWithCreationFields, offeringWithCreationSchema } from './offering-fields.ts';
import { allOfferings } from './offering-records.ts';

export function getAllOffers(services: ModuleServices): Method {
  return defineMethod({
    name: 'getAllOffers',
    verb: 'POST',
    group: 'Offerings',
    summary: 'All offerings of the client, newest first, at most 10,000',
    description: 'Deleted offerings are left out.',
    deprecated: true,
    parameters: {},
    response: Type.Object({ offeringDetails: Type.Array(shownToSchema(offeringWithCreationSchema)) }),
    handler: async ({ client }) => {
      const shown = (row: OfferingRow) => shownTo(client, row, offeringWithCreationFields(row));
      return { fields: { offeringDetails: await allOfferings(services, readerOf(client), shown) } };
    },
  });
}
