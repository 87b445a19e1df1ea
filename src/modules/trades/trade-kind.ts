import type { RecordKind } from '../shared/record/index.ts';

export const TRADE = { table: 'trades', id: 'trade_id', unknown: 189 } as const satisfies RecordKind<'trades'>;
