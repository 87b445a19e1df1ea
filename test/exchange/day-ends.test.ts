import { expect, test } from 'vitest';
import type { WeekSchedule } from '../../src/calendar/schedule.ts';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import type { JournaledCommand, UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { type DayEnd, DayEndWatch } from '../../src/exchange/replica/day-ends.ts';
import { microsOf } from '../support/manual-time.ts';
import { order, security } from './venue.ts';

const DATE = '2026-11-20';
const LATE: WeekSchedule = { friday: { startMinute: 570, endMinute: 18 * 60 } };

/** Applies commands at their times, and gives the ends of days that were seen. */
function ends(steps: readonly (readonly [instant: string, command: UntimedCommand])[]): DayEnd[] {
  const state = new VenueState(0);
  const watch = new DayEndWatch(state);
  return steps.flatMap(([instant, command], index) => {
    const timed = { ...command, time: microsOf(instant) } as JournaledCommand;
    state.apply(timed);
    return watch.after(timed, index + 1) ?? [];
  });
}

function session(
  action: 'open' | 'close',
  securityId: SecurityId | null,
  dayOver = action === 'close',
): UntimedCommand {
  return { type: 'session', action, securityId, date: DATE, dayOver, scheduled: 1 };
}

const opened = [
  ['2026-11-20T14:00:00Z', security()],
  ['2026-11-20T14:00:00Z', security({ securityId: 8, hours: LATE })],
  ['2026-11-20T14:30:00Z', session('open', null)],
  ['2026-11-20T14:30:00Z', session('open', 8 as SecurityId)],
] as const;

const midnight = ['2026-11-21T05:00:00Z', { type: 'dateEnd', date: DATE, scheduled: 1 }] as const;

test('a day is over with the last close of its date', () => {
  const found = ends([
    ...opened,
    ['2026-11-20T15:00:00Z', order()],
    ['2026-11-20T21:00:00Z', session('close', null)],
    ['2026-11-20T22:00:00Z', order()],
    ['2026-11-20T23:00:00Z', session('close', 8 as SecurityId)],
    midnight,
  ]);
  expect(found.map(({ date, isOver, byMidnight, command }) => [date, isOver, byMidnight, command])).toEqual([
    [DATE, false, false, 6],
    [DATE, true, false, 8],
    [DATE, true, true, 9],
  ]);
  expect(found.map(({ orderId }) => orderId)).toEqual([100_100, 100_200, 100_200]);
  expect(found[1]?.time).toBe(microsOf('2026-11-20T23:00:00Z'));
});

test('a halted market ends its day as any other', () => {
  const halt = { type: 'halt', securityId: 7 as SecurityId, reason: 'news' } as const;
  const found = ends([
    ['2026-11-20T14:00:00Z', security()],
    ['2026-11-20T14:30:00Z', session('open', null)],
    ['2026-11-20T15:00:00Z', halt],
    ['2026-11-20T21:00:00Z', session('close', null)],
  ]);
  expect(found.map(({ isOver }) => isOver)).toEqual([true]);
});

test('a market that the operator closes for an hour ends no day', () => {
  const found = ends([
    ['2026-11-20T14:00:00Z', security()],
    ['2026-11-20T14:30:00Z', session('open', null)],
    ['2026-11-20T15:00:00Z', session('close', null, false)],
  ]);
  expect(found).toEqual([]);
});

test('a session that is still to come keeps the day from being over', () => {
  const found = ends([
    ['2026-11-20T14:00:00Z', security()],
    ['2026-11-20T14:00:00Z', security({ securityId: 8, hours: { friday: { startMinute: 1080, endMinute: 1140 } } })],
    ['2026-11-20T14:30:00Z', session('open', null)],
    ['2026-11-20T21:00:00Z', session('close', null)],
    ['2026-11-20T23:00:00Z', session('open', 8 as SecurityId)],
    ['2026-11-21T00:00:00Z', session('close', 8 as SecurityId)],
  ]);
  expect(found.map(({ isOver }) => isOver)).toEqual([false, true]);
});

test('where the security with the last session ended before it, the day is over at midnight', () => {
  const found = ends([
    ...opened,
    ['2026-11-20T21:00:00Z', session('close', null)],
    ['2026-11-20T22:00:00Z', { type: 'security', securityId: 8 as SecurityId, status: 'ended' }],
    midnight,
  ]);
  expect(found.map(({ isOver, byMidnight }) => [isOver, byMidnight])).toEqual([
    [false, false],
    [true, true],
  ]);
});

test("the operator's date moves the end", () => {
  const hours = { startMinute: 570, endMinute: 12 * 60 };
  const found = ends([
    ['2026-11-20T14:00:00Z', security()],
    ['2026-11-20T14:00:00Z', { type: 'calendar', date: DATE, day: { name: 'short', hours } }],
    ['2026-11-20T14:30:00Z', session('open', null)],
    ['2026-11-20T17:00:00Z', session('close', null)],
  ]);
  expect(found.map(({ isOver }) => isOver)).toEqual([true]);
});

test('a call that goes on after the last close leaves the day to midnight (Q8)', () => {
  const securityId = 7 as SecurityId;
  const terms = { callSeconds: 60, noCancelSeconds: 0, randomEndSeconds: 30 };
  const plan = { auctions: [], afterHalt: null, continuous: true, collar: null };
  const endsAt = microsOf('2026-11-20T21:00:00Z');
  const found = ends([
    opened[0],
    opened[2],
    ['2026-11-20T20:00:00Z', { type: 'auctionPlan', securityId, plan, expected: null }],
    ['2026-11-20T20:59:00Z', { type: 'auctionCall', securityId, kind: 'close', terms, endsAt }],
    ['2026-11-20T20:59:30Z', order()],
    ['2026-11-20T20:59:30Z', order({ side: 'sell' })],
    ['2026-11-20T21:00:00Z', session('close', null)],
    ['2026-11-20T21:00:20Z', { type: 'uncross', securityId, missed: false }],
    midnight,
  ]);
  expect(found.map(({ isOver, byMidnight, matchId }) => [isOver, byMidnight, matchId])).toEqual([
    [false, false, 100_000],
    [true, true, 100_100],
  ]);
});
