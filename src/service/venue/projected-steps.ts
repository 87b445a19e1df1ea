/** Events that the venue forgets in one turn of the event loop: about a millisecond. */
const EVENTS_A_STEP = 1024;

export interface ProjectedSteps {
  /** Told up to which event the history holds everything; the venue forgets what it kept of them. */
  readonly projected: (eventSeq: number) => void;
  /** The last event of which the venue keeps nothing. */
  readonly from: number;
  readonly soon: (callback: () => void) => void;
}

/** Passes on how far the history has come, in steps: one batch of it may hold all matches of a sweep. */
export function inSteps({ projected, from, soon }: ProjectedSteps): (eventSeq: number) => void {
  let told = from;
  let upTo = from;
  const step = (): void => {
    told = Math.min(upTo, told + EVENTS_A_STEP);
    projected(told);
    if (told < upTo) soon(step);
  };
  return (eventSeq) => {
    const isWaiting = told < upTo;
    upTo = Math.max(upTo, eventSeq);
    if (!isWaiting && told < upTo) soon(step);
  };
}
