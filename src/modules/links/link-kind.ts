import type { RecordKind } from '../shared/record/index.ts';

export const LINK: RecordKind<'links'> = { table: 'links', id: 'link_id', unknown: 404 };
