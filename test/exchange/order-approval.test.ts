import { describe, expect, test } from 'vitest';
import type { DecideCommand } from '../../src/exchange/api/commands.ts';
import type { OrderId, SecurityId } from '../../src/exchange/api/units.ts';
import { nodeFileSystem } from '../../src/exchange/journal/file-system.ts';
import { recover } from '../../src/exchange/storage/recovery.ts';
import { writeSnapshot } from '../../src/exchange/storage/snapshot.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { changes, venue } from './order-life.ts';
import { cancel, DOLLAR, idOfOrder, openVenue, order, replace, security, type TestVenue } from './venue.ts';

describe('Pending', () => {
  test('goes Live when the security is approved, oldest first, with that moment as priority', async () => {
    const { exchange, events } = await venue({ status: 'awaiting' });
    const first = idOfOrder(await exchange.submit(order()));
    const second = idOfOrder(await exchange.submit(order()));
    await exchange.submit({ type: 'security', securityId: 7 as SecurityId, status: 'trading' });
    const sell = idOfOrder(await exchange.submit(order({ side: 'sell', quantity: 120 })));
    expect(changes(events, first)).toEqual(['entered: Pending 100', 'approved: Live 100', 'filled: Executed 0']);
    expect(changes(events, second)).toEqual([
      'entered: Pending 100',
      'approved: Live 100',
      'filled: Partially Executed 80',
    ]);
    expect(changes(events, sell)).toEqual(['entered: Live 120', 'filled: Partially Executed 20', 'filled: Executed 0']);
  });

  test('that it became again gives its place: one that waited before goes Live first, also after a start', async () => {
    const folder = temporaryFolder();
    const opened = openVenue({ folder });
    await opened.exchange.submit(security());
    const own = (price: number) => order({ price: price * DOLLAR });
    const [first, second] = [
      idOfOrder(await opened.exchange.submit(own(9))),
      idOfOrder(await opened.exchange.submit(own(9))),
    ];
    await opened.exchange.submit(security({ orderApproval: true }));
    const third = idOfOrder(await opened.exchange.submit(own(10)));
    for (const orderId of [second, first]) {
      const replaced = await opened.exchange.submit(replace(orderId, { price: 10 * DOLLAR }));
      expect(replaced).toMatchObject({ lostPriority: true, order: { status: 'Pending' } });
    }
    const fourth = idOfOrder(await opened.exchange.submit(own(10)));
    await opened.exchange.stop();
    const { state, end } = recover(nodeFileSystem, folder, 0);
    await writeSnapshot(nodeFileSystem, folder, state, end);
    const { exchange, events } = openVenue({ folder });
    expect(exchange.pendingOrders(7 as SecurityId, 0 as OrderId, 9).map(({ orderId }) => orderId)).toEqual([
      ...[first, second, third, fourth],
    ]);
    await exchange.submit(security({ orderApproval: false }));
    await exchange.submit(order({ clientId: 'b', side: 'sell', quantity: 400 }));
    const matches = events.flatMap((event) => (event.type === 'match' ? [event.match.buyOrderId] : []));
    expect(matches).toEqual([third, second, first, fourth]);
    await exchange.stop();
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
    await exchange.submit({ type: 'security', securityId: 7 as SecurityId, status: 'ended' });
    expect(changes(events, orderId)).toEqual(['entered: Pending 100', 'security ended: Not Approved 100']);
  });

  test('is cancelled by its client', async () => {
    const { exchange } = await venue({ status: 'awaiting' });
    const orderId = idOfOrder(await exchange.submit(order()));
    expect(await exchange.submit(cancel(orderId))).toMatchObject({ order: { status: 'Cancelled' } });
  });
});

describe('a replacement while every order needs approval', () => {
  const decide = (orderId: OrderId, over: Partial<DecideCommand> = {}): DecideCommand => ({
    type: 'decide',
    clientId: 'owner',
    orderId,
    issuerId: 3,
    approved: true,
    reason: null,
    ...over,
  });

  /** An order that was approved, 40 of its 100 filled. */
  async function approved(): Promise<TestVenue & { orderId: OrderId }> {
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
  ] as const)('%s: back to Pending, out of the book, until it is approved again', async (_, change) => {
    const { exchange, events, orderId } = await approved();
    const outcome = await exchange.submit(replace(orderId, change));
    expect(outcome).toMatchObject({ ok: true, lostPriority: true, order: { status: 'Pending' } });
    expect(changes(events, orderId).map((line) => line.split(' ')[1])).toEqual(['Pending']);
    expect(exchange.topOfBook(7 as SecurityId)?.bid).toBeNull();
    const sell = idOfOrder(
      await exchange.submit(order({ clientId: 'b', side: 'sell', quantity: 10, price: 8 * DOLLAR })),
    );
    await exchange.submit(decide(sell));
    expect(exchange.order(orderId)).toMatchObject({ status: 'Pending' });
    expect(exchange.order(sell)).toMatchObject({ status: 'Live' });
    expect(exchange.pendingOrders(7 as SecurityId, 0 as OrderId, 10).map((one) => one.orderId)).toEqual([orderId]);
  });

  test('less at the same price trades on, with its place', async () => {
    const { exchange, orderId } = await approved();
    const outcome = await exchange.submit(replace(orderId, { quantity: 50 }));
    expect(outcome).toMatchObject({
      ok: true,
      lostPriority: false,
      order: { status: 'Partially Executed', remaining: 10 },
    });
    expect(exchange.topOfBook(7 as SecurityId)?.bid).toMatchObject({ quantity: 10 });
  });

  test('once approved it goes on with what is left of it, through a further replacement', async () => {
    const { exchange, events, orderId } = await approved();
    await exchange.submit(replace(orderId, { quantity: 120 }));
    expect(await exchange.submit(decide(orderId))).toMatchObject({
      order: { status: 'Partially Executed', remaining: 80 },
    });
    expect(exchange.topOfBook(7 as SecurityId)?.bid).toMatchObject({ quantity: 80 });
    await exchange.submit(security({ orderApproval: false }));
    const refused = await exchange.submit(replace(orderId, { quantity: 40 }));
    expect(refused).toMatchObject({ ok: false, refusal: 'quantity not above filled' });
    await exchange.submit(replace(orderId, { quantity: 130 }));
    expect(exchange.topOfBook(7 as SecurityId)?.bid).toMatchObject({ quantity: 90 });
    await exchange.submit(order({ clientId: 'b', side: 'sell', quantity: 90 }));
    expect(changes(events, orderId).at(-1)).toBe('filled: Executed 0');
  });

  test('an RFQ order shows no more until it is approved again', async () => {
    const { exchange } = await venue({ orderApproval: true });
    const orderId = idOfOrder(await exchange.submit(order({ orderType: 'RFQ' })));
    await exchange.submit(decide(orderId));
    expect(exchange.topOfBook(7 as SecurityId)?.bid).toBe('RFQ');
    await exchange.submit(replace(orderId, { quantity: 200 }));
    expect(exchange.topOfBook(7 as SecurityId)?.bid).toBeNull();
    await exchange.submit(decide(orderId));
    expect(exchange.topOfBook(7 as SecurityId)?.bid).toBe('RFQ');
    await exchange.submit(cancel(orderId));
    expect(exchange.topOfBook(7 as SecurityId)?.bid).toBeNull();
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
