import { expect, test } from 'vitest';
import { venueInput, venueInstant } from '../../console/src/data/times.ts';

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

test('another text is no time', () => {
  expect(venueInstant('soon')).toBeNaN();
});
