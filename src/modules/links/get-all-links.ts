import Type from 'typebox';
import type { LinkRow } from '../../database/schema/index.ts';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { required, text } from '../../http/parameters/index.ts';
import { ACCOUNT, findAccount } from '../accounts/index.ts';
import { found, readerOf, shownTo, shownToSchema } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { linkFields, linkSchema } from './link-fields.ts';
import { linksOfAccount } from './link-records.ts';

export function getAllLinks(services: ModuleServices): Method {
  return defineMethod({
    name: 'getAllLinks',
    verb: 'POST',
    group: 'Links',
    summary: 'Links from and to an account, newest first, at most 10,000; use GET /v3/links',
    description: 'Deleted links are left out.',
    refusals: [148],
    deprecated: true,
    parameters: { accountId: required(text({ description: 'A and 6 to 10 digits', maxLength: 100 })) },
    response: Type.Object({ linkDetails: Type.Array(shownToSchema(linkSchema)) }),
    handler: async ({ client, values }) => {
      const account = found(ACCOUNT, await findAccount(services.db, readerOf(client), values.accountId));
      const shown = (row: LinkRow) => shownTo(client, row, linkFields(row));
      return { fields: { linkDetails: await linksOfAccount(services, account, shown) } };
    },
  });
}
