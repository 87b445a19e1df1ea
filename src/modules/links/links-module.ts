import type { Method } from '../../http/methods/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { createLink } from './create-link.ts';
import { deleteLink } from './delete-link.ts';
import { getAccountLinkId } from './get-account-link-id.ts';
import { getAllLinks } from './get-all-links.ts';
import { getLink } from './get-link.ts';
import { getLinkedAccounts } from './get-linked-accounts.ts';
import { listLinks } from './list-links.ts';

/** Links between accounts and their parties, entities and other accounts. */
export function linksModule(services: ModuleServices): Method[] {
  return [
    createLink(services),
    deleteLink(services),
    getLink(services),
    getAllLinks(services),
    listLinks(services),
    getAccountLinkId(services),
    getLinkedAccounts(services),
  ];
}
