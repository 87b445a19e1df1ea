import { describe, expect, test } from 'vitest';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import { ManualTime, microsOf } from '../support/manual-time.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { markets, moveTo, restart } from './sessions.ts';
import { cancel, DOLLAR, idOfOrder, openVenue, order, security } from './venue.ts';

describe('a restart between transitions', () => {
  test('makes up for what was missed, in order', async () => {
    const folder = temporaryFolder();
    const before = openVenue({ folder });
    await before.exchange.submit(security());
    const day = idOfOrder(await before.exchange.submit(order({ expiration: 'Day' })));
    const after = await restart(before, folder, '2026-11-23T15:00:00Z');
    expect(markets(after.events)).toEqual(['closed', 'open']);
    expect(after.exchange.order(day)?.status).toBe('Cancelled');
    const again = await restart(after, folder, '2026-11-23T15:00:01Z');
    expect(markets(again.events)).toEqual([]);
  });

  test('what expired has the time of the close that was missed, what opens that of the restart', async () => {
    const folder = temporaryFolder();
    const before = openVenue({ folder });
    await before.exchange.submit(security());
    const day = idOfOrder(await before.exchange.submit(order({ expiration: 'Day' })));
    const sunday = idOfOrder(
      await before.exchange.submit(order({ expiration: 'Other', expirationDate: '2026-11-22' })),
    );
    const monday = idOfOrder(
      await before.exchange.submit(order({ expiration: 'Other', expirationDate: '2026-11-23' })),
    );
    const after = await restart(before, folder, '2026-11-24T15:00:00Z');
    expect([day, sunday, monday].map((id) => after.exchange.order(id)?.updatedAt)).toEqual([
      microsOf('2026-11-20T21:00:00Z'),
      microsOf('2026-11-23T05:00:00Z'),
      microsOf('2026-11-23T21:00:00Z'),
    ]);
    expect(after.events.filter(({ type }) => type === 'market').map(({ time }) => time)).toEqual([
      microsOf('2026-11-20T21:00:00Z'),
      microsOf('2026-11-24T15:00:00Z'),
    ]);
    expect(after.events.map(({ time }) => time)).toEqual(after.events.map(({ time }) => time).sort((a, b) => a - b));
  });

  test.each([
    ['at night', '2026-11-24T01:00:00Z', 'closed'],
    ['on the day after, before the opening', '2026-11-24T14:29:00Z', 'closed'],
    ['after an own session that passed, at night', '2026-11-24T01:00:00Z', 'closed'],
  ] as const)('a session that passed wholly never trades: restart %s', async (name, instant, market) => {
    const folder = temporaryFolder();
    const before = openVenue({ folder, time: new ManualTime('2026-11-20T22:00:00Z') });
    const own = { hours: { monday: { startMinute: 10 * 60, endMinute: 11 * 60 } } };
    await before.exchange.submit(security(name.includes('own') ? own : {}));
    const sell = idOfOrder(await before.exchange.submit(order({ side: 'sell', price: 9 * DOLLAR })));
    const buy = idOfOrder(await before.exchange.submit(order({ price: 11 * DOLLAR, expiration: 'Day' })));
    const after = await restart(before, folder, instant);
    expect(after.exchange.security(7 as SecurityId)?.market).toBe(market);
    expect(after.exchange.order(sell)?.status).toBe('Live');
    expect(after.exchange.order(buy)).toMatchObject({ status: 'Cancelled' });
    expect(after.events.some(({ type }) => type === 'match' || type === 'market')).toBe(false);
  });

  test('an opening that was missed matches at the time of the restart, without what expired before', async () => {
    const folder = temporaryFolder();
    const before = openVenue({ folder, time: new ManualTime('2026-11-20T22:00:00Z') });
    await before.exchange.submit(security());
    await before.exchange.submit(order({ side: 'sell', price: 9 * DOLLAR }));
    const expired = idOfOrder(await before.exchange.submit(order({ price: 12 * DOLLAR, expiration: 'Day' })));
    const buy = idOfOrder(await before.exchange.submit(order({ price: 11 * DOLLAR })));
    const after = await restart(before, folder, '2026-11-24T15:00:00Z');
    expect(after.exchange.order(expired)?.status).toBe('Cancelled');
    expect(after.exchange.order(buy)).toMatchObject({
      status: 'Executed',
      updatedAt: microsOf('2026-11-24T15:00:00Z'),
    });
  });

  test('a Day order of a venue that never saw a transition ends with the close that was missed', async () => {
    const folder = temporaryFolder();
    const before = openVenue({ folder, time: new ManualTime('2026-11-20T13:00:00Z') });
    await before.exchange.submit(security());
    const day = idOfOrder(await before.exchange.submit(order({ expiration: 'Day' })));
    const after = await restart(before, folder, '2026-11-20T22:00:00Z');
    expect(after.exchange.order(day)).toMatchObject({
      status: 'Cancelled',
      updatedAt: microsOf('2026-11-20T21:00:00Z'),
    });
  });

  test('a Day order that came after the close outlives hours that are over being set, and a restart', async () => {
    const folder = temporaryFolder();
    const before = openVenue({ folder });
    await before.exchange.submit(security());
    await moveTo(before, '2026-11-20T22:00:00Z');
    await before.exchange.submit(security({ hours: { friday: { startMinute: 16 * 60, endMinute: 16 * 60 + 30 } } }));
    const day = idOfOrder(await before.exchange.submit(order({ expiration: 'Day' })));
    const after = await restart(before, folder, '2026-11-20T22:30:00Z');
    expect(after.exchange.order(day)?.status).toBe('Live');
  });

  test('a market that is always open ends the Day orders of each date that was missed with that date', async () => {
    const folder = temporaryFolder();
    const before = openVenue({ folder, alwaysOpen: true });
    await before.exchange.submit(security());
    const day = idOfOrder(await before.exchange.submit(order({ expiration: 'Day' })));
    await before.exchange.stop();
    const after = openVenue({ folder, alwaysOpen: true, time: new ManualTime('2026-11-24T15:00:00Z') });
    await after.exchange.submit(cancel(1));
    expect(after.exchange.order(day)).toMatchObject({
      status: 'Cancelled',
      updatedAt: microsOf('2026-11-21T05:00:00Z'),
    });
    expect(markets(after.events)).toEqual(['closed', 'open']);
  });

  test('also after a year', async () => {
    const folder = temporaryFolder();
    const before = openVenue({ folder });
    await before.exchange.submit(security());
    const dated = idOfOrder(await before.exchange.submit(order({ expiration: 'Other', expirationDate: '2027-07-05' })));
    const after = await restart(before, folder, '2027-11-19T15:00:00Z');
    expect(markets(after.events)).toEqual(['closed', 'open']);
    // The holiday of Independence Day in 2027, a day without a session: the order ends with the date.
    expect(after.exchange.order(dated)?.updatedAt).toBe(microsOf('2027-07-06T04:00:00Z'));
  });
});
