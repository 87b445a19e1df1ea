import { expect, test } from 'vitest';
import type { ExchangeEvent, MatchView, OrderId } from '../../src/exchange/api/index.ts';
import { UnprojectedHistory } from '../../src/exchange/records/unprojected-history.ts';
import { keptBytes } from '../support/kept-bytes.ts';

const ORDERS = 7;

/** Of two of a few orders; each has its number as id and as the number of its event. */
function matchOf(number: number): MatchView {
  const buyOrderId = 1 + (number % ORDERS);
  return { matchId: number, buyOrderId, sellOrderId: 100 + (number % 3) } as MatchView;
}

test('the matches of an order are those that the history does not hold, oldest first', () => {
  const history = new UnprojectedHistory(0);
  const matches = Array.from({ length: 40 }, (_, index) => matchOf(index + 1));
  for (const [index, match] of matches.entries()) {
    history.add({ type: 'match', match, seq: index + 1 } as ExchangeEvent);
    history.projected(Math.max(0, index - 10));
    const kept = matches.slice(Math.max(0, index - 10), index + 1);
    for (const orderId of [...Array.from({ length: ORDERS }, (_, order) => 1 + order), 100, 101, 102] as OrderId[]) {
      const own = kept.filter(({ buyOrderId, sellOrderId }) => buyOrderId === orderId || sellOrderId === orderId);
      expect(history.matchesOf(orderId)).toEqual(own);
    }
  }
  history.projected(40);
  expect(history.match(matchOf(40).matchId)).toBeUndefined();
  expect(history.matchesOf(1 as OrderId)).toEqual([]);
});

test('an order with one match needs no list', async () => {
  const RUNS = 20_000;
  const events = Array.from({ length: 4 * RUNS }, (_, index) => {
    const match = { matchId: index + 1, buyOrderId: 2 * index + 1, sellOrderId: 2 * index + 2 } as MatchView;
    return { type: 'match', match, seq: index + 1 } as ExchangeEvent;
  });
  // Its tables keep their room.
  const history = new UnprojectedHistory(0);
  for (const event of events) history.add(event);
  history.projected(events.length);
  let next = 0;
  const add = async () => history.add({ ...(events[next++] as ExchangeEvent), seq: events.length + next });
  // Two lists take 190 bytes more.
  expect(await keptBytes(RUNS, 100, add)).toBeLessThan(100);
});
