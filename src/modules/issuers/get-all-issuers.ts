import Type from 'typebox';
import { defineMethod, type Method } from '../../http/method.ts';
import { readerOf, shownTo, shownToSchema } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { issuerFields, issuerSchema } from './issuer-fields.ts';
import { allIssuers } from './issuer-records.ts';

export function getAllIssuers({ db }: ModuleServices): Method {
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
      const rows = await allIssuers(db, readerOf(client));
      return { fields: { issuerDetails: rows.map((row) => shownTo(client, row, issuerFields(row))) } };
    },
  });
}
