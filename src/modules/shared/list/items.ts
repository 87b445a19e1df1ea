import type { TObject } from 'typebox';
import { type Client, inPieces } from '../../../http/methods/index.ts';
import { shownTo, shownToSchema } from '../record/index.ts';
import type { Item, Resource, Row, Table } from './resource.ts';

/** The result of itemsOf. */
export function shownSchema<T extends Table>({ itemSchema }: Resource<T>): TObject {
  return shownToSchema(itemSchema);
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
