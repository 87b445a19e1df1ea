import { expect, test } from 'vitest';
import { Advance } from '../../../src/service/venue/advance.ts';
import { ManualTime, turn } from '../../support/manual-time.ts';

const MARKET = { clientId: '', timeUs: 1, name: 'market', about: ['security 1'] };

function started() {
  const time = new ManualTime('2026-11-27T15:00:00Z');
  return { time, advance: new Advance(time.nowUs(), time.nowUs() + 1_000_000, time) };
}

test('a client sees what happened to it and to everybody, a page at a time', () => {
  const { advance } = started();
  const of = (clientId: string, timeUs: number) => ({ clientId, timeUs, name: 'createTrade', about: ['trade 1'] });
  for (const event of [MARKET, of('C1', 2), of('C2', 3), of('C1', 4), MARKET]) advance.add(event);
  expect(advance.countsOf('C1')).toEqual({ createTrade: 2, market: 2 });
  expect(advance.countsOf('C3')).toEqual({ market: 2 });
  expect(advance.happened('C3', 0, 10)).toEqual({ events: [MARKET, MARKET], next: null });
  const first = advance.happened('C1', 0, 2);
  expect(first).toEqual({ events: [MARKET, of('C1', 2)], next: 2 });
  expect(advance.happened('C1', 2, 2)).toEqual({ events: [of('C1', 4), MARKET], next: null });
  expect(advance.happened('C1', 1_000_000, 2)).toEqual({ events: [], next: null });
});

test('the first 10,000 events are kept, and the rest is counted', () => {
  const { advance } = started();
  for (let timeUs = 0; timeUs < 10_500; timeUs++) advance.add({ ...MARKET, timeUs });
  expect(advance.countsOf('C1')).toEqual({ market: 10_500 });
  expect(advance.happened('C1', 9_999, 10)).toEqual({ events: [{ ...MARKET, timeUs: 9_999 }], next: null });
});

test('whoever waits is answered at its end, or when the time is over', async () => {
  const { time, advance } = started();
  let answered = 0;
  for (const ms of [1000, 2000]) void advance.endedWithin(ms).then(() => answered++);
  time.advanceMs(1000);
  await turn();
  expect([answered, advance.state]).toEqual([1, 'Under way']);
  advance.end('it failed');
  await turn();
  expect(answered).toBe(2);
  expect(advance).toMatchObject({ state: 'Failed', reason: 'it failed', tookMs: 1000 });
  expect(time.waiting).toBe(0);
});
