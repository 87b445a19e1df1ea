import { expect, test, vi } from 'vitest';
import { TradingCalendar } from '../../src/calendar/trading-calendar.ts';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { moveTo } from './sessions.ts';
import { cancel, openVenue, security } from './venue.ts';

test('a change of one security looks at the hours of that one, however many there are', async () => {
  const venue = openVenue({ folder: temporaryFolder(), waitingMax: 10_000 });
  const { exchange } = venue;
  const hours = { startMinute: 10 * 60, endMinute: 15 * 60 };
  const own = { monday: hours, friday: hours };
  const many = Array.from({ length: 2000 }, (_, i) => ({ securityId: 100 + i, hours: i % 2 === 0 ? own : null }));
  await Promise.all(many.map((one) => exchange.submit(security(one))));
  await moveTo(venue, '2026-11-20T15:30:00Z');
  const looks = [
    vi.spyOn(TradingCalendar.prototype, 'isOpen'),
    vi.spyOn(TradingCalendar.prototype, 'nextTransition'),
    vi.spyOn(TradingCalendar.prototype, 'transitionsBetween'),
  ];
  await exchange.submit({ type: 'security', securityId: 100 as SecurityId, hours: null });
  await exchange.submit({ type: 'security', securityId: 101 as SecurityId, hours: own });
  await exchange.submit(cancel(1));
  expect(looks.reduce((sum, { mock }) => sum + mock.calls.length, 0)).toBeLessThan(30);
  vi.restoreAllMocks();
  await moveTo(venue, '2026-11-20T20:00:00Z');
  expect([100, 101, 102, 103].map((id) => exchange.security(id as SecurityId)?.market)).toEqual([
    'open',
    'closed',
    'closed',
    'open',
  ]);
  await exchange.stop();
});
