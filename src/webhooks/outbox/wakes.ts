import type { BusinessTime } from '../../time/business-time.ts';
import type { Timers } from '../../time/timers.ts';
import type { Microseconds, Milliseconds } from '../../time/units.ts';

/** Calls back at a time, in milliseconds since 1970; the returned function cancels it. */
export type WakeAt = (dueMs: Milliseconds, callback: () => void) => () => void;

export interface WakeDeps {
  readonly nowUs: () => Microseconds;
  readonly timers: Pick<Timers, 'after'>;
  /** When a later attempt is due, where the clock can be moved; absent: `timers` say so. */
  readonly time?: Pick<BusinessTime, 'at'> | undefined;
}

export function wakesOf({ nowUs, timers, time }: WakeDeps): WakeAt {
  return (dueMs, callback) =>
    time === undefined
      ? timers.after(Math.max(0, Math.ceil(dueMs - nowUs() / 1000)), callback)
      : time.at(Math.ceil(dueMs * 1000), callback, 'delivery');
}
