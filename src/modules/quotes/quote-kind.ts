import type { RecordKind } from '../shared/record/index.ts';

/** A quote, which belongs to the client that quotes. */
export const QUOTE = {
  table: 'quotes',
  id: 'quote_id',
  form: /^[0-9]{1,15}$/,
  unknown: 404,
} as const satisfies RecordKind<'quotes'>;
