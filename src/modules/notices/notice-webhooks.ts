/** The webhook of the operator's notices (S30). */
import type { WebhookDeclaration } from '../../http/openapi/index.ts';
import { GROUP } from './notice-services.ts';

export const NOTICE_WEBHOOKS: readonly WebhookDeclaration[] = [
  {
    name: 'notice',
    group: GROUP,
    summary: 'The operator sent a notice to all clients; registered clients get it',
    fields: ['noticeId', 'severity', 'securityId', 'text', 'sentDate'],
  },
];
