import Type from 'typebox';
import type { ApiKeyRow } from '../../database/schema/index.ts';
import { timestamp } from '../shared/values/index.ts';
import { ALL, deniedBy, type Grant, readGrant } from './permissions.ts';

const GRANT = Type.Unsafe<Grant>({
  anyOf: [
    { type: 'string', const: ALL },
    { type: 'array', items: { type: 'string' } },
  ],
});

export const keySchema = Type.Object({
  keyId: Type.String(),
  clientId: Type.String(),
  master: Type.String({ enum: ['Yes', 'No'] }),
  scopes: GRANT,
  deniedMethods: Type.Array(Type.String()),
  fieldPermissions: GRANT,
  active: Type.String({ enum: ['Yes', 'No'] }),
  createdDate: Type.String(),
  revokedDate: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
});

export function keyFields(row: ApiKeyRow) {
  return {
    keyId: row.key_id,
    clientId: row.client_id,
    master: row.master === 1 ? 'Yes' : 'No',
    scopes: readGrant(row.scopes),
    deniedMethods: deniedBy(row),
    fieldPermissions: readGrant(row.field_permissions),
    active: row.revoked_at === null ? 'Yes' : 'No',
    createdDate: timestamp(row.created_at),
    revokedDate: row.revoked_at === null ? null : timestamp(row.revoked_at),
  };
}
