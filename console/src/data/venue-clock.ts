/** The time of the venue: the clock of a browser may be wrong, and that of a sandbox is moved (Z1). */
import type { Api, Fields } from './api.ts';
import { instantOf, venueDateTime } from './times.ts';

const READ_EVERY_MS = 30_000;

/** As it was last read, and by how many seconds it goes on in one of the browser: that of a sandbox may be frozen. */
let read = { venueMs: Date.now(), browserMs: Date.now(), rate: 1 };

/** Milliseconds since 1970, by the clock of the venue. */
export const venueNow = (): number => read.venueMs + (Date.now() - read.browserMs) * read.rate;

/** @param now as the venue has just answered */
export function noteVenueClock(now: unknown, rate: number): void {
  const venueMs = instantOf(String(now));
  if (!Number.isNaN(venueMs)) read = { venueMs, browserMs: Date.now(), rate };
}

/** YYYY-MM-DD, the date in New York. */
export const venueToday = (): string => venueDateTime(venueNow()).slice(0, 10);

/** YYYY-MM-DD, the date after it. */
export const venueTomorrow = (): string =>
  new Date(Date.parse(venueToday()) + 24 * 3_600_000).toISOString().slice(0, 10);

/** Reads the clock; the last value stays where the venue does not answer. */
async function readVenueClock({ ats }: Api, mayReadRate: boolean): Promise<void> {
  try {
    if (mayReadRate) {
      const { clock } = (await ats.call('getClock', {})) as { clock: Fields };
      return noteVenueClock(clock.now, clock.advanceId === null ? Number(clock.rate) : 0);
    }
    noteVenueClock((await ats.call('status', {})).timestamp, 1);
  } catch {
    // It is read again soon.
  }
}

/**
 * Reads the clock now and every half minute until `isOver`. Resolves after the first time.
 * @param mayReadRate of a sandbox
 */
export function followVenueClock(api: Api, mayReadRate: boolean, isOver: () => boolean): Promise<void> {
  const timer = setInterval(() => {
    if (isOver()) clearInterval(timer);
    else if (!document.hidden) void readVenueClock(api, mayReadRate);
  }, READ_EVERY_MS);
  return readVenueClock(api, mayReadRate);
}
