import { ownedBy } from '../../../database/queries/index.ts';
import type { Db } from '../../../database/schema/index.ts';

/**
 * Deletes virtually the links from and to a record that is deleted in the same transaction, so that no account keeps a
 * deleted primary party or owner.
 */
export async function deleteLinksOf(
  transaction: Db,
  of: { readonly clientId: string; readonly id: string },
  nowUs: number,
): Promise<void> {
  await transaction
    .updateTable('links')
    .set({ deleted_at: nowUs, updated_at: nowUs })
    .where(ownedBy(of.clientId))
    .where((row) => row.or([row('first_entry', '=', of.id), row('related_entry', '=', of.id)]))
    .where('deleted_at', 'is', null)
    .execute();
}
