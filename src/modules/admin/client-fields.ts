import Type from 'typebox';
import type { ClientRow } from '../../database/schema/index.ts';
import { text } from '../../http/parameters/index.ts';
import { timestamp } from '../shared/values/index.ts';

export const clientSchema = Type.Object({
  clientId: Type.String(),
  parentId: Type.String({ description: 'the client itself when it is a parent' }),
  name: Type.String(),
  active: Type.String({ enum: ['Yes', 'No'] }),
  createdDate: Type.String(),
});

export const clientName = () => text({ description: 'name of the client', maxLength: 200 });

export function clientFields(row: ClientRow) {
  return {
    clientId: row.client_id,
    parentId: row.parent_id,
    name: row.name,
    active: row.active === 1 ? 'Yes' : 'No',
    createdDate: timestamp(row.created_at),
  };
}
