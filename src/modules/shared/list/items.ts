import Type, { type TObject } from 'typebox';
import type { Client } from '../../../http/client.ts';
import { redaction } from '../pii-levels.ts';
import type { Item, Resource, Row, Table } from './resource.ts';

/** What itemsOf answers. */
export function shownSchema<T extends Table>({ itemSchema }: Resource<T>): TObject {
  const clientId = Type.Optional(Type.String({ description: 'whose record it is; for master keys' }));
  return Type.Object({ ...itemSchema.properties, clientId });
}

/** Items as the caller may see them: above the granted level redacted, with clientId for a master key. */
export async function itemsOf<T extends Table>(
  resource: Resource<T>,
  rows: readonly Row<T>[],
  client: Client,
): Promise<Item[]> {
  const shown = resource.pii ? redaction(client, resource.pii) : (item: Item) => item;
  const items = (await resource.items(rows, client)).map(shown);
  if (!client.master) return items;
  return items.map((item, index) => ({ ...item, clientId: (rows[index] as { client_id?: unknown }).client_id }));
}
