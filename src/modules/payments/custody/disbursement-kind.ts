import type { RecordKind } from '../../shared/record/index.ts';

export const DISBURSEMENT: RecordKind<'custody_fund_disbursements'> = {
  table: 'custody_fund_disbursements',
  id: 'request_id',
  unknown: 404,
};
