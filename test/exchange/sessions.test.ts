import { describe, expect, test } from 'vitest';
import type { ExchangeEvent } from '../../src/exchange/interface.ts';
import { ManualTime } from '../support/manual-time.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { cancel, DOLLAR, idOfOrder, openVenue, order, security, type TestVenue } from './venue.ts';

function markets(events: readonly ExchangeEvent[]): string[] {
  return events.filter((event) => event.type === 'market').map(({ market }) => market);
}

/** Moves time and waits until the venue has taken notice: a refused command goes through the sequencer behind it. */
async function moveTo({ time, exchange }: TestVenue, instant: string): Promise<void> {
  time.moveTo(instant);
  await exchange.submit(cancel(1));
}

describe('opening and closing (M12, M13)', () => {
  test('by the schedule, with daylight saving, over a weekend', async () => {
    const venue = openVenue({ folder: temporaryFolder(), time: new ManualTime('2026-10-30T13:00:00Z') });
    await venue.exchange.submit(security());
    expect(venue.exchange.security(7)?.market).toBe('closed');
    await moveTo(venue, '2026-10-30T13:30:00Z');
    expect(venue.exchange.security(7)?.market).toBe('open');
    await moveTo(venue, '2026-10-30T19:59:59.999Z');
    expect(venue.exchange.security(7)?.market).toBe('open');
    await moveTo(venue, '2026-10-30T20:00:00Z');
    expect(venue.exchange.security(7)?.market).toBe('closed');
    await moveTo(venue, '2026-11-02T14:29:59.999Z');
    expect(venue.exchange.security(7)?.market).toBe('closed');
    await moveTo(venue, '2026-11-02T14:30:00Z');
    expect(venue.exchange.security(7)?.market).toBe('open');
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
    await exchange.submit({ type: 'halt', securityId: 7, reason: 'news pending' });
    const sell = idOfOrder(await exchange.submit(order({ side: 'sell' })));
    await exchange.submit(order());
    expect(exchange.order(sell)).toMatchObject({ status: 'Live' });
    await exchange.submit({ type: 'resume', securityId: 7, reason: 'news out' });
    expect(exchange.order(sell)).toMatchObject({ status: 'Executed' });
    expect(markets(venue.events)).toEqual(['open', 'halted', 'open'].slice(1));
  });

  test('a halt outlasts the night', async () => {
    const venue = openVenue({ folder: temporaryFolder() });
    await venue.exchange.submit(security());
    await venue.exchange.submit({ type: 'halt', securityId: 7, reason: 'news pending' });
    await moveTo(venue, '2026-11-23T15:00:00Z');
    expect(venue.exchange.security(7)?.market).toBe('halted');
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
    expect([7, 8].map((id) => exchange.security(id)?.market)).toEqual(['closed', 'open']);
    await moveTo(venue, '2026-11-20T23:00:00Z');
    expect(exchange.security(8)?.market).toBe('closed');
    expect(exchange.nextTransition(8)).toMatchObject({ market: 'open' });
  });

  test('hours that are changed during the day take effect at once', async () => {
    const venue = openVenue({ folder: temporaryFolder() });
    const { exchange } = venue;
    await exchange.submit(security());
    const day = idOfOrder(await exchange.submit(order({ expiration: 'Day' })));
    await exchange.submit(security({ hours: { friday: { startMinute: 11 * 60, endMinute: 12 * 60 } } }));
    await exchange.submit(cancel(1));
    expect(exchange.security(7)?.market).toBe('closed');
    expect(exchange.order(day)?.status).toBe('Live');
    await moveTo(venue, '2026-11-20T16:00:00Z');
    expect(exchange.security(7)?.market).toBe('open');
    await exchange.submit(security({ hours: { friday: { startMinute: 8 * 60, endMinute: 10 * 60 } } }));
    await exchange.submit(cancel(1));
    expect(exchange.security(7)?.market).toBe('closed');
    expect(exchange.order(day)?.status).toBe('Cancelled');
    await exchange.submit(security({ hours: null }));
    await exchange.submit(cancel(1));
    expect(exchange.security(7)?.market).toBe('open');
  });

  test("the operator's date closes the market, and its removal opens it again", async () => {
    const venue = openVenue({ folder: temporaryFolder() });
    const { exchange } = venue;
    await exchange.submit(security());
    await exchange.submit({ type: 'calendar', date: '2026-11-20', day: { name: 'A day off', hours: 'closed' } });
    await exchange.submit(cancel(1));
    expect(exchange.security(7)?.market).toBe('closed');
    await exchange.submit({ type: 'calendar', date: '2026-11-20', day: null });
    await exchange.submit(cancel(1));
    expect(exchange.security(7)?.market).toBe('open');
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
    expect(exchange.security(7)?.market).toBe('open');
    expect(exchange.nextTransition(7)).toBeNull();
    await moveTo(venue, '2026-11-22T05:00:00Z');
    expect(exchange.order(day)?.status).toBe('Cancelled');
    expect(exchange.security(7)?.market).toBe('open');
  });
});

describe('a restart between transitions', () => {
  test('makes up for what was missed, in order', async () => {
    const folder = temporaryFolder();
    const before = openVenue({ folder });
    await before.exchange.submit(security());
    const day = idOfOrder(await before.exchange.submit(order({ expiration: 'Day' })));
    await before.exchange.stop();
    const after = openVenue({ folder, time: new ManualTime('2026-11-23T15:00:00Z') });
    await after.exchange.submit(cancel(1));
    expect(markets(after.events)).toEqual(['closed', 'open']);
    expect(after.exchange.order(day)?.status).toBe('Cancelled');
    const times = after.events.map(({ time }) => time);
    expect(times).toEqual(times.map(() => after.time.now()));
    await after.exchange.stop();
    const again = openVenue({ folder, time: new ManualTime('2026-11-23T15:00:01Z') });
    await again.exchange.submit(cancel(1));
    expect(markets(again.events)).toEqual([]);
  });

  test('also after a year', async () => {
    const folder = temporaryFolder();
    const before = openVenue({ folder });
    await before.exchange.submit(security());
    await before.exchange.stop();
    const after = openVenue({ folder, time: new ManualTime('2027-11-19T15:00:00Z') });
    await after.exchange.submit(cancel(1));
    // 250 trading days from Friday's close to Friday's opening, NYSE calendar of 2026 and 2027.
    expect(markets(after.events).filter((market) => market === 'open').length).toBe(250);
    expect(after.exchange.security(7)?.market).toBe('open');
  });
});
