import type { Generated } from 'kysely';
import type { NoticeKind } from '../../exchange/api/index.ts';

/** What the venue is still to tell in its order. */
export interface VenueNoticeTables {
  venue_notices: VenueNoticeRow;
}

export interface VenueNoticeRow {
  /** Counts up in the order of writing, among the rows that are there. */
  notice_seq: Generated<number>;
  /** Random. */
  notice_id: string;
  security_id: number;
  kind: NoticeKind;
  /** To whom, and what: JSON. */
  notes: string;
}
