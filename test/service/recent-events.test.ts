import { expect, test } from 'vitest';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import { RecentEvents } from '../../src/service/venue/venue-webhooks.ts';

function filled(count: number, max?: number): RecentEvents {
  const events = new RecentEvents(max);
  for (let seq = 1; seq <= count; seq++) events.add({ seq } as ExchangeEvent);
  return events;
}

const seqsOf = (events: readonly ExchangeEvent[] | undefined) => events?.map(({ seq }) => seq);

test('the events after a position are returned when all of them are known', () => {
  expect(seqsOf(filled(9).between(4, 7))).toEqual([5, 6, 7]);
  expect(seqsOf(filled(9, 3).between(6, 9))).toEqual([7, 8, 9]);
  expect(seqsOf(filled(9).between(9, 9))).toEqual([]);
});

test('and nothing when the oldest of them were let go, or never came', () => {
  expect(filled(9, 3).between(5, 9)).toBeUndefined();
  expect(filled(0).between(5, 9)).toBeUndefined();
});
