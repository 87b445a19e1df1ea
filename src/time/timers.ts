import { SharedTurns } from './shared-turns.ts';
import type { Milliseconds } from './units.ts';

/** Timers and turns of the event loop; passed in, so that tests drive them. */
export interface Timers {
  /** Milliseconds of a clock that never goes back. */
  nowMs(): Milliseconds;
  /** Calls back once after `delayMs`; the returned function cancels the call. */
  after(delayMs: Milliseconds, callback: () => void): () => void;
  /** Calls back every `intervalMs`; the returned function ends it. */
  every(intervalMs: Milliseconds, callback: () => void): () => void;
  /**
   * Calls back once in the next turn of the event loop, after responses under way (above all those of a group commit)
   * were sent; later if other scheduled work takes long.
   */
  soon(callback: () => void): void;
}

const turns = new SharedTurns({ nowMs: () => performance.now(), nextTurn: setImmediate });

/** These timers do not keep the process running. */
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
