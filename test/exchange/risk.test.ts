import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../src/exchange/api/outcomes.ts';
import type { OrderId, SecurityId } from '../../src/exchange/api/units.ts';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { recover } from '../../src/exchange/storage/recovery.ts';
import { loadSnapshot, writeSnapshot } from '../../src/exchange/storage/snapshot.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { ManualTime } from '../support/manual-time.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { changes, venue } from './order-life.ts';
import { DOLLAR, idOfOrder, OPEN_FRIDAY, openVenue, order, security, type TestVenue } from './venue.ts';

const MINUTE_MS = 60_000;

/** Until what the timers of the venue set going is done. */
async function settled({ exchange }: TestVenue): Promise<void> {
  await exchange.submit({ type: 'cancelOrders', clientId: 'nobody', filter: {}, byOperator: false });
}

function cancelledBy(outcome: Outcome): readonly number[] {
  if (!outcome.ok || outcome.cancelled === undefined) throw new Error(`no mass cancel: ${JSON.stringify(outcome)}`);
  return outcome.cancelled;
}

describe('self-trade prevention (M15, V46)', () => {
  test('of the order: the older of two own orders is cancelled, and says why', async () => {
    const { exchange, events } = await venue();
    const offer = idOfOrder(await exchange.submit(order({ side: 'sell', quantity: 30 })));
    const bid = idOfOrder(await exchange.submit(order({ selfTrade: 'Cancel Oldest' })));
    expect(changes(events, offer)).toEqual(['entered: Live 30', 'self-trade prevented: Cancelled 30']);
    expect(changes(events, bid)).toEqual(['entered: Live 100']);
    expect(exchange.order(offer)?.reason).toBe('it would have traded with an order of the same owner');
    expect(events.filter(({ type }) => type === 'match')).toEqual([]);
  });

  test('what is filled before stays filled', async () => {
    const { exchange, events } = await venue();
    await exchange.submit(order({ side: 'sell', quantity: 40, clientId: 'b' }));
    await exchange.submit(order({ side: 'sell', quantity: 40 }));
    const bid = idOfOrder(await exchange.submit(order({ selfTrade: 'Cancel Newest' })));
    expect(changes(events, bid).at(-1)).toBe('self-trade prevented: Partially Executed & Cancelled 60');
  });

  test('the setting of the account comes before that of the client, the order before both', async () => {
    const { exchange, events } = await venue();
    const cases = [
      { accountId: null, over: {}, ends: 'self-trade prevented: Cancelled 100' },
      { accountId: 'x', over: {}, ends: 'filled: Executed 0' },
      { accountId: 'x', over: { selfTrade: 'Cancel Newest' as const }, ends: 'self-trade prevented: Cancelled 100' },
    ];
    await exchange.submit({ type: 'selfTrade', clientId: 'a', accountId: null, mode: 'Cancel Newest' });
    await exchange.submit({ type: 'selfTrade', clientId: 'a', accountId: 'x', mode: 'None' });
    for (const { accountId, over, ends } of cases) {
      await exchange.submit(order({ side: 'sell', accountId }));
      const bid = idOfOrder(await exchange.submit(order({ accountId, ...over })));
      expect(changes(events, bid).at(-1)).toBe(ends);
      await exchange.submit({ type: 'cancelOrders', clientId: 'a', filter: {}, byOperator: false });
    }
  });

  test('two accounts of one client are two owners, and so are two clients', async () => {
    const { exchange, events } = await venue();
    await exchange.submit(order({ side: 'sell', accountId: 'x', selfTrade: 'Cancel Both' }));
    const second = idOfOrder(await exchange.submit(order({ accountId: 'y', selfTrade: 'Cancel Both' })));
    expect(changes(events, second).at(-1)).toBe('filled: Executed 0');
    await exchange.submit(order({ side: 'sell', clientId: 'b', selfTrade: 'Cancel Both' }));
    const third = idOfOrder(await exchange.submit(order({ selfTrade: 'Cancel Both' })));
    expect(changes(events, third).at(-1)).toBe('filled: Executed 0');
  });

  test.each(['from the journal', 'from a snapshot'])('modes and settings survive a restart %s', async (from) => {
    const folder = temporaryFolder();
    const { exchange } = openVenue({ folder });
    await exchange.submit(security());
    await exchange.submit({ type: 'selfTrade', clientId: 'b', accountId: null, mode: 'Cancel Newest' });
    const offer = idOfOrder(await exchange.submit(order({ side: 'sell', selfTrade: 'Cancel Oldest' })));
    await exchange.stop();
    if (from === 'from a snapshot') {
      const { state, end } = recover(files, folder, 0);
      const path = await writeSnapshot(files, folder, state, end);
      expect(digestOf(loadSnapshot(files, path, 0).state)).toBe(digestOf(state));
    }
    const again = openVenue({ folder });
    await again.exchange.submit(order());
    expect(changes(again.events, offer)).toEqual(['self-trade prevented: Cancelled 100']);
    await again.exchange.submit(order({ clientId: 'b', price: 9 * DOLLAR }));
    const own = idOfOrder(await again.exchange.submit(order({ clientId: 'b', side: 'sell', price: 9 * DOLLAR })));
    expect(changes(again.events, own).at(-1)).toBe('filled: Executed 0');
    const last = idOfOrder(await again.exchange.submit(order({ clientId: 'b', side: 'sell', price: 9 * DOLLAR })));
    expect(changes(again.events, last).at(-1)).toBe('self-trade prevented: Cancelled 100');
  });
});

describe('mass cancel (V47)', () => {
  async function crowded() {
    const opened = await venue();
    const { exchange } = opened;
    await exchange.submit(security({ securityId: 8, orderApproval: true }));
    const ids: Record<string, number> = {};
    const enter = async (name: string, over: Parameters<typeof order>[0]) => {
      ids[name] = idOfOrder(await exchange.submit(order(over)));
    };
    await enter('bid', { memberId: '2' });
    await enter('offer', { side: 'sell', price: 11 * DOLLAR, accountId: 'x' });
    await enter('foreign', { clientId: 'b', price: 9 * DOLLAR });
    await enter('pending', { securityId: 8 });
    await enter('rfq', { orderType: 'RFQ', price: 0 });
    return { ...opened, ids, named: (found: readonly number[]) => found.map((id) => nameOf(ids, id)) };
  }
  const nameOf = (ids: Record<string, number>, id: number) => Object.keys(ids).find((name) => ids[name] === id);

  test.each([
    ['all', {}, ['bid', 'offer', 'pending', 'rfq']],
    ['of a security', { securityId: 7 as SecurityId }, ['bid', 'offer', 'rfq']],
    ['of a side', { side: 'sell' as const }, ['offer']],
    ['of an account', { accountId: 'x' }, ['offer']],
    ['of a member', { memberId: '2' }, ['bid']],
    ['of all of these', { securityId: 7 as SecurityId, side: 'buy' as const, memberId: '1' }, ['rfq']],
    ['of an unknown security', { securityId: 99 as SecurityId }, []],
  ])("%s: the ids, oldest first, and nobody else's", async (_name, filter, expected) => {
    const { exchange, ids, named } = await crowded();
    const outcome = await exchange.submit({ type: 'cancelOrders', clientId: 'a', filter, byOperator: false });
    expect(named(cancelledBy(outcome))).toEqual(expected);
    const live = Object.keys(ids).filter((name) => exchange.order(ids[name]! as OrderId)?.status !== 'Cancelled');
    expect(live).toEqual(Object.keys(ids).filter((name) => !expected.includes(name)));
  });

  test('the operator cancels those of all clients in a security', async () => {
    const { exchange, named } = await crowded();
    const filter = { securityId: 7 as SecurityId };
    const outcome = await exchange.submit({ type: 'cancelOrders', clientId: '', filter, byOperator: true });
    expect(named(cancelledBy(outcome))).toEqual(['bid', 'offer', 'foreign', 'rfq']);
    expect(exchange.topOfBook(7 as SecurityId)).toMatchObject({ bid: null, offer: null });
  });

  test('what is filled stays so: Cancelled by the client, Partially Executed & Cancelled by the operator', async () => {
    const { exchange } = await venue();
    for (const [byOperator, status] of [
      [false, 'Cancelled'],
      [true, 'Partially Executed & Cancelled'],
    ] as const) {
      const bid = idOfOrder(await exchange.submit(order()));
      await exchange.submit(order({ side: 'sell', quantity: 40, clientId: 'b' }));
      await exchange.submit({ type: 'cancelOrders', clientId: 'a', filter: {}, byOperator });
      expect(exchange.order(bid)).toMatchObject({ status, remaining: 60 });
    }
  });

  test('after a restart from a snapshot the same orders are cancelled, in the same order', async () => {
    const folder = temporaryFolder();
    const { exchange } = openVenue({ folder });
    for (const securityId of [8, 7]) await exchange.submit(security({ securityId }));
    const ids: OrderId[] = [];
    for (const securityId of [7, 8, 7, 8]) ids.push(idOfOrder(await exchange.submit(order({ securityId }))));
    await exchange.stop();
    const { state, end } = recover(files, folder, 0);
    await writeSnapshot(files, folder, state, end);
    const again = openVenue({ folder }).exchange;
    const all = { type: 'cancelOrders', clientId: 'a', filter: {}, byOperator: false } as const;
    expect(cancelledBy(await again.submit(all))).toEqual(ids);
    expect(cancelledBy(await again.submit(all))).toEqual([]);
  });
});

describe('the timer of cancelAllAfter (V48)', () => {
  test('cancels when it runs out, once, and not before', async () => {
    const opened = await venue();
    const { exchange, time, events } = opened;
    const bid = idOfOrder(await exchange.submit(order()));
    const foreign = idOfOrder(await exchange.submit(order({ clientId: 'b' })));
    await exchange.submit({ type: 'cancelAllAfter', clientId: 'a', seconds: 60 });
    time.advanceMs(59_999);
    await settled(opened);
    expect(exchange.order(bid)?.status).toBe('Live');
    time.advanceMs(1);
    await settled(opened);
    expect(changes(events, bid)).toEqual(['entered: Live 100', 'cancel timer ran out: Cancelled 100']);
    expect(exchange.order(foreign)?.status).toBe('Live');
    const next = idOfOrder(await exchange.submit(order()));
    time.advanceMs(10 * MINUTE_MS);
    await settled(opened);
    expect(exchange.order(next)?.status).toBe('Live');
  });

  test('each call restarts it, and 0 disarms it', async () => {
    const opened = await venue();
    const { exchange, time } = opened;
    const bid = idOfOrder(await exchange.submit(order()));
    for (let minutes = 0; minutes < 5; minutes++) {
      await exchange.submit({ type: 'cancelAllAfter', clientId: 'a', seconds: 90 });
      time.advanceMs(MINUTE_MS);
    }
    await exchange.submit({ type: 'cancelAllAfter', clientId: 'a', seconds: 0 });
    time.advanceMs(10 * MINUTE_MS);
    await settled(opened);
    expect(exchange.order(bid)?.status).toBe('Live');
  });

  test.each(['from the journal', 'from a snapshot'])('survives a restart %s', async (from) => {
    const folder = temporaryFolder();
    const { exchange } = openVenue({ folder });
    await exchange.submit(security());
    const bid = idOfOrder(await exchange.submit(order()));
    await exchange.submit({ type: 'cancelAllAfter', clientId: 'a', seconds: 120 });
    await exchange.stop();
    if (from === 'from a snapshot') {
      const { state, end } = recover(files, folder, 0);
      await writeSnapshot(files, folder, state, end);
    }
    const time = new ManualTime(OPEN_FRIDAY);
    time.advanceMs(MINUTE_MS);
    const again = openVenue({ folder, time });
    await settled(again);
    expect(again.exchange.order(bid)?.status).toBe('Live');
    time.advanceMs(MINUTE_MS);
    await settled(again);
    expect(again.exchange.order(bid)?.status).toBe('Cancelled');
  });

  test('what ran out while the venue was down is done before anything trades', async () => {
    const folder = temporaryFolder();
    const { exchange } = openVenue({ folder });
    await exchange.submit(security());
    const bid = idOfOrder(await exchange.submit(order()));
    await exchange.submit({ type: 'cancelAllAfter', clientId: 'a', seconds: 60 });
    await exchange.stop();
    const time = new ManualTime('2026-11-23T16:00:00Z');
    const again = openVenue({ folder, time });
    const offer = await again.exchange.submit(order({ side: 'sell', clientId: 'b' }));
    expect(again.exchange.security(7 as SecurityId)?.market).toBe('open');
    expect(changes(again.events, bid)).toEqual(['cancel timer ran out: Cancelled 100']);
    expect(again.exchange.order(idOfOrder(offer))?.status).toBe('Live');
    expect(again.events.filter(({ type }) => type === 'match')).toEqual([]);
  });
});
