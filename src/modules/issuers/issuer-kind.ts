import type { RecordKind } from '../shared/record/index.ts';

export const ISSUER: RecordKind<'issuers'> = { table: 'issuers', id: 'issuer_id', unknown: 136 };
