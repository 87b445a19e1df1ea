import type { Generated } from 'kysely';
import type { NoticeKind } from '../../exchange/api/index.ts';

/** Notices that are not yet in the venue's journal. */
export interface VenueNoticeTables {
  venue_notices: VenueNoticeRow;
}

interface VenueNoticeRow {
  /** Ascending in the order of writing, among the present rows. */
  notice_seq: Generated<number>;
  /** Random. */
  notice_id: string;
  security_id: number;
  kind: NoticeKind;
  /** The recipients and their fields: JSON. */
  notes: string;
}
