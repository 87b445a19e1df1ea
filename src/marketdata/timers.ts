/** Time and turns as the stream needs them; passed in, so that tests drive them. */
export interface Timers {
  /** Milliseconds of a clock that never goes back. */
  now(): number;
  /** Calls back every `intervalMs`; returns what ends it. */
  every(intervalMs: number, callback: () => void): () => void;
  /** Calls back once, when what is under way (the answers of a group commit above all) has gone out. */
  soon(callback: () => void): void;
}

export const systemTimers: Timers = {
  now: () => performance.now(),
  every(intervalMs, callback) {
    const timer = setInterval(callback, intervalMs).unref();
    return () => clearInterval(timer);
  },
  soon(callback) {
    setImmediate(callback);
  },
};
