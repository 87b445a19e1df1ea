import type { RecordKind } from '../shared/record/index.ts';

/** A document that was sent to be signed. */
export const SIGNATURE = {
  table: 'signatures',
  id: 'signature_id',
  unknown: 404,
} as const satisfies RecordKind<'signatures'>;

/** A template that the documents for the investors of an offering are made from. */
export const TEMPLATE = {
  table: 'subscription_templates',
  id: 'template_id',
  unknown: 404,
} as const satisfies RecordKind<'subscription_templates'>;
