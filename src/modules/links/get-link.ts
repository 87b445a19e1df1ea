import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, required } from '../../http/parameters/index.ts';
import { found, readerOf, shownTo, shownToSchema } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { linkFields, linkSchema } from './link-fields.ts';
import { LINK } from './link-kind.ts';
import { findLink } from './link-records.ts';

export function getLink({ db }: ModuleServices): Method {
  return defineMethod({
    name: 'getLink',
    verb: 'POST',
    group: 'Links',
    summary: 'Reads a link',
    description: 'Answers the two records that it links, and how.',
    refusals: [404],
    parameters: { id: required(numericId({ description: 'link id' })) },
    response: Type.Object({ linkDetails: Type.Array(shownToSchema(linkSchema)) }),
    handler: async ({ client, values }) => {
      const row = found(LINK, await findLink(db, readerOf(client), values.id));
      return { fields: { linkDetails: [shownTo(client, row, linkFields(row))] } };
    },
  });
}
