import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { required } from '../../http/parameters/index.ts';
import { shownToSchema } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { line } from '../shared/values/index.ts';
import { issuerSchema } from './issuer-fields.ts';
import { listedIssuers } from './issuer-records.ts';

export function searchIssuer(services: ModuleServices): Method {
  return defineMethod({
    name: 'searchIssuer',
    verb: 'POST',
    group: 'Issuers',
    summary: 'Issuers by id, or by part of the first or last name of their contact; use GET /v3/issuers',
    description: 'Case is ignored. The list GET /v3/issuers has pages, filters and sorting.',
    deprecated: true,
    parameters: { searchKeyword: required(line('an issuer id, or part of a first or last name')) },
    response: Type.Object({ issuerDetails: Type.Array(shownToSchema(issuerSchema)) }),
    handler: async ({ client, values }) => {
      return { fields: { issuerDetails: await listedIssuers(services, client, values.searchKeyword) } };
    },
  });
}
