import Type from 'typebox';
import { defineMethod, type Method } from '../../http/method.ts';
import { choice, numericId, optional, required, text } from '../../http/parameters.ts';
import { ApiError } from '../../http/status-codes.ts';
import { accountFieldsWithLinks, accountWithLinksSchema, findAccount } from '../accounts/index.ts';
import { findPerson } from '../parties/index.ts';
import { written, writtenSchema } from '../shared/answers.ts';
import { defineList } from '../shared/list/index.ts';
import { line } from '../shared/parameters.ts';
import type { ModuleServices } from '../shared/services.ts';
import { checkLink, refuseConflicts } from './link-checks.ts';
import { linkedAccountFields, linkedAccountSchema, linkFields, linkSchema } from './link-fields.ts';
import { deleteLink, findLink, insertLink, linksOfAccount, linksOfParty } from './link-records.ts';
import { linkResource } from './link-resource.ts';

const GROUP = 'Links';
const accountId = required(text({ description: 'A and 6 to 10 digits', maxLength: 100 }));

/** Links between accounts and those who stand behind them. */
export function linksModule(services: ModuleServices): Method[] {
  const { db, secrets } = services;
  return [
    defineMethod({
      name: 'createLink',
      verb: 'PUT',
      style: 'resource',
      group: GROUP,
      summary: 'Links an account to a party, an entity or another account',
      source: 'spec/3 Links, spec/4 9',
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
      handler: async ({ client, values }) => {
        const { clientId } = client;
        const sent = { ...values, notes: values.notes ?? '', primary: values.primary_value === '1' };
        const link = await checkLink(db, clientId, sent);
        const row = await insertLink(db, clientId, link, services.now());
        if (row === undefined) {
          // Somebody was faster; the fault is told as if that had been seen before.
          await refuseConflicts(db, clientId, link);
          throw new ApiError(1400, undefined, {
            statusDesc: 'A conflicting link was made at the same time; try again.',
          });
        }
        const fields = linkFields(row);
        return { fields: { linkDetails: written({ id: String(row.link_id) }) }, webhook: fields };
      },
    }),

    defineMethod({
      name: 'deleteLink',
      verb: 'POST',
      group: GROUP,
      summary: 'Deletes a link virtually',
      source: 'spec/3 Links, spec/4 9',
      parameters: { id: required(numericId({ description: 'link id' })) },
      response: Type.Object({}),
      handler: async ({ client, values }) => {
        const row = await deleteLink(db, client.clientId, values.id, services.now());
        if (row === undefined) throw new ApiError(404);
        return { webhook: linkFields(row) };
      },
    }),

    defineMethod({
      name: 'getLink',
      verb: 'POST',
      group: GROUP,
      summary: 'Reads a link',
      source: 'spec/3 Links, spec/4 9',
      parameters: { id: required(numericId({ description: 'link id' })) },
      response: Type.Object({ linkDetails: Type.Array(linkSchema) }),
      handler: async ({ client, values }) => {
        const row = await findLink(db, client.clientId, values.id);
        if (row === undefined) throw new ApiError(404);
        return { fields: { linkDetails: [linkFields(row)] } };
      },
    }),

    defineMethod({
      name: 'getAllLinks',
      verb: 'POST',
      group: GROUP,
      summary: 'Links from and to an account, newest first, at most 10,000; use GET /v3/links',
      source: 'spec/3 Links, spec/4 9',
      deprecated: true,
      parameters: { accountId },
      response: Type.Object({ linkDetails: Type.Array(linkSchema) }),
      handler: async ({ client, values }) => {
        const account = await findAccount(db, client.clientId, values.accountId);
        if (account === undefined) throw new ApiError(148);
        const rows = await linksOfAccount(db, client.clientId, account.account_id);
        return { fields: { linkDetails: rows.map(linkFields) } };
      },
    }),

    defineList(linkResource(services), {
      name: 'listLinks',
      path: '/v3/links',
      key: 'links',
      group: GROUP,
      summary: 'Lists links, newest first',
      source: 'spec/3 Links, spec/4 0.3',
    }),

    defineMethod({
      name: 'getAccountLinkId',
      verb: 'POST',
      group: 'Accounts',
      summary: 'Reads an account with the ids of its links',
      source: 'spec/4 8',
      parameters: { accountId },
      response: Type.Object({ accountDetails: accountWithLinksSchema }),
      handler: async ({ client, values }) => {
        const account = await findAccount(db, client.clientId, values.accountId);
        if (account === undefined) throw new ApiError(148);
        const links = await linksOfAccount(db, client.clientId, account.account_id);
        const linkIds = links.map((link) => String(link.link_id));
        const fields = accountFieldsWithLinks(account, secrets, linkIds);
        return { fields: { accountDetails: fields }, ...(linkIds.length > 0 ? { webhook: fields } : {}) };
      },
    }),

    defineMethod({
      name: 'getLinkedAccounts',
      verb: 'POST',
      host: 'legacy',
      group: 'Legacy',
      summary: 'Links to a party or entity, newest first, at most 10,000; use GET /v3/links',
      source: 'spec/3 Legacy, spec/4 9',
      deprecated: true,
      parameters: { partyId: required(text({ description: 'party or entity id', maxLength: 100 })) },
      response: Type.Object({ linkDetails: Type.Array(linkedAccountSchema) }),
      handler: async ({ client, values }) => {
        const party = await findPerson(db, client.clientId, values.partyId);
        if (party === undefined) throw new ApiError(198);
        const rows = await linksOfParty(db, client.clientId, party.party_id);
        if (rows.length === 0) throw new ApiError(404);
        return { fields: { linkDetails: rows.map(linkedAccountFields) } };
      },
    }),
  ];
}
