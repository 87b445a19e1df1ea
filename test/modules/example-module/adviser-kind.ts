import type { RecordKind } from '../../../src/modules/shared/record/index.ts';

export const ADVISER = { table: 'advisers', id: 'adviser_id', unknown: 404 } as const satisfies RecordKind<'advisers'>;
