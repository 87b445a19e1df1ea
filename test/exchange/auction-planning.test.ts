/** The calls of many securities are looked up in slices, and no command of a client comes before what is due (Q8). */
import { expect, test } from 'vitest';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import { ManualTime, microsOf } from '../support/manual-time.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { CALLED, ENDS, NOON, plan } from './auctions.ts';
import { cancel, DOLLAR, openVenue, order, security, type TestVenue } from './venue.ts';

const COUNT = 350;
const IDS = Array.from({ length: COUNT }, (_, at) => (at + 1) as SecurityId);
/** Looks at the calendar of one turn of the event loop: slices of those to come, and of those that begin. */
const A_TURN_MAX = 300;

/** Counts the turns of the event loop. */
class CountedTurns extends ManualTime {
  turns = 0;

  override soon(callback: () => void): void {
    super.soon(() => {
      this.turns++;
      callback();
    });
  }
}

/** How often the calendar is asked for a session in each turn from now on. */
function looksOf({ exchange: { calendar } }: TestVenue, time: CountedTurns): Map<number, number> {
  const looks = new Map<number, number>();
  const sessionOf = calendar.sessionOf.bind(calendar);
  calendar.sessionOf = (...args) => {
    looks.set(time.turns, (looks.get(time.turns) ?? 0) + 1);
    return sessionOf(...args);
  };
  return looks;
}

const sum = (counts: Iterable<number>) => [...counts].reduce((total, count) => total + count, 0);

/** The folder of a venue whose securities all have a call at noon, of which the first has two orders that cross. */
async function plannedVenue(): Promise<string> {
  const folder = temporaryFolder();
  const { exchange } = openVenue({ folder });
  for (const securityId of IDS) {
    await exchange.submit(security({ securityId }));
    await exchange.submit({ type: 'auctionPlan', securityId, plan: plan({ auctions: [NOON] }), expected: null });
  }
  await exchange.stop();
  return folder;
}

test('after a start, before orders that came meanwhile', async () => {
  const folder = await plannedVenue();
  const time = new CountedTurns(CALLED);
  const venue = openVenue({ folder, time });
  const looks = looksOf(venue, time);
  const last = IDS.at(-1)!;
  await venue.exchange.submit(order({ securityId: last }));
  expect(sum(looks.values())).toBeGreaterThanOrEqual(COUNT);
  expect(Math.max(...looks.values())).toBeLessThanOrEqual(A_TURN_MAX);
  const at = (type: string) => venue.events.map((event) => event.type).indexOf(type as 'order');
  const called = venue.events.filter((event) => event.type === 'auction');
  expect(called.map(({ securityId }) => securityId)).toEqual(IDS);
  expect(venue.events.findLastIndex((event) => event.type === 'auction')).toBeLessThan(at('order'));
});

test('when the session of all opens, whose calls and their ends come in time', async () => {
  const folder = await plannedVenue();
  const time = new CountedTurns('2026-11-23T14:00:00Z');
  const venue = openVenue({ folder, time });
  const looks = looksOf(venue, time);
  const move = async (instant: string) => {
    time.moveTo(instant);
    await venue.exchange.submit(cancel(1));
  };
  await move('2026-11-23T14:30:00Z');
  expect(venue.exchange.security(IDS[0]!)?.market).toBe('open');
  await move('2026-11-23T16:55:00Z');
  expect(new Set(IDS.map((id) => venue.exchange.security(id)?.market))).toEqual(new Set(['call']));
  await venue.exchange.submit(order({ securityId: 1 }));
  await venue.exchange.submit(order({ securityId: 1, clientId: 'b', side: 'sell', price: 9 * DOLLAR }));
  await move('2026-11-23T17:00:00Z');
  const matches = venue.events.filter((event) => event.type === 'match');
  expect(matches.map(({ match }) => match.time)).toEqual([microsOf(ENDS.replace('20T', '23T'))]);
  expect(Math.max(...looks.values())).toBeLessThanOrEqual(A_TURN_MAX);
});

test('a stop waits for none of it, and forgets none', async () => {
  const folder = await plannedVenue();
  const first = openVenue({ folder, time: new ManualTime(CALLED) });
  await first.exchange.stop();
  const again = openVenue({ folder, time: new ManualTime(CALLED) });
  await again.exchange.submit(cancel(1));
  expect(new Set(IDS.map((id) => again.exchange.security(id)?.market))).toEqual(new Set(['call']));
});
