/** What the webhook of the operator's notices tells (S30). */
import type { WebhookDeclaration } from '../../http/openapi/index.ts';
import { GROUP } from './notice-services.ts';

export const NOTICE_WEBHOOKS: readonly WebhookDeclaration[] = [
  {
    name: 'notice',
    group: GROUP,
    summary: 'The operator tells all clients something; whoever is registered gets it',
    fields: ['noticeId', 'severity', 'securityId', 'text', 'sentDate'],
  },
];
