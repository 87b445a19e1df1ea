import Type from 'typebox';
import type { WebhookTokenRow } from '../../database/schema/index.ts';
import { timestamp } from '../shared/values/index.ts';

export const tokenSchema = Type.Object({
  tokenId: Type.String(),
  parentId: Type.String(),
  token: Type.String({ description: 'its first characters, then stars' }),
  active: Type.String({ enum: ['Yes', 'No'] }),
  createdDate: Type.String(),
  retiredDate: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
});

export function tokenFields(row: WebhookTokenRow) {
  return {
    tokenId: row.token_id,
    parentId: row.parent_id,
    token: row.masked,
    active: row.retired_at === null ? 'Yes' : 'No',
    createdDate: timestamp(row.created_at),
    retiredDate: row.retired_at === null ? null : timestamp(row.retired_at),
  };
}
