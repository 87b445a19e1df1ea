import { nowNs } from '../support/latency-clock.ts';

/** Between the start of the driver and the first message: longer than what comes before the loop. */
const LEAD_NS = 1_000_000;

/**
 * Sends each message when it is due, or at once when that is past already, and writes down how long after it was due it
 * was done. So a message that had to wait for a slow one before it counts with its wait, however long the driver was
 * held up: an open loop, which has no coordinated omission to correct. Makes no garbage.
 *
 * @param dueNs when each message is due, from the start, @param latenciesNs takes the result
 */
export function drive(apply: (message: number) => void, dueNs: Float64Array, latenciesNs: Float64Array): void {
  const start = nowNs() + LEAD_NS;
  let now = start - LEAD_NS;
  for (let i = 0; i < dueNs.length; i++) {
    const due = start + dueNs[i]!;
    while (now < due) now = nowNs();
    apply(i);
    now = nowNs();
    latenciesNs[i] = now - due;
  }
}
