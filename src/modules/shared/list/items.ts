import type { TObject } from 'typebox';
import { type Client, inPieces, type PiiLevel } from '../../../http/methods/index.ts';
import { redaction, shownTo, shownToSchema } from '../record/index.ts';
import type { Item, Resource, Row, Table } from './resource.ts';

/** The result of itemsOf. */
export function shownSchema<T extends Table>({ itemSchema }: Resource<T>): TObject {
  return shownToSchema(itemSchema);
}

/**
 * Items as the caller may see them: fields above the granted level (at least `floor`) are redacted; a master key gets
 * clientId too.
 */
export async function itemsOf<T extends Table>(
  resource: Resource<T>,
  rows: readonly Row<T>[],
  client: Client,
  floor?: PiiLevel,
): Promise<readonly Item[]> {
  const shown = resource.pii ? redaction(client, resource.pii, floor) : (item: Item) => item;
  return inPieces(rows, async (piece) => {
    const items = await resource.items(piece, client);
    return items.map((item, index) => shownTo(client, piece[index] as { client_id: string }, shown(item)));
  });
}
