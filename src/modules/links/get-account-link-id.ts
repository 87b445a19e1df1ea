import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { required, text } from '../../http/parameters/index.ts';
import {
  ACCOUNT,
  accountFieldsWithLinks,
  accountWithLinksSchema,
  findAccount,
  withTaxIdShown,
} from '../accounts/index.ts';
import { sendWebhookOfRead } from '../shared/change/index.ts';
import { found, readerOf, shownTo, shownToSchema } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { linksOfAccount } from './link-records.ts';

export function getAccountLinkId(services: ModuleServices): Method {
  return defineMethod({
    name: 'getAccountLinkId',
    verb: 'POST',
    group: 'Accounts',
    summary: 'Reads an account with the ids of its links',
    description: 'For an account without links, the ids are an empty list.',
    refusals: [148],
    parameters: { accountId: required(text({ description: 'A and 6 to 10 digits', maxLength: 100 })) },
    response: Type.Object({ accountDetails: shownToSchema(accountWithLinksSchema) }),
    handler: async (call) => {
      const { client, values } = call;
      const account = found(ACCOUNT, await findAccount(services.db, readerOf(client), values.accountId));
      const linkIds = await linksOfAccount(services, account, (link) => String(link.link_id));
      const fields = accountFieldsWithLinks(account, services.secrets, linkIds);
      if (linkIds.length > 0) await sendWebhookOfRead(services, call, fields);
      return { fields: { accountDetails: shownTo(client, account, withTaxIdShown(fields, client)) } };
    },
  });
}
