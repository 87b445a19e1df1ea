import { expect } from 'vitest';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import type { MatchView, OrderView } from '../../src/exchange/api/orders.ts';
import type { OrderId } from '../../src/exchange/api/units.ts';
import type { HistoryStore } from '../../src/history/store.ts';
import type { OrderChangeView } from '../../src/history/views.ts';

/** Each order as its last event has it, with each of its changes, each match, each token, and nothing else. */
export async function expectSameHistory(store: HistoryStore, events: readonly ExchangeEvent[]): Promise<void> {
  const orders = new Map<number, OrderView>();
  const changes = new Map<number, OrderChangeView[]>();
  const matches: MatchView[] = [];
  for (const event of events) {
    if (event.type === 'match') matches.push(event.match);
    if (event.type !== 'order') continue;
    const { orderId } = event.order;
    // The part that shows now is the book's (M19): the history keeps the term alone.
    const { displayed: _displayed, ...order } = event.order;
    orders.set(orderId, order);
    changes.set(orderId, [...(changes.get(orderId) ?? []), changeOf(event)]);
  }
  expect(orders.size).toBeGreaterThan(0);
  expect(matches.length).toBeGreaterThan(0);
  for (const [orderId, order] of orders) {
    expect(await store.order(orderId as OrderId)).toEqual(order);
    expect(await store.changesOf(orderId as OrderId)).toEqual(changes.get(orderId));
  }
  for (const match of matches) expect(await store.match(match.matchId)).toEqual(match);
  await expectTokens(store, [...orders.values()]);
  expect(await store.position()).toBe(events.at(-1)?.seq);
}

async function expectTokens(store: HistoryStore, orders: readonly OrderView[]): Promise<void> {
  const groups = Map.groupBy(
    orders.filter(({ ticket }) => ticket.token !== null),
    ({ ticket: { clientId, token } }) => JSON.stringify([clientId, token]),
  );
  for (const [key, group] of groups) {
    const [clientId, token] = JSON.parse(key) as [string, string];
    expect(await store.ordersWithToken(clientId, token)).toEqual(group);
  }
}

function changeOf(event: ExchangeEvent & { readonly type: 'order' }): OrderChangeView {
  const { seq, time, change, reason, order, fill, isInitiator, previousToken, user } = event;
  const { orderId, status, remaining, executed, quantity, price } = order;
  const { optional } = order.ticket;
  const rest = {
    ...(fill === undefined || isInitiator === undefined ? {} : { fill, isInitiator }),
    ...(typeof previousToken === 'string' ? { previousToken } : {}),
    ...(user === undefined ? {} : { user }),
    ...(optional === undefined ? {} : { optional }),
  };
  return { seq, orderId, change, status, remaining, executed, quantity, price, reason, time, ...rest };
}
