/** How far a client has read (H7): opaque outside, the venue and a sequence number inside. */
import { createHash } from 'node:crypto';
import type { EventFeed, EventSeq } from '../../../exchange/api/index.ts';
import type { ApiError } from '../../../http/methods/index.ts';
import { refusalError } from '../shared/index.ts';

type Venue = Pick<EventFeed, 'venueId' | 'shard' | 'lastEventSeq'>;

const FORM = /^([0-9a-f]{8})\.(0|[1-9][0-9]{0,15})$/;

export function cursorAt(venue: Venue, seq: EventSeq): string {
  return Buffer.from(`${markOf(venue)}.${seq}`).toString('base64url');
}

/** The sequence number of a cursor; or why it is not taken. */
export function readCursor(venue: Venue, cursor: string): number | 'malformed' | 'foreign' | 'future' {
  const [, mark, seq] = FORM.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (seq === undefined) return 'malformed';
  if (mark !== markOf(venue)) return 'foreign';
  return Number(seq) <= venue.lastEventSeq() ? Number(seq) : 'future';
}

const FAULTS = {
  malformed: 'malformed cursor',
  foreign: 'cursor of another venue',
  future: 'cursor ahead of the venue',
} as const;

/** The sequence number of a cursor; the error where it is malformed, of another venue, or ahead of this one. */
export function seqOf(venue: Venue, cursor: string): number | ApiError {
  const seq = readCursor(venue, cursor);
  return typeof seq === 'number' ? seq : refusalError(FAULTS[seq]);
}

let known = { venueId: '', shard: -1, mark: '' };

/** Which venue and shard it is. There is one in a process, and its cursors go out by the thousand. */
function markOf({ venueId, shard }: Venue): string {
  if (known.venueId !== venueId || known.shard !== shard) {
    const mark = createHash('sha256').update(`${venueId}\n${shard}`).digest('hex').slice(0, 8);
    known = { venueId, shard, mark };
  }
  return known.mark;
}
