import { describe, expect, test } from 'vitest';
import type { OrderId, SecurityId } from '../../src/exchange/api/units.ts';
import { changes, venue } from './order-life.ts';
import { cancel, DOLLAR, idOfOrder, order, replace, security } from './venue.ts';

/** The rows of V8: From, Trigger, To. */

describe('createOrder', () => {
  test('a security that awaits approval: Pending', async () => {
    const { exchange } = await venue({ status: 'awaiting' });
    const outcome = await exchange.submit(order());
    expect(outcome).toMatchObject({ ok: true, order: { status: 'Pending', remaining: 100 } });
  });

  test('a security that wants every order approved: Pending', async () => {
    const { exchange } = await venue({ orderApproval: true });
    expect(await exchange.submit(order())).toMatchObject({ order: { status: 'Pending' } });
  });

  test('otherwise Live, then matching', async () => {
    const { exchange, events } = await venue();
    const sell = idOfOrder(await exchange.submit(order({ side: 'sell' })));
    const outcome = await exchange.submit(order({ quantity: 150 }));
    expect(outcome).toMatchObject({ order: { status: 'Live', remaining: 150 } });
    const buy = idOfOrder(outcome);
    expect(changes(events, sell)).toEqual(['entered: Live 100', 'filled: Executed 0']);
    expect(changes(events, buy)).toEqual(['entered: Live 150', 'filled: Partially Executed 50']);
  });

  test('an ended or unknown security takes none', async () => {
    const { exchange } = await venue({ status: 'ended' });
    expect(await exchange.submit(order())).toEqual({ ok: false, refusal: 'security has ended', replayed: false });
    expect(await exchange.submit(order({ securityId: 8 }))).toEqual({
      ok: false,
      refusal: 'unknown security',
      replayed: false,
    });
  });
});

test('the ticket of an order is one object in its command, its events and what is read of it', async () => {
  const { exchange, events } = await venue();
  const command = order();
  const orderId = idOfOrder(await exchange.submit(command));
  await exchange.submit(replace(orderId, { quantity: 50 }));
  const tickets = events.filter((event) => event.type === 'order').map((event) => event.order.ticket);
  expect(tickets).toHaveLength(2);
  for (const ticket of [...tickets, exchange.order(orderId)?.ticket]) expect(ticket).toBe(command.ticket);
});

describe('cancelOrder', () => {
  test('Live and Partially Executed become Cancelled', async () => {
    const { exchange } = await venue();
    const live = idOfOrder(await exchange.submit(order()));
    expect(await exchange.submit(cancel(live))).toMatchObject({ order: { status: 'Cancelled', remaining: 100 } });
    const partly = idOfOrder(await exchange.submit(order()));
    await exchange.submit(order({ side: 'sell', quantity: 30 }));
    expect(await exchange.submit(cancel(partly))).toMatchObject({ order: { status: 'Cancelled', remaining: 70 } });
  });

  test("another client's order is as unknown as none", async () => {
    const { exchange } = await venue();
    const orderId = idOfOrder(await exchange.submit(order()));
    expect(await exchange.submit(cancel(orderId, { clientId: 'b' }))).toEqual({
      ok: false,
      refusal: 'unknown order',
      replayed: false,
    });
    expect(await exchange.submit(cancel(424_242))).toEqual({
      ok: false,
      refusal: 'unknown order',
      replayed: false,
    });
  });
});

describe('replaceOrder (M10)', () => {
  test('a smaller quantity keeps the priority, anything else loses it', async () => {
    const { exchange, events } = await venue();
    const first = idOfOrder(await exchange.submit(order()));
    const second = idOfOrder(await exchange.submit(order()));
    expect(await exchange.submit(replace(first, { quantity: 60 }))).toMatchObject({ lostPriority: false });
    await exchange.submit(order({ side: 'sell', quantity: 60 }));
    expect(changes(events, first).at(-1)).toBe('filled: Executed 0');
    const third = idOfOrder(await exchange.submit(order()));
    expect(await exchange.submit(replace(second, { quantity: 110 }))).toMatchObject({ lostPriority: true });
    await exchange.submit(order({ side: 'sell', quantity: 100 }));
    expect(changes(events, third).at(-1)).toBe('filled: Executed 0');
    expect(changes(events, second).at(-1)).toBe('replaced: Live 110');
  });

  test('the new quantity is the new total and must exceed what is filled', async () => {
    const { exchange } = await venue();
    const orderId = idOfOrder(await exchange.submit(order()));
    await exchange.submit(order({ side: 'sell', quantity: 40 }));
    expect(await exchange.submit(replace(orderId, { quantity: 40 }))).toEqual({
      ok: false,
      refusal: 'quantity not above filled',
      replayed: false,
    });
    expect(await exchange.submit(replace(orderId, { quantity: 41 }))).toMatchObject({
      order: { quantity: 41, remaining: 1, status: 'Partially Executed' },
    });
  });

  test('a new price trades at once', async () => {
    const { exchange, events } = await venue();
    const sell = idOfOrder(await exchange.submit(order({ side: 'sell', price: 11 * DOLLAR })));
    const buy = idOfOrder(await exchange.submit(order()));
    await exchange.submit(replace(buy, { price: 11 * DOLLAR }));
    expect(changes(events, sell).at(-1)).toBe('filled: Executed 0');
    expect(events.find(({ type }) => type === 'match')).toMatchObject({ match: { price: 11 * DOLLAR } });
  });

  test('a minimum must fit the quantity, a price must be above zero', async () => {
    const { exchange } = await venue();
    const orderId = idOfOrder(await exchange.submit(order()));
    const minimum = { contingency: 'Minimum Quantity', minimum: 101 } as const;
    expect(await exchange.submit(replace(orderId, minimum))).toEqual({
      ok: false,
      refusal: 'minimum out of range',
      replayed: false,
    });
    expect(await exchange.submit(replace(orderId, { price: 0 }))).toEqual({
      ok: false,
      refusal: 'price required',
      replayed: false,
    });
    expect(await exchange.submit(replace(orderId, { ...minimum, minimum: 100 }))).toMatchObject({
      lostPriority: true,
      order: { minimum: 100 },
    });
    expect(await exchange.submit(replace(orderId, { quantity: 50 }))).toEqual({
      ok: false,
      refusal: 'minimum out of range',
      replayed: false,
    });
  });

  test('the same terms again change nothing and lose nothing', async () => {
    const { exchange } = await venue();
    const orderId = idOfOrder(await exchange.submit(order()));
    expect(await exchange.submit(replace(orderId))).toMatchObject({ ok: true, lostPriority: false });
  });
});

describe('IOC', () => {
  test('what cannot trade at once is cancelled', async () => {
    const { exchange, events } = await venue();
    const none = idOfOrder(await exchange.submit(order({ expiration: 'IOC' })));
    expect(changes(events, none)).toEqual(['entered: Live 100', 'immediate remainder cancelled: Cancelled 100']);
    await exchange.submit(order({ side: 'sell', quantity: 30 }));
    const some = idOfOrder(await exchange.submit(order({ expiration: 'IOC' })));
    expect(changes(events, some).at(-1)).toBe('immediate remainder cancelled: Partially Executed & Cancelled 70');
    expect(exchange.order(some)).toMatchObject({ status: 'Partially Executed & Cancelled' });
  });

  test('with All or None it is fill-or-kill', async () => {
    const { exchange, events } = await venue();
    await exchange.submit(order({ side: 'sell', quantity: 99 }));
    const killed = idOfOrder(await exchange.submit(order({ expiration: 'IOC', contingency: 'All or None' })));
    expect(changes(events, killed).at(-1)).toBe('immediate remainder cancelled: Cancelled 100');
  });
});

describe('the end of a security', () => {
  test('Live becomes Cancelled, Partially Executed becomes Partially Executed & Cancelled', async () => {
    const { exchange, events } = await venue();
    const live = idOfOrder(await exchange.submit(order({ price: 9 * DOLLAR })));
    const partly = idOfOrder(await exchange.submit(order()));
    await exchange.submit(order({ side: 'sell', quantity: 30 }));
    await exchange.submit({ type: 'security', securityId: 7 as SecurityId, status: 'ended' });
    expect(changes(events, live).at(-1)).toBe('security ended: Cancelled 100');
    expect(changes(events, partly).at(-1)).toBe('security ended: Partially Executed & Cancelled 70');
    expect(exchange.topOfBook(7 as SecurityId)).toMatchObject({ bid: null, offer: null });
  });
});

describe('the top of book', () => {
  test('shows disclosed Limit orders, else RFQ, else nothing, and counts its changes', async () => {
    const { exchange } = await venue();
    expect(exchange.topOfBook(7 as SecurityId)).toMatchObject({ seq: 0, bid: null, offer: null });
    const rfq = idOfOrder(await exchange.submit(order({ orderType: 'RFQ', price: 0 })));
    expect(exchange.topOfBook(7 as SecurityId)).toMatchObject({ seq: 1, bid: 'RFQ', offer: null });
    await exchange.submit(order({ disclosed: false, price: 12 * DOLLAR }));
    expect(exchange.topOfBook(7 as SecurityId)).toMatchObject({ seq: 1, bid: 'RFQ' });
    await exchange.submit(order());
    expect(exchange.topOfBook(7 as SecurityId)).toMatchObject({
      seq: 2,
      bid: { price: 10 * DOLLAR, quantity: 100, orders: 1 },
    });
    await exchange.submit(order({ contingency: 'All or None', quantity: 500, price: 11 * DOLLAR }));
    expect(exchange.topOfBook(7 as SecurityId)?.bid).toEqual({
      price: 11 * DOLLAR,
      quantity: 0,
      orders: 0,
      contingentQuantity: 500,
      contingentOrders: 1,
      firm: { price: 10 * DOLLAR, quantity: 100, orders: 1 },
    });
    await exchange.submit(cancel(rfq));
    expect(exchange.topOfBook(7 as SecurityId)).toMatchObject({ seq: 3 });
    expect(exchange.topsSince(7 as SecurityId, 1)?.map(({ seq }) => seq)).toEqual([2, 3]);
    expect(exchange.topsSince(7 as SecurityId, 4)).toBeUndefined();
  });

  test('an RFQ order never matches and leaves its mark when it goes', async () => {
    const { exchange, events } = await venue();
    const rfq = idOfOrder(await exchange.submit(order({ orderType: 'RFQ', side: 'sell', price: 10 * DOLLAR })));
    await exchange.submit(order());
    expect(events.some(({ type }) => type === 'match')).toBe(false);
    await exchange.submit(cancel(rfq));
    expect(exchange.topOfBook(7 as SecurityId)).toMatchObject({ offer: null });
    const pending = await exchange.submit(order({ orderType: 'RFQ', side: 'sell', expiration: 'IOC' }));
    expect(exchange.order(idOfOrder(pending))).toMatchObject({ status: 'Cancelled' });
    expect(exchange.topOfBook(7 as SecurityId)).toMatchObject({ offer: null });
  });
});

test('an order has the reason of its last change; a fill gives none', async () => {
  const { exchange } = await venue({ orderApproval: true });
  const reasonOf = (orderId: OrderId) => exchange.order(orderId)?.reason;
  const decided = (orderId: OrderId, approved: boolean) =>
    ({ type: 'decide', clientId: 'owner', orderId, issuerId: 3, approved, reason: 'as agreed' }) as const;
  const buy = idOfOrder(await exchange.submit(order()));
  expect(reasonOf(buy)).toBeNull();
  await exchange.submit(decided(buy, true));
  const sell = idOfOrder(await exchange.submit(order({ side: 'sell', quantity: 10 })));
  await exchange.submit(decided(sell, true));
  expect(exchange.order(buy)).toMatchObject({ status: 'Partially Executed', reason: 'as agreed' });
  const other = idOfOrder(await exchange.submit(order()));
  await exchange.submit(decided(other, false));
  expect(exchange.order(other)).toMatchObject({ status: 'Not Approved', reason: 'as agreed' });
  await exchange.submit(security({ status: 'ended' }));
  expect(reasonOf(buy)).toBe('the offering has ended');
});
