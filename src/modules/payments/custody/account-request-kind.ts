import type { RecordKind } from '../../shared/record/index.ts';

export const ACCOUNT_REQUEST: RecordKind<'custody_account_requests'> = {
  table: 'custody_account_requests',
  id: 'request_id',
  unknown: 404,
};
