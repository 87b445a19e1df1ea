import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { shownToSchema } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { issuerSchema } from './issuer-fields.ts';
import { listedIssuers } from './issuer-records.ts';

export function getAllIssuers(services: ModuleServices): Method {
  return defineMethod({
    name: 'getAllIssuers',
    verb: 'POST',
    group: 'Issuers',
    summary: 'All issuers of the client, newest first, at most 10,000; use GET /v3/issuers',
    description: 'Deleted issuers are left out. The list GET /v3/issuers has pages, filters and sorting.',
    deprecated: true,
    parameters: {},
    response: Type.Object({ issuerDetails: Type.Array(shownToSchema(issuerSchema)) }),
    handler: async ({ client }) => {
      return { fields: { issuerDetails: await listedIssuers(services, client) } };
    },
  });
}
