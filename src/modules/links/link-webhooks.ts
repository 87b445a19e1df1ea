/** The webhooks of links. */
import type { WebhookDeclaration } from '../../http/openapi/index.ts';

const LINK = ['id', 'firstEntryType', 'firstEntry', 'relatedEntryType', 'relatedEntry', 'linkType', 'notes'];

export const LINK_WEBHOOKS: readonly WebhookDeclaration[] = [
  { name: 'createLink', group: 'Links', summary: 'A link was made', fields: LINK },
  { name: 'deleteLink', group: 'Links', summary: 'A link was deleted', fields: LINK },
];
