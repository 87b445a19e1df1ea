import { expect, test } from 'vitest';
import { venueDays, venueInput, venueInstant } from '../../console/src/data/times.ts';

test.each([
  ['2026-03-02T09:30', '2026-03-02T14:30:00.000Z'],
  ['2026-07-01T16:00:05', '2026-07-01T20:00:05.000Z'],
  // Before and after the clocks change.
  ['2026-03-08T01:59', '2026-03-08T06:59:00.000Z'],
  ['2026-03-08T03:00', '2026-03-08T07:00:00.000Z'],
  ['2026-11-01T02:00', '2026-11-01T07:00:00.000Z'],
])('%s in New York is %s', (text, instant) => {
  expect(new Date(venueInstant(text)).toISOString()).toBe(instant);
  expect(venueInput(venueInstant(text))).toBe(text);
});

test.each([
  ['2026-03-02', '2026-03-02', '2026-03-02T05:00:00.000Z', '2026-03-03T04:59:59.999Z'],
  ['2026-03-02', '2026-03-04', '2026-03-02T05:00:00.000Z', '2026-03-05T04:59:59.999Z'],
  // Of 23 hours, and of 25.
  ['2026-03-08', '2026-03-08', '2026-03-08T05:00:00.000Z', '2026-03-09T03:59:59.999Z'],
  ['2026-11-01', '2026-11-01', '2026-11-01T04:00:00.000Z', '2026-11-02T04:59:59.999Z'],
])('the days from %s to %s in New York begin at %s and end with %s', (first, last, ...ends) => {
  expect(venueDays(first, last).map((at) => new Date(at).toISOString())).toEqual(ends);
});

test('another text is no time', () => {
  expect(venueDays('', 'soon')).toEqual([Number.NaN, Number.NaN]);
  expect(venueInstant('soon')).toBeNaN();
});
