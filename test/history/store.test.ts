import { describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import type { ExchangeEvent, MatchView, OrderChange, OrderView } from '../../src/exchange/interface.ts';
import { HistoryGap, HistoryStore } from '../../src/history/store.ts';
import { describeOnEachDatabase } from '../support/database.ts';

const TIME = 1_700_000_000_000_000;

const anOrder: OrderView = {
  orderId: 1,
  clientId: 'C1',
  securityId: 5001,
  issuerId: 1001,
  memberId: '77',
  accountId: 'A10000001',
  type: 'Limit',
  side: 'buy',
  token: 'morning-1',
  disclosed: true,
  solicited: false,
  expiration: 'Other',
  expirationDate: '2027-01-31',
  ip: '192.0.2.7',
  inSession: true,
  createdAt: TIME,
  price: 10_250_000,
  quantity: 300,
  remaining: 300,
  contingency: 'Minimum Quantity',
  minimum: 100,
  status: 'Live',
  updatedAt: TIME,
};

const aMatch: MatchView = {
  matchId: 9,
  securityId: 5001,
  time: TIME + 5,
  price: 10_250_000,
  quantity: 200,
  buyOrderId: 1,
  sellOrderId: 2,
  buyClientId: 'C1',
  sellClientId: 'C2',
  hubOrderId: 2,
};

function orderEvent(
  seq: number,
  change: OrderChange,
  order: Partial<OrderView>,
  reason: string | null = null,
): ExchangeEvent {
  return { type: 'order', seq, time: TIME + seq, change, reason, order: { ...anOrder, ...order } };
}

function matchEvent(seq: number, match: Partial<MatchView>): ExchangeEvent {
  return { type: 'match', seq, time: TIME + seq, match: { ...aMatch, ...match } };
}

function marketEvent(
  seq: number,
  securityId: number,
  market: 'open' | 'closed' | 'halted',
  reason: string | null,
): ExchangeEvent {
  return { type: 'market', seq, time: TIME + seq, securityId, market, reason };
}

function topEvent(seq: number): ExchangeEvent {
  return { type: 'top', seq, time: TIME, top: { securityId: 5001, seq, time: TIME, bid: null, offer: null } };
}

async function rowsIn(
  database: Database,
  table: 'orders' | 'order_changes' | 'matches' | 'market_events',
): Promise<number> {
  const { total } = await database.db
    .selectFrom(table)
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

describeOnEachDatabase('the order history', (open) => {
  it('is empty at first', async () => {
    const store = new HistoryStore(await open.history());
    expect(await store.position()).toBe(0);
    expect(await store.order(1)).toBeUndefined();
    expect(await store.match(1)).toBeUndefined();
    expect(await store.matchesOf(1)).toEqual([]);
    expect(await store.changesOf(1)).toEqual([]);
    expect(await store.ordersWithToken('C1', 'x', 10)).toEqual([]);
    await store.apply([]);
    expect(await store.position()).toBe(0);
  });

  it('gives back every field of an order, whatever it holds', async () => {
    const store = new HistoryStore(await open.history());
    const other: OrderView = {
      ...anOrder,
      orderId: 2 ** 52 + 1,
      accountId: null,
      type: 'RFQ',
      side: 'sell',
      token: null,
      disclosed: false,
      solicited: true,
      expiration: 'GTC',
      expirationDate: null,
      ip: '2001:db8::1',
      inSession: false,
      price: 1_000_000_000_000_000,
      quantity: 1_000_000_000,
      remaining: 0,
      contingency: 'None',
      minimum: 0,
      status: 'Partially Executed & Cancelled',
    };
    await store.apply([orderEvent(1, 'entered', {}), orderEvent(2, 'entered', other)]);
    expect(await store.order(1)).toStrictEqual(anOrder);
    expect(await store.order(other.orderId)).toStrictEqual(other);
    expect(Object.isFrozen(await store.order(1))).toBe(true);
  });

  it('gives back every field of a match, by its id and by either order, oldest first', async () => {
    const store = new HistoryStore(await open.history());
    await store.apply([
      matchEvent(1, {}),
      matchEvent(2, { matchId: 10, buyOrderId: 3 }),
      matchEvent(3, { matchId: 11, sellOrderId: 1, buyOrderId: 4 }),
    ]);
    expect(await store.match(9)).toStrictEqual(aMatch);
    expect((await store.matchesOf(1)).map((match) => match.matchId)).toEqual([9, 11]);
    expect((await store.matchesOf(2)).map((match) => match.matchId)).toEqual([9, 10]);
    expect((await store.matchesOf(2, 1)).map((match) => match.matchId)).toEqual([9]);
    expect(await store.matchesOf(99)).toEqual([]);
  });

  it('keeps the last state of an order and each of its changes, within a batch and over batches', async () => {
    const database = await open.history();
    const store = new HistoryStore(database);
    await store.apply([
      orderEvent(1, 'entered', {}),
      orderEvent(2, 'filled', { remaining: 100, status: 'Partially Executed', updatedAt: TIME + 2 }),
    ]);
    expect(await store.order(1)).toStrictEqual({
      ...anOrder,
      remaining: 100,
      status: 'Partially Executed',
      updatedAt: TIME + 2,
    });
    await store.apply([
      orderEvent(3, 'replaced', {
        price: 11_000_000,
        quantity: 250,
        remaining: 50,
        contingency: 'None',
        minimum: 0,
        status: 'Partially Executed',
        updatedAt: TIME + 3,
      }),
      orderEvent(
        4,
        'expired',
        {
          price: 11_000_000,
          quantity: 250,
          remaining: 50,
          contingency: 'None',
          minimum: 0,
          status: 'Partially Executed & Cancelled',
          updatedAt: TIME + 4,
        },
        'end of day',
      ),
    ]);
    expect(await store.order(1)).toStrictEqual({
      ...anOrder,
      price: 11_000_000,
      quantity: 250,
      remaining: 50,
      contingency: 'None',
      minimum: 0,
      status: 'Partially Executed & Cancelled',
      updatedAt: TIME + 4,
    });
    const changes = await store.changesOf(1);
    expect(changes.map(({ seq, change, status }) => [seq, change, status])).toEqual([
      [1, 'entered', 'Live'],
      [2, 'filled', 'Partially Executed'],
      [3, 'replaced', 'Partially Executed'],
      [4, 'expired', 'Partially Executed & Cancelled'],
    ]);
    expect(changes[3]).toStrictEqual({
      seq: 4,
      orderId: 1,
      change: 'expired',
      status: 'Partially Executed & Cancelled',
      remaining: 50,
      quantity: 250,
      price: 11_000_000,
      reason: 'end of day',
      time: TIME + 4,
    });
    expect(await rowsIn(database, 'orders')).toBe(1);
  });

  it('keeps what happened to markets, newest first, and passes over what has no history', async () => {
    const store = new HistoryStore(await open.history());
    await store.apply([
      marketEvent(1, 5001, 'open', null),
      topEvent(2),
      marketEvent(3, 5001, 'halted', 'news pending'),
      marketEvent(4, 5002, 'closed', null),
      topEvent(5),
    ]);
    expect(await store.position()).toBe(5);
    expect(await store.marketEventsOf(5001)).toEqual([
      { seq: 3, securityId: 5001, market: 'halted', reason: 'news pending', time: TIME + 3 },
      { seq: 1, securityId: 5001, market: 'open', reason: null, time: TIME + 1 },
    ]);
  });

  it('skips events that it holds, also where they overlap with new ones', async () => {
    const database = await open.history();
    const store = new HistoryStore(database);
    const events = [
      orderEvent(1, 'entered', {}),
      matchEvent(2, {}),
      orderEvent(3, 'filled', { remaining: 100 }),
      marketEvent(4, 5001, 'closed', null),
    ];
    await store.apply(events.slice(0, 3));
    await store.apply(events.slice(0, 3));
    await store.apply(events);
    await store.apply(events.slice(0, 1));
    expect(await store.position()).toBe(4);
    expect((await store.order(1))?.remaining).toBe(100);
    expect(await rowsIn(database, 'order_changes')).toBe(2);
    expect(await rowsIn(database, 'matches')).toBe(1);
    expect(await rowsIn(database, 'market_events')).toBe(1);
  });

  it('goes on where it was after it is opened again', async () => {
    const location = await open.location();
    await new HistoryStore(await open.history(location)).apply([orderEvent(1, 'entered', {})]);
    const again = new HistoryStore(await open.history(location));
    expect(await again.position()).toBe(1);
    await again.apply([orderEvent(1, 'entered', {}), orderEvent(2, 'cancelled', { status: 'Cancelled' })]);
    expect((await again.order(1))?.status).toBe('Cancelled');
  });

  it.each([
    ['before the batch', [orderEvent(3, 'entered', { orderId: 5 })]],
    ['within the batch', [orderEvent(2, 'entered', { orderId: 5 }), orderEvent(4, 'entered', { orderId: 6 })]],
    ['backwards', [orderEvent(2, 'entered', { orderId: 5 }), orderEvent(2, 'filled', { orderId: 5 })]],
  ])('refuses a gap %s and takes nothing of the batch', async (_where, events) => {
    const database = await open.history();
    const store = new HistoryStore(database);
    await store.apply([orderEvent(1, 'entered', {})]);
    await expect(store.apply(events)).rejects.toThrow(HistoryGap);
    expect(await store.position()).toBe(1);
    expect(await rowsIn(database, 'orders')).toBe(1);
    expect(await rowsIn(database, 'order_changes')).toBe(1);
  });

  it('takes all of a batch or nothing', async () => {
    const database = await open.history();
    const store = new HistoryStore(database);
    // Two matches with one id cannot be: the second fails after the first and the orders were written.
    await expect(store.apply([orderEvent(1, 'entered', {}), matchEvent(2, {}), matchEvent(3, {})])).rejects.toThrow();
    expect(await store.position()).toBe(0);
    expect(await rowsIn(database, 'orders')).toBe(0);
    expect(await rowsIn(database, 'matches')).toBe(0);
    await store.apply([orderEvent(1, 'entered', {})]);
    expect(await store.position()).toBe(1);
  });

  it("finds the newest orders of a client with a token, oldest first, and nobody else's", async () => {
    const store = new HistoryStore(await open.history());
    const entered = (seq: number, orderId: number, clientId: string, token: string | null) =>
      orderEvent(seq, 'entered', { orderId, clientId, token });
    await store.apply([
      entered(1, 1, 'C1', 'x'),
      entered(2, 2, 'C2', 'x'),
      entered(3, 3, 'C1', 'y'),
      entered(4, 4, 'C1', 'x'),
      entered(5, 5, 'C1', null),
      entered(6, 6, 'C1', 'x'),
    ]);
    const ids = async (limit?: number) => (await store.ordersWithToken('C1', 'x', limit)).map((order) => order.orderId);
    expect(await ids()).toEqual([1, 4, 6]);
    expect(await ids(2)).toEqual([4, 6]);
  });

  it('holds batches of every size', async () => {
    const database = await open.history();
    const store = new HistoryStore(database);
    let seq = 0;
    for (const size of [1, 2, 3, 5, 17, 255, 256, 257, 600]) {
      const batch = Array.from({ length: size }, () => {
        seq++;
        return orderEvent(seq, 'entered', { orderId: seq, token: `t${seq}` });
      });
      await store.apply(batch);
    }
    expect(await store.position()).toBe(seq);
    expect(await rowsIn(database, 'orders')).toBe(seq);
    for (const orderId of [1, 2, 6, 300, seq]) expect((await store.order(orderId))?.token).toBe(`t${orderId}`);
  });

  it('takes batches given at the same time one after the other', async () => {
    const store = new HistoryStore(await open.history());
    const batches = [1, 2, 3, 4].map((last) =>
      Array.from({ length: last }, (_, index) => orderEvent(index + 1, 'entered', { orderId: index + 1 })),
    );
    await Promise.all(batches.map((batch) => store.apply(batch)));
    expect(await store.position()).toBe(4);
    expect((await store.order(4))?.orderId).toBe(4);
  });
});

describe('a gap', () => {
  it('says which event was expected', () => {
    expect(new HistoryGap(7, 9).message).toBe('The order history expects event 7 next and was given event 9');
  });
});
