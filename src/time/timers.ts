import { SharedTurns } from './shared-turns.ts';

/** Time that passes and turns of the event loop; passed in, so that tests drive them. */
export interface Timers {
  /** Milliseconds of a clock that never goes back. */
  nowMs(): number;
  /** Calls back once after so many milliseconds; the returned function calls it off. */
  after(delayMs: number, callback: () => void): () => void;
  /** Calls back every `intervalMs`; the returned function ends it. */
  every(intervalMs: number, callback: () => void): () => void;
  /**
   * Calls back once, when what is under way (the answers of a group commit above all) has gone out: in the next turn of
   * the event loop, or later where what else was scheduled takes long.
   */
  soon(callback: () => void): void;
}

const turns = new SharedTurns({ nowMs: () => performance.now(), nextTurn: setImmediate });

/** None of them keeps the program running. */
export const systemTimers: Timers = {
  nowMs: () => performance.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, delayMs).unref();
    return () => clearTimeout(timer);
  },
  every(intervalMs, callback) {
    const timer = setInterval(callback, intervalMs).unref();
    return () => clearInterval(timer);
  },
  soon(callback) {
    turns.soon(callback);
  },
};
