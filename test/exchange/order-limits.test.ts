import { describe, expect, test } from 'vitest';
import type { OrderLimits } from '../../src/exchange/api/securities.ts';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { recover } from '../../src/exchange/storage/recovery.ts';
import { loadSnapshot, writeSnapshot } from '../../src/exchange/storage/snapshot.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { cancel, DOLLAR, idOfOrder, openVenue, order, replace, security, type TestVenue } from './venue.ts';

const WIDE: OrderLimits = { ordersPerClient: 1000, contingentPerSecurity: 1000, ordersPerToken: 1000 };

async function venue(limits: Partial<OrderLimits>, folder = temporaryFolder()): Promise<TestVenue> {
  const opened = openVenue({ folder, limits: { ...WIDE, ...limits } });
  await opened.exchange.submit(security());
  await opened.exchange.submit(security({ securityId: 8 }));
  return opened;
}

const refused = (refusal: string) => ({ ok: false, refusal, replayed: false });

describe('live orders of one client', () => {
  test('one above the limit is refused, only for this client', async () => {
    const { exchange } = await venue({ ordersPerClient: 2 });
    await exchange.submit(order());
    await exchange.submit(order({ securityId: 8 }));
    expect(await exchange.submit(order())).toEqual(refused('too many live orders'));
    expect(await exchange.submit(order({ clientId: 'b' }))).toMatchObject({ ok: true });
  });

  test.each(['Limit', 'RFQ'] as const)('an order that ended leaves its place (%s)', async (orderType) => {
    const { exchange } = await venue({ ordersPerClient: 1 });
    const first = idOfOrder(await exchange.submit(order({ orderType })));
    await exchange.submit(cancel(first));
    const second = idOfOrder(await exchange.submit(order()));
    await exchange.submit(order({ clientId: 'b', side: 'sell' }));
    expect(exchange.order(second)).toMatchObject({ status: 'Executed' });
    expect(await exchange.submit(order())).toMatchObject({ ok: true });
  });

  test('orders that were never live count no more once they are refused', async () => {
    const { exchange } = await venue({ ordersPerClient: 1 });
    await exchange.submit(security({ orderApproval: true }));
    const waits = idOfOrder(await exchange.submit(order()));
    expect(await exchange.submit(order())).toEqual(refused('too many live orders'));
    await exchange.submit({
      type: 'decide',
      clientId: 'owner',
      orderId: waits,
      issuerId: 3,
      approved: false,
      reason: null,
    });
    expect(await exchange.submit(order())).toMatchObject({ ok: true });
  });
});

describe('orders with a contingency of one client in one security', () => {
  const contingent = { contingency: 'All or None', quantity: 200 } as const;

  test('one above the limit is refused, only in this security; plain orders go on', async () => {
    const { exchange } = await venue({ contingentPerSecurity: 1 });
    await exchange.submit(order(contingent));
    const minimum = order({ contingency: 'Minimum Quantity', minimum: 5 });
    expect(await exchange.submit(minimum)).toEqual(refused('too many contingent orders'));
    expect(await exchange.submit(order())).toMatchObject({ ok: true });
    expect(await exchange.submit(order({ ...contingent, securityId: 8 }))).toMatchObject({ ok: true });
    expect(await exchange.submit(order({ ...contingent, clientId: 'b' }))).toMatchObject({ ok: true });
  });

  test('a replacement does not avoid the limit, and frees a place when it removes the contingency', async () => {
    const { exchange } = await venue({ contingentPerSecurity: 1 });
    const first = idOfOrder(await exchange.submit(order(contingent)));
    const plain = idOfOrder(await exchange.submit(order()));
    const change = replace(plain, { contingency: 'All or None' });
    expect(await exchange.submit(change)).toEqual(refused('too many contingent orders'));
    expect(exchange.order(plain)).toMatchObject({ contingency: 'None' });
    // One that has a contingency already keeps its place with another one.
    const other = replace(first, { contingency: 'Minimum Quantity', minimum: 7 });
    expect(await exchange.submit(other)).toMatchObject({ ok: true });
    expect(await exchange.submit(replace(first, { contingency: 'None' }))).toMatchObject({ ok: true });
    expect(await exchange.submit(change)).toMatchObject({ ok: true });
    await exchange.submit(cancel(plain));
    expect(await exchange.submit(order(contingent))).toMatchObject({ ok: true });
  });
});

test('live orders of a client that share a token: one above the limit is refused', async () => {
  const { exchange } = await venue({ ordersPerToken: 2 });
  const first = idOfOrder(await exchange.submit(order({ token: 't' })));
  await exchange.submit(order({ token: 't' }));
  expect(await exchange.submit(order({ token: 't' }))).toEqual(refused('too many orders with the token'));
  expect(await exchange.submit(order({ token: 'u' }))).toMatchObject({ ok: true });
  expect(await exchange.submit(order({ token: 't', clientId: 'b' }))).toMatchObject({ ok: true });
  await exchange.submit(cancel(first));
  expect(await exchange.submit(order({ token: 't' }))).toMatchObject({ ok: true });
});

describe('a replay', () => {
  test('refuses what was refused, whatever the settings are by then, and a restart keeps the counts', async () => {
    const folder = temporaryFolder();
    const before = await venue({ ordersPerClient: 2, contingentPerSecurity: 1, ordersPerToken: 1 }, folder);
    await before.exchange.submit(order({ token: 't', contingency: 'All or None', quantity: 500 }));
    await before.exchange.submit(order({ price: 9 * DOLLAR }));
    await before.exchange.submit(order());
    const events = before.exchange.lastEventSeq();
    await before.exchange.stop();
    const recovered = recover(files, folder, 0);
    expect(recovered.state.counters).toMatchObject({ eventSeq: events, orders: 2 });

    const wider = openVenue({ folder, limits: { ...WIDE, contingentPerSecurity: 1, ordersPerToken: 1 } });
    expect(wider.exchange.lastEventSeq()).toBe(events);
    expect(await wider.exchange.submit(order({ token: 't' }))).toEqual(refused('too many orders with the token'));
    const contingent = order({ contingency: 'All or None' });
    expect(await wider.exchange.submit(contingent)).toEqual(refused('too many contingent orders'));
    expect(await wider.exchange.submit(order())).toMatchObject({ ok: true });
    await wider.exchange.stop();
    expect(recover(files, folder, 0).state.counters.orders).toBe(3);
  });

  test('a snapshot holds the limits and what was counted', async () => {
    const folder = temporaryFolder();
    const { exchange } = await venue({ ordersPerClient: 1 }, folder);
    await exchange.submit(order());
    await exchange.stop();
    const { state, end } = recover(files, folder, 0);
    const path = await writeSnapshot(files, folder, state, end);
    const loaded = loadSnapshot(files, path, 0).state;
    expect(digestOf(loaded)).toBe(digestOf(state));
    expect(loaded.limits).toEqual({ ...WIDE, ordersPerClient: 1 });
    const again = loaded.apply({ ...order(), time: state.counters.time });
    expect(again).toEqual(refused('too many live orders'));
  });

  test('a start with the settings of the last one writes nothing to the journal', async () => {
    const folder = temporaryFolder();
    const first = await venue({}, folder);
    await first.exchange.stop();
    const { sequence } = first.exchange;
    const second = openVenue({ folder, limits: WIDE });
    await second.exchange.stop();
    expect(second.exchange.sequence).toBe(sequence);
  });
});
