/** The clock and the timers of the library, so that tests have their own. */
export interface Timers {
  /** Milliseconds; only differences count. */
  now(): number;
  /** Milliseconds since 1970, for deadlines. */
  dateMs(): number;
  /** Runs once after `ms`; the returned function cancels it. */
  after(ms: number, run: () => void): () => void;
}

export const systemTimers: Timers = {
  now: () => performance.now(),
  dateMs: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** Whether a deadline, if there is one, will be over in `inMs`. */
export function isOver(timers: Timers, deadlineMs: number | undefined, inMs = 0): boolean {
  return deadlineMs !== undefined && timers.dateMs() + inMs >= deadlineMs;
}

/** Resolves after `ms`. Rejects with the signal's reason when that comes first. */
export function sleep(timers: Timers, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = () => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = timers.after(ms, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}
