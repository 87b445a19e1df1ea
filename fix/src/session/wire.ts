import { encodeFields, encodeMessage } from '../codec/index.ts';
import { MSG, TAG } from '../dictionary/index.ts';
import { utcTimestamp } from './time.ts';

export const BEGIN_STRING = 'FIX.4.4';

/** A message of the outgoing sequence; its body as encodeFields returns it. */
export interface Numbered {
  readonly seq: number;
  readonly msgType: string;
  readonly body: string;
}

/** A stored one, with the time at which it was numbered. */
export interface Stored extends Numbered {
  readonly sentAt: number;
}

export interface CompIds {
  /** SenderCompID of what the gateway sends. */
  readonly own: string;
  /** SenderCompID of what the peer sends. */
  readonly peer: string;
}

interface Sending {
  readonly now: number;
  /** The first SendingTime of a message that is sent again. */
  readonly original?: number;
}

/** The bytes of a message. With `original` it is a possible duplicate. */
export function wireBytes(
  { own, peer }: CompIds,
  { seq, msgType, body }: Numbered,
  { now, original }: Sending,
): Buffer {
  const time = utcTimestamp(now);
  const duplicate = original === undefined ? '' : `43=Y\x01`;
  const first = original === undefined ? '' : `122=${utcTimestamp(original)}\x01`;
  return encodeMessage(
    BEGIN_STRING,
    `35=${msgType}\x0149=${own}\x0156=${peer}\x0134=${seq}\x01${duplicate}52=${time}\x01${first}${body}`,
  );
}

/** A gap fill in place of the numbers from `seq` up to, and without, `next`. */
function gapFill(seq: number, next: number): Numbered {
  const body = encodeFields([
    [TAG.GapFillFlag, 'Y'],
    [TAG.NewSeqNo, String(next)],
  ]);
  return { seq, msgType: MSG.SequenceReset, body };
}

/**
 * Answers a resend request: the stored messages of the range, in order, and gap fills in place of all others. `stored`
 * may be the first part of the range: then `isComplete` is false, and the numbers after it are left for the next part.
 */
export function resendOf<M extends Numbered>(
  stored: readonly M[],
  { from, to, isComplete }: { readonly from: number; readonly to: number; readonly isComplete: boolean },
): (Numbered | M)[] {
  const messages: (Numbered | M)[] = [];
  let next = from;
  const fillTo = (seq: number) => {
    if (next < seq) messages.push(gapFill(next, seq));
  };
  for (const message of stored) {
    fillTo(message.seq);
    messages.push(message);
    next = message.seq + 1;
  }
  if (isComplete) fillTo(to + 1);
  return messages;
}
