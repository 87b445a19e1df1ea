import type { RecordKind } from '../../../shared/record/index.ts';

/** The one bank account of an account or issuer, under the id of either. */
export const EXTERNAL_ACCOUNT: RecordKind<'external_accounts'> = {
  table: 'external_accounts',
  id: 'owner_id',
  unknown: 149,
};
