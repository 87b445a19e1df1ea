import Type, { type TObject, type TSchema } from 'typebox';
import { type Client, inPieces, namedObject } from '../../../http/methods/index.ts';
import { shownTo, shownToSchema } from '../record/index.ts';
import type { Item, Resource, Row, Table } from './resource.ts';

/** The result of itemsOf. */
export function shownSchema<T extends Table>({ itemSchema }: Resource<T>): TObject {
  return shownToSchema(itemSchema);
}

/** As shownSchema, with what listedItemsOf adds. */
export function listedSchema<T extends Table>(resource: Resource<T>): TSchema {
  const schema = shownSchema(resource);
  if (resource.hides === 'nothing') return schema;
  const virtualStatus = Type.Optional(
    Type.Unsafe<string>({ type: 'string', enum: ['ACTIVE', 'DELETED'], description: 'Only with deleted=true.' }),
  );
  return Type.Intersect([schema, namedObject('Deletable', { virtualStatus })]);
}

/** As itemsOf, for a list; where it has deleted records too, each item says whether it is one (C30). */
export async function listedItemsOf<T extends Table>(
  resource: Resource<T>,
  rows: readonly Row<T>[],
  { client, deleted }: { readonly client: Client; readonly deleted: boolean },
): Promise<readonly Item[]> {
  const items = await itemsOf(resource, rows, client);
  if (!deleted || resource.hides === 'nothing') return items;
  return items.map((item, index) => {
    const { deleted_at } = rows[index] as { deleted_at: number | null };
    return { ...item, virtualStatus: deleted_at === null ? 'ACTIVE' : 'DELETED' };
  });
}

/** Items of an answer; a master key gets clientId too. */
export async function itemsOf<T extends Table>(
  resource: Resource<T>,
  rows: readonly Row<T>[],
  client: Client,
): Promise<readonly Item[]> {
  return inPieces(rows, async (piece) => {
    const items = await resource.items(piece, client);
    return items.map((item, index) => shownTo(client, piece[index] as { client_id: string }, item));
  });
}
