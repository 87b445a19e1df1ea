import type { RecordKind } from '../../shared/record/index.ts';

export const FUND_MOVE = {
  table: 'ach_fund_moves',
  id: 'ref_num',
  unknown: 212,
} as const satisfies RecordKind<'ach_fund_moves'>;
