import { choice } from '../../http/parameters/index.ts';
import { NOTICE_SEVERITIES } from '../ats/index.ts';

export const severityKind = choice(NOTICE_SEVERITIES, { description: 'info when absent.' });

/** A notice in all its forms; it never changes. */
export interface NoticeFields {
  readonly noticeId: string;
  readonly severity: (typeof NOTICE_SEVERITIES)[number];
  readonly securityId: string | null;
  readonly text: string;
  readonly sentDate: string;
}
