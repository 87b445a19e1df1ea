/** How far a client has read (H7): opaque outside, the venue and a sequence number inside. */
import { createHash } from 'node:crypto';
import type { EventFeed, EventSeq } from '../../../exchange/api/index.ts';
import type { ApiError } from '../../../http/methods/index.ts';
import { refusalError } from '../shared/index.ts';

type Venue = Pick<EventFeed, 'venueId' | 'shard' | 'lastEventSeq' | 'restores'>;

const FORM = /^([0-9a-f]{8})\.(0|[1-9][0-9]{0,15})$/;

export function cursorAt(venue: Venue, seq: EventSeq): string {
  return Buffer.from(`${marksOf(venue).at(-1)}.${seq}`).toString('base64url');
}

/** The sequence number of a cursor; or why it is not taken. */
export function readCursor(venue: Venue, cursor: string): number | 'malformed' | 'foreign' | 'future' {
  const [, mark = '', seq] = FORM.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (seq === undefined) return 'malformed';
  const part = marksOf(venue).lastIndexOf(mark);
  if (part === -1) return 'foreign';
  // A later event of a part that a restore ended is gone, even where another one has its number by now.
  const last = venue.restores[part]?.seq ?? venue.lastEventSeq();
  return Number(seq) <= last ? Number(seq) : 'future';
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

type Marked = Pick<Venue, 'venueId' | 'shard' | 'restores'> & { readonly marks: readonly string[] };
let known: Marked = { venueId: '', shard: -1, restores: [], marks: [] };

/**
 * Which venue and shard it is, before the first restore and after each. There is one in a process, and its cursors go
 * out by the thousand.
 */
function marksOf({ venueId, shard, restores }: Venue): readonly string[] {
  if (known.venueId !== venueId || known.shard !== shard || known.restores !== restores) {
    const parts = ['', ...restores.map(({ id }) => `\n${id}`)];
    const marks = parts.map((part) =>
      createHash('sha256').update(`${venueId}\n${shard}${part}`).digest('hex').slice(0, 8),
    );
    known = { venueId, shard, restores, marks };
  }
  return known.marks;
}
