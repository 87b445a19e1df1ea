import type { EventSeq } from '../../exchange/api/index.ts';

/** Events that the venue forgets in one turn of the event loop: about a millisecond. */
const EVENTS_A_STEP = 1024;

export interface ProjectedSteps {
  /** Called with the last event of the history; the venue then drops its copies up to that event. */
  readonly projected: (eventSeq: EventSeq) => void;
  /** The last event of which the venue keeps nothing. */
  readonly from: EventSeq;
  readonly soon: (callback: () => void) => void;
}

/** Passes on how far the history has come, in steps: one batch of it may hold all matches of a sweep. */
export function inSteps({ projected, from, soon }: ProjectedSteps): (eventSeq: EventSeq) => void {
  let sent = from;
  let upTo = from;
  const step = (): void => {
    sent = Math.min(upTo, sent + EVENTS_A_STEP);
    projected(sent);
    if (sent < upTo) soon(step);
  };
  return (eventSeq) => {
    const isWaiting = sent < upTo;
    upTo = Math.max(upTo, eventSeq);
    if (!isWaiting && sent < upTo) soon(step);
  };
}
