/** The checks of a subscribe: securities that exist, and a cursor that is not too old. */
import type { EventFeed, Markets, SecurityId } from '../../exchange/api/index.ts';
import { type RequestId, StreamError, type StreamErrorCode, type SubscribeRequest } from '../requests/index.ts';
import type { Counters } from '../wire/index.ts';
import type { CursorFault, StreamHistory } from './history.ts';

/** Events after a cursor that the stream still sends (S23). */
const EVENTS_MISSED_MAX = 1_000_000;

const CODES: Readonly<Record<CursorFault, StreamErrorCode>> = {
  malformed: 'malformed-cursor',
  foreign: 'foreign-cursor',
  future: 'future-cursor',
};

/** The event after which the cursor of a subscribe resumes; undefined: it has none. Throws StreamError. */
export function seqSince(
  { exchange, history }: { readonly exchange: Pick<EventFeed, 'lastEventSeq'>; readonly history: StreamHistory },
  { since, id }: SubscribeRequest,
): number | undefined {
  if (since === undefined) return undefined;
  const seq = history.seqOf(since);
  if (typeof seq === 'string') throw new StreamError(CODES[seq], undefined, id);
  if (exchange.lastEventSeq() - seq > EVENTS_MISSED_MAX) throw new StreamError('cursor-too-old', undefined, id);
  return seq;
}

/** A subscription resumes after an event. */
export function countResume(
  { exchange, counters }: { readonly exchange: Pick<EventFeed, 'lastEventSeq'>; readonly counters: Counters },
  since: number,
): void {
  counters.resumes += 1;
  counters.resumedEvents += exchange.lastEventSeq() - since;
}

const NAMED_IN_ERROR_MAX = 10;

/** Throws StreamError where one of them is no security of the venue. */
export function requireKnown(exchange: Markets, ids: readonly SecurityId[], id: RequestId): void {
  const unknown = ids.filter((securityId) => exchange.security(securityId) === undefined);
  if (unknown.length > 0) throw new StreamError('unknown-security', someOf(unknown), id);
}

/** The first of them, as a text. */
export function someOf(ids: readonly SecurityId[]): string {
  const rest = ids.length > NAMED_IN_ERROR_MAX ? ` and ${ids.length - NAMED_IN_ERROR_MAX} more` : '';
  return ids.slice(0, NAMED_IN_ERROR_MAX).join(', ') + rest;
}
