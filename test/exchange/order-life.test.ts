import { describe, expect, test } from 'vitest';
import type { DecideCommand, ExchangeEvent, OrderEvent } from '../../src/exchange/interface.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { cancel, DOLLAR, idOfOrder, openVenue, order, replace, security, type TestVenue } from './venue.ts';

/** The rows of V8: From, Trigger, To. */

async function venue(over: Parameters<typeof security>[0] = {}): Promise<TestVenue> {
  const opened = openVenue({ folder: temporaryFolder() });
  await opened.exchange.submit(security(over));
  opened.events.length = 0;
  return opened;
}

function changes(events: readonly ExchangeEvent[], orderId: number): string[] {
  return events
    .filter((event): event is OrderEvent => event.type === 'order' && event.order.orderId === orderId)
    .map(({ change, order: { status, remaining } }) => `${change}: ${status} ${remaining}`);
}

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
  const told = events.filter((event) => event.type === 'order').map((event) => event.order.ticket);
  expect(told).toHaveLength(2);
  for (const ticket of [...told, exchange.order(orderId)?.ticket]) expect(ticket).toBe(command.ticket);
});

describe('Pending', () => {
  test('goes Live when the security is approved, oldest first, with that moment as priority', async () => {
    const { exchange, events } = await venue({ status: 'awaiting' });
    const first = idOfOrder(await exchange.submit(order()));
    const second = idOfOrder(await exchange.submit(order()));
    await exchange.submit({ type: 'security', securityId: 7, status: 'trading' });
    const sell = idOfOrder(await exchange.submit(order({ side: 'sell', quantity: 120 })));
    expect(changes(events, first)).toEqual(['entered: Pending 100', 'approved: Live 100', 'filled: Executed 0']);
    expect(changes(events, second)).toEqual([
      'entered: Pending 100',
      'approved: Live 100',
      'filled: Partially Executed 80',
    ]);
    expect(changes(events, sell)).toEqual(['entered: Live 120', 'filled: Partially Executed 20', 'filled: Executed 0']);
  });

  test('goes Live when it is approved, only by the owner of the security', async () => {
    const { exchange } = await venue({ orderApproval: true });
    const orderId = idOfOrder(await exchange.submit(order()));
    const decide = { type: 'decide', orderId, issuerId: 3, approved: true, reason: null } as const;
    expect(await exchange.submit({ ...decide, clientId: 'a' })).toEqual({
      ok: false,
      refusal: 'unknown order',
      replayed: false,
    });
    expect(await exchange.submit({ ...decide, clientId: 'owner', issuerId: 4 })).toEqual({
      ok: false,
      refusal: 'issuer does not own the security',
      replayed: false,
    });
    expect(await exchange.submit({ ...decide, clientId: 'owner' })).toMatchObject({ order: { status: 'Live' } });
    expect(await exchange.submit({ ...decide, clientId: 'owner' })).toEqual({
      ok: false,
      refusal: 'order is not pending',
      replayed: false,
    });
  });

  test('the time of approval gives the priority', async () => {
    const { exchange, events } = await venue({ orderApproval: true });
    const first = idOfOrder(await exchange.submit(order()));
    const second = idOfOrder(await exchange.submit(order()));
    const decide = { type: 'decide', clientId: 'owner', issuerId: 3, approved: true, reason: null } as const;
    await exchange.submit({ ...decide, orderId: second });
    await exchange.submit({ ...decide, orderId: first });
    const sell = idOfOrder(await exchange.submit(order({ side: 'sell', quantity: 100 })));
    await exchange.submit({ ...decide, orderId: sell });
    expect(changes(events, second).at(-1)).toBe('filled: Executed 0');
    expect(changes(events, first).at(-1)).toBe('approved: Live 100');
  });

  test('is Not Approved when it is refused, with the reason', async () => {
    const { exchange, events } = await venue({ orderApproval: true });
    const orderId = idOfOrder(await exchange.submit(order()));
    await exchange.submit({ type: 'decide', clientId: 'owner', orderId, issuerId: 3, approved: false, reason: 'no' });
    expect(changes(events, orderId)).toEqual(['entered: Pending 100', 'refused: Not Approved 100']);
    expect(events.filter(({ type }) => type === 'order').at(-1)).toMatchObject({ reason: 'no' });
  });

  test('is Not Approved when the security ends', async () => {
    const { exchange, events } = await venue({ status: 'awaiting' });
    const orderId = idOfOrder(await exchange.submit(order()));
    await exchange.submit({ type: 'security', securityId: 7, status: 'ended' });
    expect(changes(events, orderId)).toEqual(['entered: Pending 100', 'security ended: Not Approved 100']);
  });

  test('is cancelled by its client', async () => {
    const { exchange } = await venue({ status: 'awaiting' });
    const orderId = idOfOrder(await exchange.submit(order()));
    expect(await exchange.submit(cancel(orderId))).toMatchObject({ order: { status: 'Cancelled' } });
  });
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
    expect(await exchange.submit(cancel(424_242))).toEqual({ ok: false, refusal: 'unknown order', replayed: false });
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
    await exchange.submit({ type: 'security', securityId: 7, status: 'ended' });
    expect(changes(events, live).at(-1)).toBe('security ended: Cancelled 100');
    expect(changes(events, partly).at(-1)).toBe('security ended: Partially Executed & Cancelled 70');
    expect(exchange.topOfBook(7)).toMatchObject({ bid: null, offer: null });
  });
});

describe('the top of book', () => {
  test('shows disclosed Limit orders, else RFQ, else nothing, and counts its changes', async () => {
    const { exchange } = await venue();
    expect(exchange.topOfBook(7)).toMatchObject({ seq: 0, bid: null, offer: null });
    const rfq = idOfOrder(await exchange.submit(order({ orderType: 'RFQ', price: 0 })));
    expect(exchange.topOfBook(7)).toMatchObject({ seq: 1, bid: 'RFQ', offer: null });
    await exchange.submit(order({ disclosed: false, price: 12 * DOLLAR }));
    expect(exchange.topOfBook(7)).toMatchObject({ seq: 1, bid: 'RFQ' });
    await exchange.submit(order());
    expect(exchange.topOfBook(7)).toMatchObject({ seq: 2, bid: { price: 10 * DOLLAR, quantity: 100, orders: 1 } });
    await exchange.submit(order({ contingency: 'All or None', quantity: 500, price: 11 * DOLLAR }));
    expect(exchange.topOfBook(7)?.bid).toEqual({
      price: 11 * DOLLAR,
      quantity: 0,
      orders: 0,
      contingentQuantity: 500,
      contingentOrders: 1,
      firm: { price: 10 * DOLLAR, quantity: 100, orders: 1 },
    });
    await exchange.submit(cancel(rfq));
    expect(exchange.topOfBook(7)).toMatchObject({ seq: 3 });
    expect(exchange.topsSince(7, 1)?.map(({ seq }) => seq)).toEqual([2, 3]);
    expect(exchange.topsSince(7, 4)).toBeUndefined();
  });

  test('an RFQ order never matches and leaves its mark when it goes', async () => {
    const { exchange, events } = await venue();
    const rfq = idOfOrder(await exchange.submit(order({ orderType: 'RFQ', side: 'sell', price: 10 * DOLLAR })));
    await exchange.submit(order());
    expect(events.some(({ type }) => type === 'match')).toBe(false);
    await exchange.submit(cancel(rfq));
    expect(exchange.topOfBook(7)).toMatchObject({ offer: null });
    const pending = await exchange.submit(order({ orderType: 'RFQ', side: 'sell', expiration: 'IOC' }));
    expect(exchange.order(idOfOrder(pending))).toMatchObject({ status: 'Cancelled' });
    expect(exchange.topOfBook(7)).toMatchObject({ offer: null });
  });
});

describe('a replacement while every order needs approval', () => {
  const decide = (orderId: number, over: Partial<DecideCommand> = {}): DecideCommand => ({
    type: 'decide',
    clientId: 'owner',
    orderId,
    issuerId: 3,
    approved: true,
    reason: null,
    ...over,
  });

  /** An order that was approved, 40 of its 100 filled. */
  async function approved(): Promise<TestVenue & { orderId: number }> {
    const opened = await venue({ orderApproval: true });
    const orderId = idOfOrder(await opened.exchange.submit(order()));
    await opened.exchange.submit(decide(orderId));
    const sell = idOfOrder(await opened.exchange.submit(order({ clientId: 'b', side: 'sell', quantity: 40 })));
    await opened.exchange.submit(decide(sell));
    opened.events.length = 0;
    return { ...opened, orderId };
  }

  test.each([
    ['a better price', { price: 11 * DOLLAR }],
    ['another price', { price: 9 * DOLLAR }],
    ['a larger quantity', { quantity: 101 }],
    ['another contingency', { contingency: 'All or None' }],
    ['less of it at another price', { quantity: 50, price: 9 * DOLLAR }],
  ] as const)('%s: back to Pending, out of the book, until it is approved anew', async (_, change) => {
    const { exchange, events, orderId } = await approved();
    const outcome = await exchange.submit(replace(orderId, change));
    expect(outcome).toMatchObject({ ok: true, lostPriority: true, order: { status: 'Pending' } });
    expect(changes(events, orderId).map((line) => line.split(' ')[1])).toEqual(['Pending']);
    expect(exchange.topOfBook(7)?.bid).toBeNull();
    const sell = idOfOrder(
      await exchange.submit(order({ clientId: 'b', side: 'sell', quantity: 10, price: 8 * DOLLAR })),
    );
    await exchange.submit(decide(sell));
    expect(exchange.order(orderId)).toMatchObject({ status: 'Pending' });
    expect(exchange.order(sell)).toMatchObject({ status: 'Live' });
    expect(exchange.pendingOrders(7, 0, 10).map((one) => one.orderId)).toEqual([orderId]);
  });

  test('less at the same price trades on, with its place', async () => {
    const { exchange, orderId } = await approved();
    const outcome = await exchange.submit(replace(orderId, { quantity: 50 }));
    expect(outcome).toMatchObject({
      ok: true,
      lostPriority: false,
      order: { status: 'Partially Executed', remaining: 10 },
    });
    expect(exchange.topOfBook(7)?.bid).toMatchObject({ quantity: 10 });
  });

  test('once approved it goes on with what is left of it, through a further replacement', async () => {
    const { exchange, events, orderId } = await approved();
    await exchange.submit(replace(orderId, { quantity: 120 }));
    expect(await exchange.submit(decide(orderId))).toMatchObject({
      order: { status: 'Partially Executed', remaining: 80 },
    });
    expect(exchange.topOfBook(7)?.bid).toMatchObject({ quantity: 80 });
    await exchange.submit(security({ orderApproval: false }));
    const refused = await exchange.submit(replace(orderId, { quantity: 40 }));
    expect(refused).toMatchObject({ ok: false, refusal: 'quantity not above filled' });
    await exchange.submit(replace(orderId, { quantity: 130 }));
    expect(exchange.topOfBook(7)?.bid).toMatchObject({ quantity: 90 });
    await exchange.submit(order({ clientId: 'b', side: 'sell', quantity: 90 }));
    expect(changes(events, orderId).at(-1)).toBe('filled: Executed 0');
  });

  test('an RFQ order shows no more until it is approved anew', async () => {
    const { exchange } = await venue({ orderApproval: true });
    const orderId = idOfOrder(await exchange.submit(order({ orderType: 'RFQ' })));
    await exchange.submit(decide(orderId));
    expect(exchange.topOfBook(7)?.bid).toBe('RFQ');
    await exchange.submit(replace(orderId, { quantity: 200 }));
    expect(exchange.topOfBook(7)?.bid).toBeNull();
    await exchange.submit(decide(orderId));
    expect(exchange.topOfBook(7)?.bid).toBe('RFQ');
    await exchange.submit(cancel(orderId));
    expect(exchange.topOfBook(7)?.bid).toBeNull();
  });

  test('a decision names the terms that it is about: an order replaced meanwhile is not decided on', async () => {
    const { exchange } = await venue({ orderApproval: true });
    const orderId = idOfOrder(await exchange.submit(order()));
    await exchange.submit(replace(orderId, { price: 20 * DOLLAR }));
    const terms = { price: 10 * DOLLAR, quantity: 100 };
    const refusal = { ok: false, refusal: 'order has other terms', replayed: false };
    expect(await exchange.submit(decide(orderId, { terms }))).toEqual(refusal);
    expect(await exchange.submit(decide(orderId, { terms: { contingency: 'All or None' } }))).toEqual(refusal);
    expect(exchange.order(orderId)).toMatchObject({ status: 'Pending' });
    const seen = { price: 20 * DOLLAR, quantity: 100, contingency: 'None' } as const;
    expect(await exchange.submit(decide(orderId, { terms: seen }))).toMatchObject({ order: { status: 'Live' } });
  });
});

test('why an order changed last stands with it; a fill says nothing', async () => {
  const { exchange } = await venue({ orderApproval: true });
  const reasonOf = (orderId: number) => exchange.order(orderId)?.reason;
  const decided = (orderId: number, approved: boolean) =>
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
