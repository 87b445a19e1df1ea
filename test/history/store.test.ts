import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import type { OrderChange, OrderStatus, OrderView } from '../../src/exchange/api/orders.ts';
import type { MatchId, OrderId, SecurityId } from '../../src/exchange/api/units.ts';
import { HistoryGap } from '../../src/history/history-gap.ts';
import { UnlawfulEvent } from '../../src/history/recorded-events.ts';
import { ForeignHistory, HistoryStore } from '../../src/history/store.ts';
import type { OrderChangeView } from '../../src/history/views.ts';
import { describeOnEachDatabase } from '../support/database.ts';
import type { Plain } from '../support/plain.ts';
import { entered, TIME, traded, updated } from './events.ts';

function marketEvent(
  seq: number,
  securityId: number,
  market: 'open' | 'closed' | 'halted',
  reason: string | null,
): ExchangeEvent {
  return {
    type: 'market',
    seq,
    time: TIME + seq,
    securityId: securityId as SecurityId,
    market,
    reason,
    cause: 'scheduled',
  };
}

function topEvent(seq: number): ExchangeEvent {
  return {
    type: 'top',
    seq,
    time: TIME,
    top: { securityId: 5001 as SecurityId, seq, time: TIME, bid: null, offer: null },
  };
}

function change(
  seq: number,
  change: OrderChange,
  status: OrderStatus,
  rest: Pick<OrderChangeView, 'remaining' | 'quantity' | 'price'> & Partial<Plain<OrderChangeView>>,
): OrderChangeView {
  return { seq, orderId: 1, change, status, reason: null, executed: 0, time: TIME + seq, ...rest } as OrderChangeView;
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
  test('is empty at first', async () => {
    const store = new HistoryStore(await open.history(), 0);
    expect(await store.position()).toBe(0);
    expect(await store.order(1 as OrderId)).toBeUndefined();
    expect(await store.match(1 as MatchId)).toBeUndefined();
    expect(await store.matchesOf(1 as OrderId)).toEqual([]);
    expect(await store.changesOf(1 as OrderId)).toEqual([]);
    expect(await store.ordersWithToken('C1', 'x', 10)).toEqual([]);
    await store.apply([]);
    expect(await store.position()).toBe(0);
  });

  test('is of one shard, whose numbers its events have', async () => {
    const database = await open.history();
    const store = new HistoryStore(database, 0);
    await store.apply([entered(1)]);
    const other = new HistoryStore(database, 1);
    await expect(other.position()).rejects.toThrow('is that of shard 0, not of shard 1');
    await expect(other.apply([entered(2, { orderId: 2 })])).rejects.toThrow(ForeignHistory);
    expect(await store.position()).toBe(1);
    expect(await store.order(2 as OrderId)).toBeUndefined();
  });

  test('gives back every field of an order, whatever it holds', async () => {
    const store = new HistoryStore(await open.history(), 0);
    const one = entered(1);
    const other = entered(2, {
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
      contingency: 'None',
      minimum: 0,
      status: 'Pending',
    });
    await store.apply([one, other]);
    expect(await store.order(1 as OrderId)).toStrictEqual(one.order);
    expect(await store.order(other.order.orderId)).toStrictEqual(other.order);
    expect(Object.isFrozen(await store.order(1 as OrderId))).toBe(true);
  });

  test('gives back text as it came', async () => {
    const store = new HistoryStore(await open.history(), 0);
    const token = `a "quoted" \\ token, {braces}, 'é' and \t\n 日本 😀`;
    await store.apply([entered(1, { token, memberId: 'null', accountId: '' })]);
    expect(await store.order(1 as OrderId)).toMatchObject({ ticket: { token, memberId: 'null', accountId: '' } });
    expect((await store.ordersWithToken('C1', token)).map(({ orderId }) => orderId)).toEqual([1]);
  });

  test('gives back every field of a match, by its id and by either order, oldest first', async () => {
    const store = new HistoryStore(await open.history(), 0);
    const [match] = traded(5, {});
    await store.apply([
      entered(1, { orderId: 1 }),
      entered(2, { orderId: 2, side: 'sell' }),
      entered(3, { orderId: 3 }),
      entered(4, { orderId: 4 }),
      ...traded(5, {}, { initiator: 400, contra: 0 }),
      ...traded(8, { matchId: 10, buyOrderId: 3 }, { initiator: 200, contra: 0 }),
      ...traded(11, { matchId: 11, buyOrderId: 4, initiatorOrderId: 4 }),
    ]);
    expect(await store.match(9 as MatchId)).toStrictEqual(match.match);
    expect((await store.matchesOf(1 as OrderId)).map(({ matchId }) => matchId)).toEqual([9]);
    expect((await store.matchesOf(2 as OrderId)).map(({ matchId }) => matchId)).toEqual([9, 10, 11]);
    expect((await store.matchesOf(2 as OrderId, 1)).map(({ matchId }) => matchId)).toEqual([9]);
    expect(await store.matchesOf(99 as OrderId)).toEqual([]);
    const idsOfAll = async (orderIds: number[], limit: number) =>
      (await store.matchesOfAll(orderIds as OrderId[], limit))?.map(({ matchId }) => matchId);
    expect(await idsOfAll([3, 1], 10)).toEqual([9, 10]);
    expect(await idsOfAll([1, 2], 10)).toEqual([9, 10, 11]);
    expect(await idsOfAll([99], 10)).toEqual([]);
    expect(await idsOfAll([1, 3], 2)).toBeUndefined();
  });

  test('keeps the last state of an order and each of its changes, within a batch and over batches', async () => {
    const store = new HistoryStore(await open.history(), 0);
    const terms = { price: 11_000_000, quantity: 250, contingency: 'None', minimum: 0 } as const;
    const [first, both] = [{ executed: 2_050_000_000 }, { executed: 2_255_000_000 }];
    const entry = entered(1);
    await store.apply([
      entry,
      entered(2, { orderId: 2, side: 'sell', quantity: 500 }),
      ...traded(3, { quantity: 200 }, { initiator: 300, contra: 100 }),
    ]);
    const state = (seq: number, change: Partial<OrderView>) => ({
      ...entry.order,
      updatedAt: TIME + seq,
      status: 'Partially Executed' as OrderStatus,
      ...change,
    });
    expect(await store.order(1 as OrderId)).toStrictEqual(state(3, { remaining: 100, executed: 2_050_000_000 }));
    expect(await store.order(2 as OrderId)).toMatchObject({
      remaining: 300,
      status: 'Partially Executed',
      updatedAt: TIME + 3,
    });
    await store.apply([updated(6, 'replaced', { ...terms, ...first, remaining: 50, status: 'Partially Executed' })]);
    expect(await store.order(1 as OrderId)).toStrictEqual(state(6, { ...terms, ...first, remaining: 50 }));
    // The buyer is the initiator this time; what it asks for now are the terms of the replacement.
    const second = { matchId: 10, initiatorOrderId: 1, quantity: 20 };
    await store.apply(traded(7, second, { initiator: 30, contra: 280 }, both.executed));
    expect(await store.order(1 as OrderId)).toStrictEqual(state(7, { ...terms, ...both, remaining: 30 }));
    const ended = { ...terms, ...both, remaining: 30, status: 'Partially Executed & Cancelled' } as const;
    await store.apply([updated(10, 'expired', ended, 'end of day')]);
    expect(await store.order(1 as OrderId)).toStrictEqual(
      state(10, { ...ended, reason: 'end of day', ended: 'expired' }),
    );
    expect(await store.changesOf(1 as OrderId)).toStrictEqual([
      change(1, 'entered', 'Live', { remaining: 300, quantity: 300, price: 10_250_000 }),
      change(5, 'filled', 'Partially Executed', {
        ...first,
        remaining: 100,
        quantity: 300,
        price: 10_250_000,
        time: TIME + 3,
        fill: { matchId: 9 as MatchId, price: 10_250_000, quantity: 200 },
        isInitiator: false,
      }),
      change(6, 'replaced', 'Partially Executed', { ...first, remaining: 50, quantity: 250, price: 11_000_000 }),
      change(8, 'filled', 'Partially Executed', {
        ...both,
        remaining: 30,
        quantity: 250,
        price: 11_000_000,
        time: TIME + 7,
        fill: { matchId: 10 as MatchId, price: 10_250_000, quantity: 20 },
        isInitiator: true,
      }),
      change(10, 'expired', 'Partially Executed & Cancelled', {
        ...both,
        remaining: 30,
        quantity: 250,
        price: 11_000_000,
        reason: 'end of day',
      }),
    ]);
    expect((await store.changesOf(1 as OrderId, 2)).map(({ seq }) => seq)).toEqual([1, 5]);
    expect((await store.changesOf(2 as OrderId)).map(({ seq, remaining }) => [seq, remaining])).toEqual([
      [2, 500],
      [4, 300],
      [9, 280],
    ]);
  });

  test('knows an order that was executed to its end', async () => {
    const store = new HistoryStore(await open.history(), 0);
    await store.apply([
      entered(1),
      entered(2, { orderId: 2, side: 'sell' }),
      ...traded(3, { quantity: 100 }, { initiator: 200, contra: 200 }),
      ...traded(6, { matchId: 10, quantity: 200 }),
    ]);
    expect(await store.order(1 as OrderId)).toMatchObject({ remaining: 0, status: 'Executed', updatedAt: TIME + 6 });
    expect(await store.order(2 as OrderId)).toMatchObject({ remaining: 0, status: 'Executed', updatedAt: TIME + 6 });
  });

  test('keeps what happened to markets, newest first, and passes over what has no history', async () => {
    const store = new HistoryStore(await open.history(), 0);
    await store.apply([
      marketEvent(1, 5001, 'open', null),
      topEvent(2),
      marketEvent(3, 5001, 'halted', 'news pending'),
      marketEvent(4, 5002, 'closed', null),
      topEvent(5),
    ]);
    expect(await store.position()).toBe(5);
    expect(await store.marketEventsOf(5001 as SecurityId)).toEqual([
      { seq: 3, securityId: 5001, market: 'halted', reason: 'news pending', cause: 'scheduled', time: TIME + 3 },
      { seq: 1, securityId: 5001, market: 'open', reason: null, cause: 'scheduled', time: TIME + 1 },
    ]);
  });

  test('skips events that it holds, also where they overlap with new ones', async () => {
    const database = await open.history();
    const store = new HistoryStore(database, 0);
    const events = [
      entered(1),
      entered(2, { orderId: 2, side: 'sell' }),
      ...traded(3, {}, { initiator: 100, contra: 100 }),
      marketEvent(6, 5001, 'closed', null),
    ];
    await store.apply(events.slice(0, 5));
    await store.apply(events.slice(0, 5));
    await store.apply(events);
    await store.apply(events.slice(0, 1));
    expect(await store.position()).toBe(6);
    expect((await store.order(1 as OrderId))?.remaining).toBe(100);
    expect(await rowsIn(database, 'order_changes')).toBe(4);
    expect(await rowsIn(database, 'matches')).toBe(1);
    expect(await rowsIn(database, 'market_events')).toBe(1);
  });

  test('reports its place while another process writes it, whose process may have been stopped (J16)', async () => {
    const location = await open.migratedLocation('history');
    const store = new HistoryStore(await open.history(location), 0);
    await store.apply([entered(1)]);
    if (open.dialect === 'sqlite') {
      expect(await store.settledPosition()).toBe(1);
      return;
    }
    const other = await open.history(location);
    await other.db.transaction().execute(async (transaction) => {
      await transaction.selectFrom('history_position').selectAll().forNoKeyUpdate().execute();
      await transaction.updateTable('history_position').set({ seq: 9 }).execute();
      expect(await store.settledPosition()).toBe(1);
    });
    expect(await store.settledPosition()).toBe(9);
  });

  test('goes on where it was after it is opened again', async () => {
    const location = await open.migratedLocation('history');
    await new HistoryStore(await open.history(location), 0).apply([entered(1)]);
    const again = new HistoryStore(await open.history(location), 0);
    expect(await again.position()).toBe(1);
    await again.apply([entered(1), updated(2, 'cancelled', { status: 'Cancelled' })]);
    expect((await again.order(1 as OrderId))?.status).toBe('Cancelled');
  });

  test.each([
    ['before the batch', [entered(3, { orderId: 5 })]],
    ['within the batch', [entered(2, { orderId: 5 }), entered(4, { orderId: 6 })]],
    ['backwards', [entered(2, { orderId: 5 }), updated(2, 'cancelled', { orderId: 5 })]],
  ])('refuses a gap %s and takes nothing of the batch', async (_where, events) => {
    const database = await open.history();
    const store = new HistoryStore(database, 0);
    await store.apply([entered(1)]);
    await expect(store.apply(events)).rejects.toThrow(HistoryGap);
    expect(await store.position()).toBe(1);
    expect(await rowsIn(database, 'orders')).toBe(1);
    expect(await rowsIn(database, 'order_changes')).toBe(1);
  });

  test('takes all of a batch or nothing', async () => {
    const database = await open.history();
    const store = new HistoryStore(database, 0);
    // Two matches with one id cannot be: the second fails after the orders were written.
    await expect(store.apply([entered(1), ...traded(2, {}), ...traded(5, {})])).rejects.toThrow();
    expect(await store.position()).toBe(0);
    expect(await rowsIn(database, 'orders')).toBe(0);
    expect(await rowsIn(database, 'matches')).toBe(0);
    await store.apply([entered(1)]);
    expect(await store.position()).toBe(1);
  });

  test('stores nothing of a batch with an event that it cannot represent', async () => {
    const store = new HistoryStore(await open.history(), 0);
    await expect(store.apply([entered(1), traded(2, {})[0]])).rejects.toThrow(UnlawfulEvent);
    expect(await store.position()).toBe(0);
  });

  test('shows the token that the last replacement gave, and finds the order by each that it had', async () => {
    const store = new HistoryStore(await open.history(), 0);
    const rename = (seq: number, orderId: number, previousToken: string | null, token: string, clientId = 'C1') => ({
      ...updated(seq, 'replaced', { orderId, token, clientId }),
      previousToken,
    });
    await store.apply([
      entered(1, { orderId: 1, token: 'x' }),
      entered(2, { orderId: 2, token: null }),
      entered(3, { orderId: 3, token: 'y' }),
      rename(4, 1, 'x', 'y'),
      entered(5, { orderId: 5, clientId: 'C2', token: 'x' }),
    ]);
    await store.apply([
      rename(6, 2, null, 'y'),
      rename(7, 1, 'y', 'z'),
      updated(8, 'cancelled', { orderId: 1, token: 'z', status: 'Cancelled' }),
      rename(9, 5, 'x', 'z', 'C2'),
    ]);
    const found = async (token: string, limit?: number, before?: number) =>
      (await store.ordersWithToken('C1', token, limit, before as OrderId | undefined)).map(({ orderId, ticket }) => [
        orderId,
        ticket.token,
      ]);
    expect(await found('x')).toEqual([[1, 'z']]);
    expect(await found('y')).toEqual([
      [1, 'z'],
      [2, 'y'],
      [3, 'y'],
    ]);
    expect(await found('y', 2)).toEqual([
      [2, 'y'],
      [3, 'y'],
    ]);
    expect(await found('y', 1, 3)).toEqual([[2, 'y']]);
    expect(await found('z')).toEqual([[1, 'z']]);
    expect(await store.order(1 as OrderId)).toMatchObject({ status: 'Cancelled', ticket: { token: 'z' } });
    const before = async (orderId: number) =>
      (await store.changesOf(orderId as OrderId)).map((one) =>
        'previousToken' in one ? one.previousToken : one.change,
      );
    expect(await before(1)).toEqual(['entered', 'x', 'y', 'cancelled']);
    expect(await before(2)).toEqual(['entered', 'replaced']);
    expect(await before(5)).toEqual(['entered', 'x']);
  });

  test("finds the newest orders of a client with a token, oldest first, and nobody else's", async () => {
    const store = new HistoryStore(await open.history(), 0);
    const enter = (seq: number, orderId: number, clientId: string, token: string | null) =>
      entered(seq, { orderId, clientId, token });
    await store.apply([
      enter(1, 1, 'C1', 'x'),
      enter(2, 2, 'C2', 'x'),
      enter(3, 3, 'C1', 'y'),
      enter(4, 4, 'C1', 'x'),
      enter(5, 5, 'C1', null),
      enter(6, 6, 'C1', 'x'),
    ]);
    await store.apply([updated(7, 'cancelled', { orderId: 4, token: 'x', status: 'Cancelled' })]);
    const found = (limit?: number) => store.ordersWithToken('C1', 'x', limit);
    expect((await found()).map(({ orderId }) => orderId)).toEqual([1, 4, 6]);
    expect((await found(2)).map(({ orderId, status }) => [orderId, status])).toEqual([
      [4, 'Cancelled'],
      [6, 'Live'],
    ]);
    expect(await store.ordersWithToken('C1', 'z')).toEqual([]);
    const below = async (before: number) =>
      (await store.ordersWithToken('C1', 'x', 2, before as OrderId)).map((one) => one.orderId);
    expect([await below(7), await below(6), await below(4), await below(1)]).toEqual([[4, 6], [1, 4], [1], []]);
  });

  test('finds tokens in a history of any length', async () => {
    const database = await open.history();
    const store = new HistoryStore(database, 0);
    // Each in another run of tokens on SQLite, of which there are never more than some.
    const spread = 6_553_600;
    const token = (index: number) => (index % 10 === 0 ? 'each tenth' : `own ${index}`);
    for (let first = 0; first < 100; first += 7) {
      const indexes = Array.from({ length: Math.min(7, 100 - first) }, (_, place) => first + place);
      await store.apply(
        indexes.map((index) => entered(index + 1, { orderId: 100 + index * spread, token: token(index) })),
      );
    }
    const indexesOf = async (token: string, limit?: number) =>
      (await store.ordersWithToken('C1', token, limit)).map(({ orderId }) => (orderId - 100) / spread);
    expect(await indexesOf('each tenth')).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90]);
    expect(await indexesOf('each tenth', 4)).toEqual([60, 70, 80, 90]);
    const older = await store.ordersWithToken('C1', 'each tenth', 3, (100 + 60 * spread) as OrderId);
    expect(older.map(({ orderId }) => (orderId - 100) / spread)).toEqual([30, 40, 50]);
    for (const index of [1, 15, 16, 17, 33, 63, 96, 99]) expect(await indexesOf(`own ${index}`)).toEqual([index]);
    if (database.dialect !== 'sqlite') return;
    const { rows } = await sql<{ runs: number }>`select count(*) as runs from order_token_runs`.execute(database.db);
    expect(rows[0]!.runs).toBeLessThan(20);
  });

  test('holds batches of every size', async () => {
    const database = await open.history();
    const store = new HistoryStore(database, 0);
    let seq = 0;
    for (const size of [1, 2, 3, 5, 17, 255, 256, 257, 600]) {
      const batch = Array.from({ length: size }, () => {
        seq++;
        return entered(seq, { orderId: seq, token: `t${seq}` });
      });
      await store.apply(batch);
    }
    expect(await store.position()).toBe(seq);
    expect(await rowsIn(database, 'orders')).toBe(seq);
    for (const orderId of [1, 2, 6, 300, seq])
      expect((await store.order(orderId as OrderId))?.ticket.token).toBe(`t${orderId}`);
  });

  test('takes batches given at the same time one after the other', async () => {
    const store = new HistoryStore(await open.history(), 0);
    const batches = [1, 2, 3, 4].map((last) =>
      Array.from({ length: last }, (_, index) => entered(index + 1, { orderId: index + 1 })),
    );
    await Promise.all(batches.map((batch) => store.apply(batch)));
    expect(await store.position()).toBe(4);
    expect((await store.order(4 as OrderId))?.orderId).toBe(4);
  });
});

describe('a gap', () => {
  test('says which event was expected', () => {
    expect(new HistoryGap(7, 9).message).toBe('The order history expects event 7 next and was given event 9');
  });
});
