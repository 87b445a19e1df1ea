import type { RecordKind } from '../shared/record/index.ts';

/** A document that was sent to be signed. */
export const SIGNATURE = {
  table: 'signatures',
  id: 'signature_id',
  unknown: 404,
} as const satisfies RecordKind<'signatures'>;

/** A template of an offering, from which the documents of its investors are made. */
export const TEMPLATE = {
  table: 'subscription_templates',
  id: 'template_id',
  unknown: 404,
} as const satisfies RecordKind<'subscription_templates'>;
