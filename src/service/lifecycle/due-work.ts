/** Work that falls due at certain times, on the side of all calls: batches, expiries. */
import type { Logger } from 'pino';

/** At the latest after so long it is looked again: a clock may be set, a machine may sleep. */
const LOOK_MS = 60 * 60 * 1000;
/** After a failure. */
const AGAIN_MS = 5 * 60 * 1000;

export interface DueWork {
  /** For the log: `the batch could not be made`. */
  readonly failure: string;
  /** Does all that is due; nothing where it was done before. */
  readonly work: () => Promise<unknown>;
  /** When something falls due next, in microseconds since 1970 UTC. */
  readonly next: (nowUs: number) => number;
  /** Now, in microseconds since 1970 UTC. */
  readonly nowUs: () => number;
  /** Calls back once after the delay in milliseconds; the returned function cancels it. */
  readonly after: (delayMs: number, callback: () => void) => () => void;
  readonly log: Pick<Logger, 'error'>;
}

/**
 * Does the work now, and each time it falls due. The returned function ends it, and resolves when nothing is under way
 * any more. A failure is logged, stops nothing else, and is tried again a little later.
 */
export function doWhenDue({ failure, work, next, nowUs, after, log }: DueWork): () => Promise<void> {
  let ended = false;
  let cancelTimer = () => {};
  const run = async () => {
    let delayMs = AGAIN_MS;
    try {
      await work();
      delayMs = Math.min(LOOK_MS, Math.max(1, Math.ceil((next(nowUs()) - nowUs()) / 1000)));
    } catch (error) {
      log.error({ err: error }, `${failure}; tried again in a while`);
    }
    if (!ended) cancelTimer = after(delayMs, () => (underWay = run()));
  };
  let underWay = run();
  return () => {
    ended = true;
    cancelTimer();
    return underWay;
  };
}
