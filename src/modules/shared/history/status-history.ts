import type { Db, StatusChangeRow } from '../../../database/schema/index.ts';
import { ownedBy, type Reader } from '../record/index.ts';
import { at, orNull, says, view } from '../values/index.ts';

export const STATUS_CHANGE_VIEW = view<StatusChangeRow>('StatusChange')({
  status: says(({ name }) => name, 'The name of the field that changed, such as kycStatus.'),
  before: orNull('status_before'),
  after: orNull('status_after'),
  changedDate: at('changed_at'),
});

/** Of a record that the reader may read: newest first, at most 200, because no more are kept of a record. */
export function statusChangesOf(db: Db, reader: Reader, recordId: string): Promise<StatusChangeRow[]> {
  return db
    .selectFrom('status_changes')
    .selectAll()
    .where('record_id', '=', recordId)
    .where(ownedBy(reader))
    .orderBy('position', 'desc')
    .execute();
}
