import Type from 'typebox';
import { choice } from '../../http/parameters/index.ts';
import { choicesSchema, textOrNull } from '../shared/values/index.ts';

const SEVERITIES = ['info', 'warning', 'urgent'] as const;

export const severityKind = choice(SEVERITIES, { description: 'info when absent.' });

/** A notice in all its forms; it never changes. */
export interface NoticeFields {
  readonly noticeId: string;
  readonly severity: (typeof SEVERITIES)[number];
  readonly securityId: string | null;
  readonly text: string;
  readonly sentDate: string;
}

export const noticeSchema = {
  noticeId: Type.String(),
  severity: choicesSchema(SEVERITIES),
  securityId: textOrNull('The security that it is about; null: none in particular.'),
  text: Type.String(),
  sentDate: Type.String({ description: 'YYYY-MM-DD HH:MM:SS, UTC.' }),
};
