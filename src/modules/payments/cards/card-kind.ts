import type { RecordKind } from '../../shared/record/index.ts';

/** The card of an account, by the account's id. */
export const LINKED_CARD = {
  table: 'linked_cards',
  id: 'account_id',
  unknown: 404,
} as const satisfies RecordKind<'linked_cards'>;
