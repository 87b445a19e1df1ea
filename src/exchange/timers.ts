/** Timers, passed in so that tests drive them. */
export interface Timers {
  /** Calls back once after so many milliseconds; the returned function calls it off. */
  after(delay_ms: number, callback: () => void): () => void;
}

export const systemTimers: Timers = {
  after: (delay_ms, callback) => {
    const timer = setTimeout(callback, delay_ms);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
