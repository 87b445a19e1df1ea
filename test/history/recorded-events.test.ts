import { describe, expect, test } from 'vitest';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import type { OrderView } from '../../src/exchange/api/orders.ts';
import type { OrderId } from '../../src/exchange/api/units.ts';
import { recordedEvents, UnlawfulEvent } from '../../src/history/recorded-events.ts';
import { entered, orderAt, TIME, traded, updated } from './events.ts';

/** A match with its fills in another order, or with another initiator's fill. */
function withFills(places: readonly number[]): ExchangeEvent[] {
  const [match, ...fills] = traded(1, {});
  return [match, ...places.map((place, index) => ({ ...fills[place]!, seq: 2 + index }))];
}

function withFill(order: Partial<OrderView>): ExchangeEvent[] {
  const [match, initiator, contra] = traded(1, {});
  return [match, { ...initiator, order: { ...initiator.order, ...order } }, contra];
}

describe('events that the history keeps', () => {
  test('go to the tables from which they can be computed', () => {
    const [match, initiator, contra] = traded(2, {}, { initiator: 5, contra: 0 });
    const entry = entered(1);
    const user = { userId: 'U10000001', clientId: 'C1' };
    const cancel = { ...updated(5, 'cancelled', { remaining: 5 }), user };
    expect(recordedEvents([entry, match, initiator, contra, cancel])).toEqual({
      entries: [entry],
      updates: [cancel],
      renames: [],
      executions: [{ seq: 2, match: match.match, buy: contra.order, sell: initiator.order }],
      markets: [],
      notices: [],
      quotes: [],
      registerChanges: [],
      fees: [],
      users: [{ seq: 5, user }],
    });
  });

  test.each<[string, ExchangeEvent[]]>([
    [
      'a fill without a match',
      traded(1, {})
        .slice(1)
        .map((event) => ({ ...event, seq: event.seq - 1 })),
    ],
    ['a match without its fills', [traded(1, {})[0]]],
    ['a match with one fill', traded(1, {}).slice(0, 2)],
    ['a match whose contra comes before its initiator', withFills([1, 0])],
    ['a match with a fill of another order', withFill({ orderId: 77 as OrderId })],
    ['a fill with a status that does not follow from what remains', withFill({ status: 'Live' })],
    ['a match with another initiator', traded(1, { initiatorOrderId: 77 as OrderId })],
    ['an entry of which a part is gone', [{ ...entered(1), order: orderAt(1, { remaining: 1 }) }]],
    ['an update at another time', [{ ...updated(1, 'cancelled', {}), time: TIME }]],
  ])('refuses %s, which its rows cannot represent', (_what, events) => {
    expect(() => recordedEvents(events)).toThrow(UnlawfulEvent);
  });
});
