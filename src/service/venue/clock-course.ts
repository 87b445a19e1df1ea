/** How the clock of a sandbox goes on after a start (Z2), and who may not have one that was moved (Z3). */
import type { Config } from '../../config.ts';
import type { VenueClock } from '../../exchange/api/index.ts';
import type { MovableTime } from '../../time/movable-time.ts';
import type { Microseconds } from '../../time/units.ts';

interface Recovered {
  /** Absent: it was never moved. */
  readonly clock?: VenueClock;
  /** Of the last command. */
  readonly time: Microseconds;
}

/** @param time undefined where a clock cannot be moved: then this throws for one that was */
export function goOn(config: Config, time: MovableTime | undefined, { clock, time: lastUs }: Recovered): void {
  if (clock === undefined) return;
  if (time === undefined) {
    const needs = config.ENVIRONMENT === 'production' ? 'production' : 'a venue of several nodes';
    throw new Error(`the journal is that of a sandbox whose clock was moved: ${needs} needs another one`);
  }
  time.freeze(Math.max(lastUs, instantOf(clock, time.systemUs())));
  if (clock.rate === 1 && clock.until === null) time.run();
}

/** Where the clock is when that of the system is at an instant. An advance that was cut off goes on where it was. */
function instantOf({ atUs, rate, systemUs, until }: VenueClock, nowUs: Microseconds): Microseconds {
  return until === null ? atUs + Math.max(0, nowUs - systemUs) * rate : atUs;
}
