import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { choice, optional, required, text } from '../../http/parameters/index.ts';
import { change } from '../shared/change/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { line, written, writtenSchema } from '../shared/values/index.ts';
import { checkLink } from './link-checks.ts';
import { linkFields } from './link-fields.ts';
import { insertLink } from './link-records.ts';

export function createLink(services: ModuleServices): Method {
  const { nowUs } = services;
  return defineMethod({
    name: 'createLink',
    verb: 'PUT',
    style: 'resource',
    group: 'Links',
    summary: 'Links an account to a party, an entity or another account',
    description: 'Both records must be those of the client. The same link a second time is refused (1400).',
    refusals: [1404, 1422],
    parameters: {
      firstEntryType: required(line('Account, in any case')),
      firstEntry: required(line('account id')),
      relatedEntryType: required(line('Account, IndivACParty or EntityACParty, in any case')),
      relatedEntry: required(line('id of the account, party or entity')),
      linkType: required(line('owner, secondary, manager, member, officer, ...; in any case')),
      notes: optional(text({ description: 'free text' })),
      primary_value: optional(
        choice(['0', '1'], { description: '1: the primary party of the account, at most one; 0 by default' }),
      ),
    },
    response: Type.Object({ linkDetails: writtenSchema(Type.Object({ id: Type.String() })) }),
    handler: change(
      services,
      async ({ client, values }, db) => {
        const { clientId } = client;
        const sent = { ...values, notes: values.notes ?? '', primary: values.primary_value === '1' };
        const link = await checkLink(db, clientId, sent);
        const row = await insertLink(db, clientId, link, nowUs());
        if (row === undefined) {
          // Another call was faster: answer with the fault that the checks would find now.
          await checkLink(db, clientId, sent);
          throw new ApiError(1400, undefined, {
            statusDesc: 'A conflicting link was made at the same time; try again.',
          });
        }
        const fields = linkFields(row);
        return { fields: { linkDetails: written({ id: String(row.link_id) }) }, webhook: fields };
      },
      { ids: ['link'] },
    ),
  });
}
