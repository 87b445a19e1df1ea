/** The webhook of the operator's notices (S30). */
import { webhooksIn } from '../../http/openapi/index.ts';

export const NOTICE_WEBHOOKS = webhooksIn('ATS', {
  notice: {
    summary: 'The operator sent a notice to all clients; registered clients get it',
    fields: ['noticeId', 'severity', 'securityId', 'text', 'sentDate'],
  },
});
