import type { RecordKind } from '../shared/record/index.ts';

export const OFFERING: RecordKind<'offerings'> = { table: 'offerings', id: 'offering_id', unknown: 138 };
