import { describe, expect, test } from 'vitest';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import { ManualTime, microsOf } from '../support/manual-time.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { markets, moveTo, restart } from './sessions.ts';
import { cancel, DOLLAR, idOfOrder, openVenue, order, security, type TestVenue } from './venue.ts';

describe('opening and closing (M12, M13)', () => {
  test('by the schedule, with daylight saving, over a weekend', async () => {
    const venue = openVenue({ folder: temporaryFolder(), time: new ManualTime('2026-10-30T13:00:00Z') });
    await venue.exchange.submit(security());
    expect(venue.exchange.security(7 as SecurityId)?.market).toBe('closed');
    await moveTo(venue, '2026-10-30T13:30:00Z');
    expect(venue.exchange.security(7 as SecurityId)?.market).toBe('open');
    await moveTo(venue, '2026-10-30T19:59:59.999Z');
    expect(venue.exchange.security(7 as SecurityId)?.market).toBe('open');
    await moveTo(venue, '2026-10-30T20:00:00Z');
    expect(venue.exchange.security(7 as SecurityId)?.market).toBe('closed');
    await moveTo(venue, '2026-11-02T14:29:59.999Z');
    expect(venue.exchange.security(7 as SecurityId)?.market).toBe('closed');
    await moveTo(venue, '2026-11-02T14:30:00Z');
    expect(venue.exchange.security(7 as SecurityId)?.market).toBe('open');
  });

  test('a transition that is due comes before an order of the same instant', async () => {
    const venue = openVenue({ folder: temporaryFolder() });
    await venue.exchange.submit(security());
    await venue.exchange.submit(order({ side: 'sell' }));
    venue.time.moveTo('2026-11-20T21:00:00Z');
    await venue.exchange.submit(order());
    expect(venue.events.some(({ type }) => type === 'match')).toBe(false);
  });

  test('orders rest while closed, also crossed, and trade at the opening, oldest first', async () => {
    const venue = openVenue({ folder: temporaryFolder(), time: new ManualTime('2026-11-20T13:00:00Z') });
    const { exchange } = venue;
    await exchange.submit(security());
    const sell = idOfOrder(await exchange.submit(order({ side: 'sell', price: 9 * DOLLAR })));
    const buy = idOfOrder(await exchange.submit(order({ price: 11 * DOLLAR })));
    expect(exchange.order(buy)).toMatchObject({ status: 'Live', inSession: false });
    await moveTo(venue, '2026-11-20T14:30:00Z');
    expect(exchange.order(sell)).toMatchObject({ status: 'Executed' });
    expect(venue.events.find(({ type }) => type === 'match')).toMatchObject({ match: { price: 9 * DOLLAR } });
  });

  test('a halt stops trading and a resumption lets it go on', async () => {
    const venue = openVenue({ folder: temporaryFolder() });
    const { exchange } = venue;
    await exchange.submit(security());
    await exchange.submit({ type: 'halt', securityId: 7 as SecurityId, reason: 'news pending' });
    const sell = idOfOrder(await exchange.submit(order({ side: 'sell' })));
    await exchange.submit(order());
    expect(exchange.order(sell)).toMatchObject({ status: 'Live' });
    await exchange.submit({ type: 'resume', securityId: 7 as SecurityId, reason: 'news out' });
    expect(exchange.order(sell)).toMatchObject({ status: 'Executed' });
    expect(markets(venue.events)).toEqual(['open', 'halted', 'open'].slice(1));
  });

  test('a halt comes after the orders that were sent before it, and before later ones', async () => {
    const venue = openVenue({ folder: temporaryFolder() });
    const { exchange } = venue;
    await exchange.submit(security());
    const sent = [
      exchange.submit(order({ side: 'sell' })),
      exchange.submit(order()),
      exchange.submit(order({ side: 'sell' })),
    ];
    const halted = exchange.submit({ type: 'halt', securityId: 7 as SecurityId, reason: 'news pending' });
    const later = exchange.submit(order());
    const [first, , third] = (await Promise.all(sent)).map(idOfOrder);
    await halted;
    expect(exchange.order(first!)).toMatchObject({ status: 'Executed' });
    expect(exchange.order(third!)).toMatchObject({ status: 'Live' });
    expect(exchange.order(idOfOrder(await later))).toMatchObject({ status: 'Live' });
  });

  test('a halt outlasts the night', async () => {
    const venue = openVenue({ folder: temporaryFolder() });
    await venue.exchange.submit(security());
    await venue.exchange.submit({ type: 'halt', securityId: 7 as SecurityId, reason: 'news pending' });
    await moveTo(venue, '2026-11-23T15:00:00Z');
    expect(venue.exchange.security(7 as SecurityId)?.market).toBe('halted');
  });
});

describe('expiry (M14)', () => {
  test('Day orders expire at the close, GTC orders stay, dated ones expire on their date', async () => {
    const venue = openVenue({ folder: temporaryFolder() });
    const { exchange } = venue;
    await exchange.submit(security());
    const day = idOfOrder(await exchange.submit(order({ expiration: 'Day' })));
    const gtc = idOfOrder(await exchange.submit(order()));
    const today = idOfOrder(await exchange.submit(order({ expiration: 'Other', expirationDate: '2026-11-20' })));
    const monday = idOfOrder(await exchange.submit(order({ expiration: 'Other', expirationDate: '2026-11-23' })));
    const sunday = idOfOrder(await exchange.submit(order({ expiration: 'Other', expirationDate: '2026-11-22' })));
    await moveTo(venue, '2026-11-20T21:00:00Z');
    expect([day, gtc, today, monday, sunday].map((id) => exchange.order(id)?.status)).toEqual([
      'Cancelled',
      'Live',
      'Cancelled',
      'Live',
      'Live',
    ]);
    const late = idOfOrder(await exchange.submit(order({ expiration: 'Day' })));
    await moveTo(venue, '2026-11-23T04:59:59Z');
    expect(exchange.order(sunday)?.status).toBe('Live');
    await moveTo(venue, '2026-11-23T05:00:00Z');
    expect(exchange.order(sunday)?.status).toBe('Cancelled');
    expect(exchange.order(late)?.status).toBe('Live');
    await moveTo(venue, '2026-11-23T21:00:00Z');
    expect([late, monday, gtc].map((id) => exchange.order(id)?.status)).toEqual(['Cancelled', 'Cancelled', 'Live']);
  });

  test('a partly executed order that expires is Partially Executed & Cancelled', async () => {
    const venue = openVenue({ folder: temporaryFolder() });
    const { exchange } = venue;
    await exchange.submit(security());
    const day = idOfOrder(await exchange.submit(order({ expiration: 'Day' })));
    await exchange.submit(order({ side: 'sell', quantity: 1 }));
    await moveTo(venue, '2026-11-20T21:00:00Z');
    expect(exchange.order(day)?.status).toBe('Partially Executed & Cancelled');
  });

  test('an order that waits for approval expires too', async () => {
    const venue = openVenue({ folder: temporaryFolder() });
    const { exchange } = venue;
    await exchange.submit(security({ orderApproval: true }));
    const day = idOfOrder(await exchange.submit(order({ expiration: 'Day' })));
    await moveTo(venue, '2026-11-20T21:00:00Z');
    expect(exchange.order(day)?.status).toBe('Cancelled');
  });
});

describe('own hours and the calendar', () => {
  test('a security with own hours opens and closes by them', async () => {
    const venue = openVenue({ folder: temporaryFolder() });
    const { exchange } = venue;
    await exchange.submit(security());
    await exchange.submit(security({ securityId: 8, hours: { friday: { startMinute: 8 * 60, endMinute: 18 * 60 } } }));
    await moveTo(venue, '2026-11-20T22:30:00Z');
    expect([7, 8].map((id) => exchange.security(id as SecurityId)?.market)).toEqual(['closed', 'open']);
    await moveTo(venue, '2026-11-20T23:00:00Z');
    expect(exchange.security(8 as SecurityId)?.market).toBe('closed');
    expect(exchange.nextTransition(8 as SecurityId)).toMatchObject({ market: 'open' });
  });

  test('hours that are changed during the day take effect at once', async () => {
    const venue = openVenue({ folder: temporaryFolder() });
    const { exchange } = venue;
    await exchange.submit(security());
    const day = idOfOrder(await exchange.submit(order({ expiration: 'Day' })));
    await exchange.submit(security({ hours: { friday: { startMinute: 11 * 60, endMinute: 12 * 60 } } }));
    await exchange.submit(cancel(1));
    expect(exchange.security(7 as SecurityId)?.market).toBe('closed');
    expect(exchange.order(day)?.status).toBe('Live');
    await moveTo(venue, '2026-11-20T16:00:00Z');
    expect(exchange.security(7 as SecurityId)?.market).toBe('open');
    await exchange.submit(security({ hours: { friday: { startMinute: 8 * 60, endMinute: 10 * 60 } } }));
    await exchange.submit(cancel(1));
    expect(exchange.security(7 as SecurityId)?.market).toBe('closed');
    expect(exchange.order(day)?.status).toBe('Cancelled');
    await exchange.submit(security({ hours: null }));
    await exchange.submit(cancel(1));
    expect(exchange.security(7 as SecurityId)?.market).toBe('open');
  });

  test("the operator's date closes the market, and its removal opens it again", async () => {
    const venue = openVenue({ folder: temporaryFolder() });
    const { exchange } = venue;
    await exchange.submit(security());
    await exchange.submit({ type: 'calendar', date: '2026-11-20', day: { name: 'A day off', hours: 'closed' } });
    await exchange.submit(cancel(1));
    expect(exchange.security(7 as SecurityId)?.market).toBe('closed');
    await exchange.submit({ type: 'calendar', date: '2026-11-20', day: null });
    await exchange.submit(cancel(1));
    expect(exchange.security(7 as SecurityId)?.market).toBe('open');
  });

  test('a market that is always open ends its days with the date', async () => {
    const venue = openVenue({
      folder: temporaryFolder(),
      alwaysOpen: true,
      time: new ManualTime('2026-11-21T20:00:00Z'),
    });
    const { exchange } = venue;
    await exchange.submit(security());
    const day = idOfOrder(await exchange.submit(order({ expiration: 'Day' })));
    expect(exchange.security(7 as SecurityId)?.market).toBe('open');
    expect(exchange.nextTransition(7 as SecurityId)).toBeNull();
    await moveTo(venue, '2026-11-22T05:00:00Z');
    expect(exchange.order(day)?.status).toBe('Cancelled');
    expect(exchange.security(7 as SecurityId)?.market).toBe('open');
  });

  test('so does one that never closes, also on a holiday, while others keep their hours (V30)', async () => {
    const neverCloses = new Set<SecurityId>();
    const wednesday = new ManualTime('2026-11-25T20:59:00Z');
    const venue = openVenue({ folder: temporaryFolder(), neverCloses, time: wednesday });
    const { exchange } = venue;
    await exchange.submit(security({ securityId: 8 }));
    neverCloses.add(7 as SecurityId);
    await exchange.submit(security({ hours: { wednesday: { startMinute: 0, endMinute: 1439 } } }));
    const day = idOfOrder(await exchange.submit(order({ expiration: 'Day' })));
    const markets = () => [exchange.security(7 as SecurityId)?.market, exchange.security(8 as SecurityId)?.market];
    expect(markets()).toEqual(['open', 'open']);
    await moveTo(venue, '2026-11-26T04:59:30Z');
    expect([...markets(), exchange.order(day)?.status]).toEqual(['open', 'closed', 'Live']);
    // Thanksgiving begins.
    await moveTo(venue, '2026-11-26T05:00:00Z');
    expect([...markets(), exchange.order(day)?.status]).toEqual(['open', 'closed', 'Cancelled']);
    await moveTo(venue, '2026-11-26T16:00:00Z');
    expect(markets()).toEqual(['open', 'closed']);
    expect(exchange.nextTransition(7 as SecurityId)).toBeNull();
    expect(exchange.nextTransition(8 as SecurityId)).toMatchObject({ market: 'open' });
  });
});

/** Resolves with the next event of a market. */
function nextMarket({ exchange }: TestVenue): Promise<string> {
  return new Promise((resolve) => {
    const end = exchange.subscribe((event) => {
      if (event.type !== 'market') return;
      end();
      resolve(event.market);
    });
  });
}

describe('the timer', () => {
  test('is set again when hours change, so that the market opens to the instant without any order', async () => {
    const venue = openVenue({ folder: temporaryFolder(), time: new ManualTime('2026-11-20T13:59:30Z') });
    const { exchange, time } = venue;
    await exchange.submit(security());
    await exchange.submit(cancel(1));
    expect(time.next).toBe(microsOf('2026-11-20T14:00:30Z'));
    await exchange.submit(security({ hours: { friday: { startMinute: 9 * 60, endMinute: 10 * 60 } } }));
    await exchange.submit(cancel(1));
    expect(time.next).toBe(microsOf('2026-11-20T14:00:00Z'));
    const market = nextMarket(venue);
    time.moveTo('2026-11-20T14:00:00Z');
    expect(await market).toBe('open');
    expect(time.waiting).toBe(1);
  });

  test("is set again when the operator's calendar changes", async () => {
    const venue = openVenue({ folder: temporaryFolder(), time: new ManualTime('2026-11-20T13:59:30Z') });
    const { exchange, time } = venue;
    await exchange.submit(security());
    const hours = { startMinute: 9 * 60, endMinute: 10 * 60 };
    await exchange.submit({ type: 'calendar', date: '2026-11-20', day: { name: 'A short day', hours } });
    await exchange.submit(cancel(1));
    expect(time.next).toBe(microsOf('2026-11-20T14:00:00Z'));
  });

  test('looks at the clock at least once a minute, for a clock that is set', async () => {
    const venue = openVenue({ folder: temporaryFolder() });
    await venue.exchange.submit(security());
    for (let minute = 1; minute <= 3; minute++) {
      venue.time.moveTo(`2026-11-20T15:0${minute}:00Z`);
      expect(venue.time.next).toBe(microsOf(`2026-11-20T15:0${minute + 1}:00Z`));
    }
    const market = nextMarket(venue);
    venue.time.moveTo('2026-11-20T22:00:00Z');
    expect(await market).toBe('closed');
  });
});

describe('a clock that is set back', () => {
  test('gives no command an earlier time than the last, and opens nothing that was closed', async () => {
    const folder = temporaryFolder();
    const venue = openVenue({ folder, time: new ManualTime('2026-11-20T20:59:00Z') });
    const { exchange, events } = venue;
    await exchange.submit(security());
    await moveTo(venue, '2026-11-20T21:00:01Z');
    await exchange.submit(order());
    await moveTo(venue, '2026-11-20T20:30:00Z');
    const late = idOfOrder(await exchange.submit(order({ expiration: 'Day' })));
    expect(exchange.security(7 as SecurityId)?.market).toBe('closed');
    expect(exchange.order(late)).toMatchObject({ createdAt: microsOf('2026-11-20T21:00:01Z'), inSession: false });
    expect(exchange.nowUs()).toBe(microsOf('2026-11-20T21:00:01Z'));
    const times = events.map(({ time }) => time);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    const after = await restart(venue, folder, '2026-11-20T20:00:00Z');
    expect(markets([...events, ...after.events])).toEqual(['closed']);
    expect(after.exchange.order(late)?.status).toBe('Live');
    const next = idOfOrder(await after.exchange.submit(order()));
    expect(after.exchange.order(next)?.createdAt).toBe(microsOf('2026-11-20T21:00:01Z'));
  });
});

describe('many securities, each with its own hours', () => {
  const COUNT = 2500;
  const hours = { friday: { startMinute: 11 * 60, endMinute: 12 * 60 } };

  test('open and close at the same instant, all of them before the next order', async () => {
    const venue = openVenue({ folder: temporaryFolder(), waitingMax: COUNT + 1 });
    const { exchange, events } = venue;
    const ids = Array.from({ length: COUNT }, (_, index) => 1000 + index);
    await Promise.all(ids.map((securityId) => exchange.submit(security({ securityId, hours }))));
    const day = await Promise.all(
      ids.map((securityId) => exchange.submit(order({ securityId, side: 'sell', expiration: 'Day' }))),
    );
    events.length = 0;
    venue.time.moveTo('2026-11-20T16:00:00Z');
    await exchange.submit(order({ securityId: ids.at(-1)! }));
    expect(markets(events)).toEqual(ids.map(() => 'open'));
    expect(events.filter(({ type }) => type === 'match').length).toBe(1);
    events.length = 0;
    await moveTo(venue, '2026-11-20T17:00:00Z');
    expect(markets(events)).toEqual(ids.map(() => 'closed'));
    const live = day.map(idOfOrder).filter((id) => exchange.order(id)?.status === 'Live');
    expect(live).toEqual([]);
  });

  test('all close at the time of the close that was missed', async () => {
    const folder = temporaryFolder();
    const before = openVenue({ folder, waitingMax: COUNT + 1 });
    const ids = Array.from({ length: COUNT }, (_, index) => 1000 + index);
    await Promise.all(ids.map((securityId) => before.exchange.submit(security({ securityId, hours }))));
    const day = await Promise.all(
      ids.map((securityId) => before.exchange.submit(order({ securityId, expiration: 'Day' }))),
    );
    const after = await restart(before, folder, '2026-11-20T18:00:00Z');
    const times = new Set(day.map((outcome) => after.exchange.order(idOfOrder(outcome))?.updatedAt));
    expect(times).toEqual(new Set([microsOf('2026-11-20T17:00:00Z')]));
  });

  test('all open at a restart', async () => {
    const folder = temporaryFolder();
    const before = openVenue({ folder, waitingMax: COUNT + 1 });
    const ids = Array.from({ length: COUNT }, (_, index) => 1000 + index);
    await Promise.all(ids.map((securityId) => before.exchange.submit(security({ securityId, hours }))));
    const after = await restart(before, folder, '2026-11-20T16:30:00Z');
    expect(markets(after.events)).toEqual(ids.map(() => 'open'));
  });
});

describe('what the market says of itself', () => {
  test.each([
    ['the default hours', null],
    ['its own hours', { friday: { startMinute: 600, endMinute: 900 }, monday: { startMinute: 600, endMinute: 900 } }],
  ])('a security that has ended, with %s, gets no events of sessions', async (_, hours) => {
    const venue = openVenue({ folder: temporaryFolder() });
    await venue.exchange.submit(security({ hours }));
    await venue.exchange.submit(security({ status: 'ended' }));
    expect(markets(venue.events)).toEqual(['closed']);
    await venue.exchange.submit(cancel(1));
    venue.events.length = 0;
    const before = venue.exchange.sequence;
    await moveTo(venue, '2026-11-20T22:00:00Z');
    await moveTo(venue, '2026-11-23T15:30:00Z');
    expect(venue.events).toEqual([]);
    // The close and the opening of the default hours, three ends of dates, and what moveTo submits.
    expect(venue.exchange.sequence - before).toBe(7);
    await venue.exchange.submit(security({ status: 'trading' }));
    await venue.exchange.submit(cancel(1));
    expect(venue.exchange.security(7 as SecurityId)?.market).toBe('open');
  });

  test('an offering that goes back to Pending closes its market, and opens it when it is approved', async () => {
    const venue = openVenue({ folder: temporaryFolder() });
    const { exchange } = venue;
    await exchange.submit(security());
    await exchange.submit(security({ status: 'awaiting' }));
    expect(exchange.nextTransition(7 as SecurityId)).toBeNull();
    await exchange.submit(security({ status: 'trading' }));
    expect(exchange.nextTransition(7 as SecurityId)).toMatchObject({ market: 'closed' });
    expect(markets(venue.events)).toEqual(['closed', 'open']);
  });

  test('it opens before the matches of the opening, and closes before the expiries of the close', async () => {
    const venue = openVenue({ folder: temporaryFolder(), time: new ManualTime('2026-11-20T13:00:00Z') });
    const { exchange, events } = venue;
    await exchange.submit(security());
    await exchange.submit(order({ side: 'sell', price: 9 * DOLLAR }));
    await exchange.submit(order({ quantity: 150, expiration: 'Day' }));
    events.length = 0;
    await moveTo(venue, '2026-11-20T14:30:00Z');
    expect(events.map(({ type }) => type)).toEqual(['market', 'match', 'order', 'order', 'top']);
    events.length = 0;
    await moveTo(venue, '2026-11-20T21:00:00Z');
    expect(events.map(({ type }) => type)).toEqual(['market', 'order', 'top']);
  });
});

describe('orders right after a change of hours', () => {
  test.each([
    ['of the security', security({ hours: { friday: { startMinute: 600, endMinute: 601 } } })],
    ['of the calendar', { type: 'calendar', date: '2026-11-20', day: { name: 'A day off', hours: 'closed' } } as const],
  ])('never trade by the hours of before: %s', async (_, change) => {
    const venue = openVenue({ folder: temporaryFolder(), time: new ManualTime('2026-11-20T15:30:00Z') });
    const { exchange } = venue;
    await exchange.submit(security());
    await Promise.all([change, order({ side: 'sell' }), order()].map((command) => exchange.submit(command)));
    expect(exchange.security(7 as SecurityId)?.market).toBe('closed');
    expect(venue.events.some(({ type }) => type === 'match')).toBe(false);
  });
});
