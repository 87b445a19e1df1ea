import Type from 'typebox';
import type { LinkRow } from '../../database/schema/index.ts';
import { ApiError, defineMethod, inGroup, type Method } from '../../http/methods/index.ts';
import { choice, numericId, optional, required, text } from '../../http/parameters/index.ts';
import {
  ACCOUNT,
  ACCOUNT_LEVELS,
  accountFieldsWithLinks,
  accountWithLinksSchema,
  findAccount,
} from '../accounts/index.ts';
import { findPerson, PERSON } from '../parties/index.ts';
import { change, sendWebhookOfRead } from '../shared/change/index.ts';
import type { ModuleDeps } from '../shared/deps.ts';
import { resourceMethods } from '../shared/list/index.ts';
import { deleteMethod, getMethod } from '../shared/methods/index.ts';
import { found, linkFields, readerOf, shownTo, shownToSchema } from '../shared/record/index.ts';
import { line, written, writtenSchema } from '../shared/values/index.ts';
import { checkLink } from './link-checks.ts';
import { LINK, linkedAccountFields, linkedAccountSchema, linkResource, linkSchema } from './link-fields.ts';
import { insertLink, linksOfAccount, linksOfParty } from './link-records.ts';

/** Links between accounts and their parties, entities and other accounts. */
export function linksModule(deps: ModuleDeps): Method[] {
  const byId = { deps, kind: LINK, id: { name: 'id', kind: numericId({ description: 'link id' }) } };
  return inGroup('Links', [
    createLink(deps),
    deleteMethod({
      ...byId,
      name: 'deleteLink',
      summary: 'Deletes a link virtually',
      description: 'The record is kept and no longer shown; the records that it linked stay.',
      webhook: linkFields,
    }),
    getMethod({
      ...byId,
      name: 'getLink',
      summary: 'Reads a link',
      description: 'Answers the two records that it links, and how.',
      key: 'linkDetails',
      schema: linkSchema,
      show: linkFields,
    }),
    getAllLinks(deps),
    ...resourceMethods(linkResource(deps), { many: 'links' }),
    getAccountLinkId(deps),
    getLinkedAccounts(deps),
  ]);
}

function createLink(deps: ModuleDeps): Method {
  const { nowUs } = deps;
  return defineMethod({
    name: 'createLink',
    verb: 'PUT',
    style: 'resource',
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
    handler: change(deps, async ({ client, values }, db) => {
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
    }),
  });
}

function getAllLinks(deps: ModuleDeps): Method {
  return defineMethod({
    name: 'getAllLinks',
    summary: 'Links from and to an account, newest first, at most 10,000; use GET /v3/links',
    description: 'Deleted links are left out.',
    refusals: [148],
    deprecated: true,
    parameters: { accountId: required(text({ description: 'A and 6 to 10 digits', maxLength: 100 })) },
    response: Type.Object({ linkDetails: Type.Array(shownToSchema(linkSchema)) }),
    handler: async ({ client, values }) => {
      const account = found(ACCOUNT, await findAccount(deps.db, readerOf(client), values.accountId));
      const shown = (row: LinkRow) => shownTo(client, row, linkFields(row));
      return { fields: { linkDetails: await linksOfAccount(deps, account, shown) } };
    },
  });
}

function getAccountLinkId(deps: ModuleDeps): Method {
  return defineMethod({
    name: 'getAccountLinkId',
    group: 'Accounts',
    summary: 'Reads an account with the ids of its links',
    description: 'For an account without links, the ids are an empty list.',
    refusals: [148],
    parameters: { accountId: required(text({ description: 'A and 6 to 10 digits', maxLength: 100 })) },
    response: Type.Object({ accountDetails: shownToSchema(accountWithLinksSchema) }),
    levels: ACCOUNT_LEVELS,
    handler: async (call) => {
      const { client, values } = call;
      const account = found(ACCOUNT, await findAccount(deps.db, readerOf(client), values.accountId));
      const linkIds = await linksOfAccount(deps, account, (link) => String(link.link_id));
      const fields = accountFieldsWithLinks(account, deps.secrets, linkIds);
      if (linkIds.length > 0) await sendWebhookOfRead(deps, call, fields);
      return { fields: { accountDetails: shownTo(client, account, fields) } };
    },
  });
}

function getLinkedAccounts(deps: ModuleDeps): Method {
  return defineMethod({
    name: 'getLinkedAccounts',
    host: 'legacy',
    group: 'Legacy',
    summary: 'Links to a party or entity, newest first, at most 10,000; use GET /v3/links',
    description: 'A party or entity without links is refused (404).',
    refusals: [198, 404],
    deprecated: true,
    parameters: { partyId: required(text({ description: 'party or entity id', maxLength: 100 })) },
    response: Type.Object({ linkDetails: Type.Array(shownToSchema(linkedAccountSchema)) }),
    handler: async ({ client, values }) => {
      const party = found(PERSON, await findPerson(deps.db, readerOf(client), values.partyId));
      const shown = (row: LinkRow) => shownTo(client, row, linkedAccountFields(row));
      const linkDetails = await linksOfParty(deps, party, shown);
      if (linkDetails.length === 0) throw new ApiError(404);
      return { fields: { linkDetails } };
    },
  });
}
