/** The time of the venue: the clock of a browser may be wrong, and that of a sandbox is moved (Z1). */
import type { Api } from './api.ts';
import { instantOf, venueDateTime } from './times.ts';

const READ_EVERY_MS = 30_000;

let aheadMs = 0;

/** Milliseconds since 1970, by the clock of the venue as it was last read. */
export const venueNow = (): number => Date.now() + aheadMs;

/** YYYY-MM-DD, the date in New York. */
export const venueToday = (): string => venueDateTime(venueNow()).slice(0, 10);

/** YYYY-MM-DD, the date after it. */
export const venueTomorrow = (): string =>
  new Date(Date.parse(venueToday()) + 24 * 3_600_000).toISOString().slice(0, 10);

/** Reads the clock; the last value stays where the venue does not answer. */
async function readVenueClock({ ats }: Api): Promise<void> {
  try {
    const at = instantOf(String((await ats.call('status', {})).timestamp));
    if (!Number.isNaN(at)) aheadMs = at - Date.now();
  } catch {
    // It is read again soon.
  }
}

/** Reads the clock now and every half minute until `isOver`. Resolves after the first time. */
export function followVenueClock(api: Api, isOver: () => boolean): Promise<void> {
  const timer = setInterval(() => {
    if (isOver()) clearInterval(timer);
    else if (!document.hidden) void readVenueClock(api);
  }, READ_EVERY_MS);
  return readVenueClock(api);
}
