import Type from 'typebox';
import type { LinkRow } from '../../database/schema/index.ts';
import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { required, text } from '../../http/parameters/index.ts';
import { findPerson, PERSON } from '../parties/index.ts';
import { found, readerOf, shownTo, shownToSchema } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { linkedAccountFields, linkedAccountSchema } from './link-fields.ts';
import { linksOfParty } from './link-records.ts';

export function getLinkedAccounts(services: ModuleServices): Method {
  return defineMethod({
    name: 'getLinkedAccounts',
    verb: 'POST',
    host: 'legacy',
    group: 'Legacy',
    summary: 'Links to a party or entity, newest first, at most 10,000; use GET /v3/links',
    description: 'A party or entity without links is refused (404).',
    refusals: [198, 404],
    deprecated: true,
    parameters: { partyId: required(text({ description: 'party or entity id', maxLength: 100 })) },
    response: Type.Object({ linkDetails: Type.Array(shownToSchema(linkedAccountSchema)) }),
    handler: async ({ client, values }) => {
      const party = found(PERSON, await findPerson(services.db, readerOf(client), values.partyId));
      const shown = (row: LinkRow) => shownTo(client, row, linkedAccountFields(row));
      const linkDetails = await linksOfParty(services, party, shown);
      if (linkDetails.length === 0) throw new ApiError(404);
      return { fields: { linkDetails } };
    },
  });
}
