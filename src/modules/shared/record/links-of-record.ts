import { ownedBy } from '../../../database/queries/index.ts';
import type { Db, LinkRow } from '../../../database/schema/index.ts';

/**
 * Deletes virtually the links from and to a record that is deleted in the same transaction, so that no account keeps a
 * deleted primary party or owner. Answers their webhooks, in the order in which the links were made.
 */
export async function deleteLinksOf(
  transaction: Db,
  of: { readonly clientId: string; readonly id: string },
  nowUs: number,
): Promise<readonly DeletedLink[]> {
  const links = await transaction
    .updateTable('links')
    .set({ deleted_at: nowUs, updated_at: nowUs })
    .where(ownedBy(of.clientId))
    .where((row) => row.or([row('first_entry', '=', of.id), row('related_entry', '=', of.id)]))
    .where('deleted_at', 'is', null)
    .returningAll()
    .execute();
  return links
    .sort((one, other) => one.link_id - other.link_id)
    .map((link) => ({ method: 'deleteLink', fields: linkFields(link) }));
}

/** The webhook of a deleted link. */
export interface DeletedLink {
  readonly method: 'deleteLink';
  readonly fields: ReturnType<typeof linkFields>;
}

/** A link as methods and webhooks show it (C60). */
export function linkFields({ link_id, ...link }: LinkRow) {
  return {
    id: String(link_id),
    firstEntryType: link.first_entry_type,
    firstEntry: link.first_entry,
    relatedEntryType: link.related_entry_type,
    relatedEntry: link.related_entry,
    linkType: link.link_type,
    notes: link.notes,
  };
}
