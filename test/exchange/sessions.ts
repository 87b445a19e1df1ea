import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import { ManualTime } from '../support/manual-time.ts';
import { cancel, openVenue, type TestVenue, type VenueSettings } from './venue.ts';

export function markets(events: readonly ExchangeEvent[]): string[] {
  return events.filter((event) => event.type === 'market').map(({ market }) => market);
}

/** Moves time and waits until the venue has taken notice: a refused command goes through the sequencer after it. */
export async function moveTo({ time, exchange }: TestVenue, instant: string): Promise<void> {
  time.moveTo(instant);
  await exchange.submit(cancel(1));
}

/** Stops a venue and opens it again at another time, with the transitions that are due made up for. */
export async function restart(
  { exchange }: TestVenue,
  folder: string,
  instant: string,
  settings: Pick<VenueSettings, 'draw'> = {},
): Promise<TestVenue> {
  await exchange.stop();
  const after = openVenue({ ...settings, folder, time: new ManualTime(instant) });
  await after.exchange.submit(cancel(1));
  return after;
}
