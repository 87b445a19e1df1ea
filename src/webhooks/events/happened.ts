import { formatInstant } from '../../calendar/format-time.ts';
import type { EventSeq } from '../../exchange/api/index.ts';
import type { Microseconds } from '../../time/units.ts';

/** In each of them, so that a receiver can sort: the venue's sequence number, and RFC 3339 with microseconds. */
export function happened({ seq, time }: { readonly seq: EventSeq; readonly time: Microseconds }) {
  return { eventSeq: seq, eventTime: formatInstant(time) };
}
