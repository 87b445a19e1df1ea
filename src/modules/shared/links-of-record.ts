import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import { ownedBy } from './record/index.ts';

/**
 * Deletes virtually the links from and to a record of the client that is itself deleted, in the same transaction:
 * nobody then has a primary party, or an owner, that no read finds.
 */
export async function deleteLinksOf(
  transaction: Kysely<Schema>,
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
