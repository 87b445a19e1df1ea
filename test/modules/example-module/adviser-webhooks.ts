import type { WebhookDeclaration } from '../../../src/http/openapi/webhooks.ts';
import { shownNames } from '../../../src/modules/shared/record/index.ts';
import { ADVISER_FIELDS } from './adviser-fields.ts';

/** In the program: one of src/modules/webhook-list.ts. */
export const ADVISER_WEBHOOKS: readonly WebhookDeclaration[] = [
  { name: 'createAdviser', group: 'Advisers', summary: 'An adviser was stored', fields: shownNames(ADVISER_FIELDS) },
  { name: 'updateAdviser', group: 'Advisers', summary: 'An adviser was changed', fields: shownNames(ADVISER_FIELDS) },
  { name: 'deleteAdviser', group: 'Advisers', summary: 'An adviser was deleted', fields: ['adviserId'] },
];
