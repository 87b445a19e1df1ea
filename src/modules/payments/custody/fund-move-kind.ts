import type { RecordKind } from '../../shared/record/index.ts';

export const CUSTODY_FUND_MOVE: RecordKind<'custody_fund_moves'> = {
  table: 'custody_fund_moves',
  id: 'reference_number',
  unknown: 212,
};
