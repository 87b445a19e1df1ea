import { describe, expect, test } from 'vitest';
import type { TakeQuoteCommand } from '../../src/exchange/api/commands.ts';
import type { Outcome } from '../../src/exchange/api/outcomes.ts';
import type { Refusal } from '../../src/exchange/api/reasons.ts';
import { NO_TRANSFER_RULES, type TransferRules } from '../../src/exchange/api/transfer-commands.ts';
import type { OrderId, SecurityId } from '../../src/exchange/api/units.ts';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { recover } from '../../src/exchange/storage/recovery.ts';
import { loadSnapshot, writeSnapshot } from '../../src/exchange/storage/snapshot.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { changes, venue } from './order-life.ts';
import {
  cancel,
  DOLLAR,
  idOfOrder,
  type OrderFields,
  openVenue,
  order,
  replace,
  security,
  type TestVenue,
} from './venue.ts';

const HOUR_MS = 3_600_000;
const HOUR_US = HOUR_MS * 1000;
const BY_OWNER = { clientId: 'owner', byOperator: false, securityId: 7 as SecurityId } as const;
const DECIDED = { type: 'decide', clientId: 'owner', issuerId: 3, approved: true, reason: null } as const;
const refusalOf = (refusal: Refusal) => ({ ok: false, refusal, replayed: false });

function setRules({ exchange }: TestVenue, rules: Partial<TransferRules>): Promise<Outcome> {
  const whole = { ...NO_TRANSFER_RULES, ...rules };
  return exchange.submit({ type: 'transferRules', ...BY_OWNER, rules: whole, version: null });
}

function report({ exchange }: TestVenue, clientId: string, lots: [string, number][]): Promise<Outcome> {
  const holding = { clientId, accountId: null, lots: lots.map(([date, quantity]) => ({ date, quantity })) };
  return exchange.submit({ type: 'holdings', ...BY_OWNER, holdings: [holding] });
}

const waive = ({ exchange }: TestVenue, orderId: OrderId, exercised = false): Promise<Outcome> =>
  exchange.submit({ type: 'firstRefusal', clientId: 'owner', orderId, exercised, reason: null });

async function enter({ exchange }: TestVenue, fields: OrderFields): Promise<OrderId> {
  return idOfOrder(await exchange.submit(order(fields)));
}

/** Until what the venue has to do by itself is done. */
async function settled({ exchange }: TestVenue): Promise<void> {
  for (let times = 0; times < 3; times++) {
    await exchange.submit({ type: 'cancelOrders', clientId: 'nobody', filter: {}, byOperator: false });
  }
}

const heldOf = ({ exchange }: TestVenue, orderId: OrderId) => exchange.order(orderId)?.held;
const matchesOf = ({ events }: TestVenue) =>
  events.flatMap((event) =>
    event.type === 'match' ? [[event.match.sellOrderId, event.match.buyOrderId, event.match.quantity]] : [],
  );

describe('worked examples of M16', () => {
  test('14: the seat that is left is that of the better bid, and one that gets free lets the other in', async () => {
    const open = await venue();
    await report(open, 'h', [['2026-01-05', 30]]);
    await setRules(open, { holdersMax: 2 });
    const x = await enter(open, { clientId: 'x', quantity: 10, price: 9 * DOLLAR });
    expect(heldOf(open, x)).toBeNull();
    const y = await enter(open, { clientId: 'y', quantity: 10, price: 9.5 * DOLLAR });
    expect([heldOf(open, x), heldOf(open, y)]).toEqual(['holder cap', null]);
    expect(changes(open.events, x)).toEqual(['entered: Live 10', 'held: Live 10']);
    const offer = await enter(open, { clientId: 'h', side: 'sell', quantity: 20, price: 9 * DOLLAR });
    expect(matchesOf(open)).toEqual([[offer, y, 10]]);
    expect(heldOf(open, x)).toBe('holder cap');
    await open.exchange.submit(cancel(offer, { clientId: 'h' }));
    await enter(open, { clientId: 'y', quantity: 20, price: 10 * DOLLAR });
    const last = await enter(open, { clientId: 'h', side: 'sell', quantity: 20, price: 10 * DOLLAR });
    expect(matchesOf(open).at(-1)?.[0]).toBe(last);
    await settled(open);
    expect(changes(open.events, x).at(-1)).toBe('released: Live 10');
  });

  test.each(['the order', 'the security'])(
    'a bid without a seat is held once %s is approved, and one that waits for approval has no seat',
    async (approved) => {
      const open = await venue(approved === 'the order' ? { orderApproval: true } : { status: 'awaiting' });
      const { exchange } = open;
      await report(open, 'h', [['2026-01-05', 30]]);
      await setRules(open, { holdersMax: 2 });
      const better = await enter(open, { clientId: 'x', quantity: 10, price: 11 * DOLLAR });
      const other = await enter(open, { clientId: 'y', quantity: 10, price: 10 * DOLLAR });
      const offer = await enter(open, { clientId: 'h', side: 'sell', quantity: 20, price: 12 * DOLLAR });
      expect([better, other, offer].map((orderId) => exchange.order(orderId)?.status)).toEqual(
        Array(3).fill('Pending'),
      );
      if (approved === 'the security') await exchange.submit(security());
      else {
        for (const orderId of [offer, other]) await exchange.submit({ ...DECIDED, orderId });
        // The better bid still waits: its seat is nobody's yet.
        expect([heldOf(open, other), exchange.order(better)?.status]).toEqual([null, 'Pending']);
        await exchange.submit({ ...DECIDED, orderId: better });
      }
      expect([heldOf(open, better), heldOf(open, other)]).toEqual([null, 'holder cap']);
      await exchange.submit(replace(offer, { clientId: 'h', price: 10 * DOLLAR }));
      if (approved === 'the order') await exchange.submit({ ...DECIDED, orderId: offer });
      expect(matchesOf(open)).toEqual([[offer, better, 10]]);
      expect(heldOf(open, other)).toBe('holder cap');
    },
  );

  test('15: what may be sold is set aside for the older order', async () => {
    const open = await venue();
    await report(open, 's', [
      ['2026-01-05', 60],
      ['2026-11-18', 50],
    ]);
    await setRules(open, { holdingDays: 30 });
    const a = await enter(open, { clientId: 's', side: 'sell', quantity: 60 });
    const b = await enter(open, { clientId: 's', side: 'sell', quantity: 50 });
    expect([heldOf(open, a), heldOf(open, b)]).toEqual([null, 'holding period']);
    await open.exchange.submit(cancel(a, { clientId: 's' }));
    await settled(open);
    expect(changes(open.events, b)).toEqual(['entered: Live 50', 'held: Live 50', 'released: Live 50']);
  });

  test('16: an order that is released is tried as an initiator, at the price of the older', async () => {
    const open = await venue();
    await setRules(open, { firstRefusal: { hours: 48, unanswered: 'Waive' } });
    const offer = await enter(open, { clientId: 's', side: 'sell', quantity: 100, price: 9 * DOLLAR });
    const bid = await enter(open, { clientId: 'b', quantity: 100, price: 10 * DOLLAR });
    expect(matchesOf(open)).toEqual([]);
    expect(await waive(open, offer)).toMatchObject({ ok: true });
    expect(matchesOf(open)).toEqual([[offer, bid, 100]]);
    expect(open.events.find((event) => event.type === 'match')?.match.price).toBe(10 * DOLLAR);
  });
});

describe('right of first refusal (F7)', () => {
  test.each([
    ['Waive', 'released: Live 100'],
    ['Exercise', 'first refusal exercised: Cancelled 100'],
  ] as const)('unanswered in time, what the rule says holds: %s', async (unanswered, expected) => {
    const open = await venue();
    await setRules(open, { firstRefusal: { hours: 2, unanswered } });
    const offer = await enter(open, { side: 'sell' });
    open.time.advanceMs(2 * HOUR_MS - 1);
    await settled(open);
    expect(heldOf(open, offer)).toBe('first refusal');
    open.time.advanceMs(1);
    await settled(open);
    expect(changes(open.events, offer).at(-1)).toBe(expected);
  });

  test('it is the answer of the owner of the security only, to an order that waits for it', async () => {
    const open = await venue();
    await setRules(open, { firstRefusal: { hours: 2, unanswered: 'Waive' } });
    const offer = await enter(open, { side: 'sell' });
    const other = { type: 'firstRefusal', clientId: 'a', orderId: offer, exercised: true, reason: null } as const;
    expect(await open.exchange.submit(other)).toEqual(refusalOf('unknown order'));
    expect(await waive(open, offer)).toMatchObject({ ok: true, order: { held: null } });
    expect(await waive(open, offer)).toEqual(refusalOf('order is not held'));
  });

  test('only the waived terms may trade: a smaller quantity keeps the waiver, other terms need a new one', async () => {
    const open = await venue();
    await setRules(open, { firstRefusal: { hours: 2, unanswered: 'Waive' } });
    const offer = await enter(open, { side: 'sell' });
    await waive(open, offer);
    await open.exchange.submit(replace(offer, { quantity: 90 }));
    expect(heldOf(open, offer)).toBeNull();
    await open.exchange.submit(replace(offer, { price: 11 * DOLLAR }));
    expect(heldOf(open, offer)).toBe('first refusal');
    expect(changes(open.events, offer).slice(-2)).toEqual(['replaced: Live 90', 'held: Live 90']);
  });

  test('an immediate order is cancelled, and an RFQ order takes no quotes before the answer', async () => {
    const open = await venue();
    await setRules(open, { firstRefusal: { hours: 2, unanswered: 'Waive' } });
    const immediate = await enter(open, { side: 'sell', expiration: 'IOC' });
    expect(changes(open.events, immediate).at(-1)).toBe('immediate remainder cancelled: Cancelled 100');
    const asked = await enter(open, { side: 'sell', orderType: 'RFQ', price: 0 });
    expect(open.exchange.topOfBook(7 as SecurityId)?.offer).toBeNull();
    const { ticket } = order({ clientId: 'q', expiration: 'IOC' });
    const take: TakeQuoteCommand = {
      ...{ type: 'takeQuote', clientId: 'a', orderId: asked, ticket },
      ...{ quantity: 40, price: 11 * DOLLAR, filled: 0 },
    };
    expect(await open.exchange.submit(take)).toEqual(refusalOf('order is held'));
    await waive(open, asked);
    expect(open.exchange.topOfBook(7 as SecurityId)?.offer).toBe('RFQ');
    expect(await open.exchange.submit(take)).toMatchObject({ ok: true });
  });
});

describe('what can never trade is refused (F3)', () => {
  test('an account that is not named, shares that are not registered, windows that are over', async () => {
    const open = await venue();
    const { exchange } = open;
    await setRules(open, { allowed: { clients: ['b'], accounts: ['x'] } });
    expect(await exchange.submit(order())).toEqual(refusalOf('account may not trade the security'));
    expect(await exchange.submit(order({ accountId: 'x' }))).toMatchObject({ ok: true });
    expect(await exchange.submit(order({ clientId: 'b', accountId: 'y' }))).toMatchObject({ ok: true });
    await report(open, 'b', [['2026-11-20', 10]]);
    await setRules(open, { holdingDays: 0 });
    const sell = (quantity: number) => exchange.submit(order({ clientId: 'b', side: 'sell', quantity }));
    expect(await sell(11)).toEqual(refusalOf('shares are not held'));
    expect(await sell(10)).toMatchObject({ ok: true });
    await setRules(open, { windows: [{ from: 0, to: exchange.nowUs() }] });
    expect(await exchange.submit(order())).toEqual(refusalOf('no trading window is left'));
  });

  test('the rules are those of the owner, or the operator, and of the version that was read', async () => {
    const { exchange } = await venue();
    const set = { type: 'transferRules', ...BY_OWNER, rules: NO_TRANSFER_RULES, version: 0 } as const;
    expect(await exchange.submit({ ...set, clientId: 'a' })).toEqual(refusalOf('offering of another client'));
    expect(await exchange.submit(set)).toMatchObject({ ok: true });
    expect(await exchange.submit(set)).toEqual(refusalOf('transfer rules have changed'));
    expect(await exchange.submit({ ...set, clientId: 'm', byOperator: true, version: 1 })).toMatchObject({ ok: true });
    expect(exchange.transferRules(7 as SecurityId)).toMatchObject({ version: 2, holders: 0 });
    expect(exchange.transferRules(8 as SecurityId)).toBeUndefined();
  });
});

describe('windows (F5)', () => {
  test('outside of them the market is closed, and says when that changes', async () => {
    const open = await venue();
    const { exchange, time } = open;
    const now = exchange.nowUs();
    const bid = await enter(open, { clientId: 'b' });
    await setRules(open, { windows: [{ from: now + HOUR_US, to: now + 2 * HOUR_US }] });
    expect(exchange.security(7 as SecurityId)).toMatchObject({ market: 'closed', outsideWindow: true });
    expect(exchange.nextTransition(7 as SecurityId)).toEqual({ time: now + HOUR_US, market: 'open' });
    await enter(open, { side: 'sell' });
    expect(matchesOf(open)).toEqual([]);
    time.advanceMs(HOUR_MS);
    await settled(open);
    expect(matchesOf(open)).toHaveLength(1);
    expect(exchange.order(bid)?.status).toBe('Executed');
    expect(exchange.nextTransition(7 as SecurityId)).toEqual({ time: now + 2 * HOUR_US, market: 'closed' });
    time.advanceMs(HOUR_MS);
    await settled(open);
    expect(exchange.security(7 as SecurityId)?.market).toBe('closed');
    expect(exchange.nextTransition(7 as SecurityId)).toBeNull();
  });
});

describe('the age of shares (F6)', () => {
  test('with the date from which they may be sold the order is released, also after a restart', async () => {
    const folder = temporaryFolder();
    const open = openVenue({ folder });
    await open.exchange.submit(security());
    await report(open, 'a', [['2026-11-20', 100]]);
    await setRules(open, { holdingDays: 2 });
    const offer = await enter(open, { side: 'sell' });
    expect(heldOf(open, offer)).toBe('holding period');
    open.time.advanceMs(24 * HOUR_MS);
    await settled(open);
    expect(heldOf(open, offer)).toBe('holding period');
    await open.exchange.stop();
    open.time.advanceMs(24 * HOUR_MS);
    const again = openVenue({ folder, time: open.time });
    await settled(again);
    expect(heldOf(again, offer)).toBeNull();
    await again.exchange.stop();
  });

  test('what was bought on the venue is young', async () => {
    const open = await venue();
    await report(open, 's', [['2026-01-05', 100]]);
    await setRules(open, { holdingDays: 1 });
    await enter(open, { clientId: 's', side: 'sell', quantity: 40 });
    await enter(open, { clientId: 'b', quantity: 40 });
    const resale = await enter(open, { clientId: 'b', side: 'sell', quantity: 40 });
    expect(heldOf(open, resale)).toBe('holding period');
    expect(open.exchange.holdings(7 as SecurityId, '', 10)).toMatchObject([
      { clientId: 'b', accountId: null, lots: [{ date: '2026-11-20', quantity: 40 }] },
      { clientId: 's', lots: [{ date: '2026-01-05', quantity: 60 }] },
    ]);
  });
});

test('releases are at most 100 at a time, and all of them come', async () => {
  const open = await venue();
  await setRules(open, { firstRefusal: { hours: 2, unanswered: 'Waive' } });
  const offers: number[] = [];
  for (let i = 0; i < 250; i++) offers.push(await enter(open, { side: 'sell' }));
  await setRules(open, {});
  await settled(open);
  await settled(open);
  expect(offers.map((offer) => heldOf(open, offer as OrderId))).toEqual(offers.map(() => null));
});

test.each(['from the journal', 'from a snapshot'])('rules, register and holds survive a restart %s', async (from) => {
  const folder = temporaryFolder();
  const open = openVenue({ folder });
  await open.exchange.submit(security());
  await report(open, 'a', [['2026-11-19', 100]]);
  await setRules(open, { holdingDays: 3, holdersMax: 2, firstRefusal: { hours: 5, unanswered: 'Exercise' } });
  const offer = await enter(open, { side: 'sell' });
  const young = await enter(open, { side: 'sell', quantity: 20 });
  const bids = [await enter(open, { clientId: 'b' }), await enter(open, { clientId: 'c', price: 11 * DOLLAR })];
  await waive(open, young);
  const causes = [offer, young, ...bids].map((orderId) => heldOf(open, orderId));
  expect(causes).toEqual(['first refusal', 'holding period', 'holder cap', null]);
  await open.exchange.stop();
  if (from === 'from a snapshot') {
    const { state, end } = recover(files, folder, 0);
    const path = await writeSnapshot(files, folder, state, end);
    expect(digestOf(loadSnapshot(files, path, 0).state)).toBe(digestOf(state));
  }
  const again = openVenue({ folder, time: open.time });
  expect([offer, young, ...bids].map((orderId) => heldOf(again, orderId))).toEqual(causes);
  await again.exchange.submit(cancel(bids[1] as OrderId, { clientId: 'c' }));
  await settled(again);
  expect(heldOf(again, bids[0] as OrderId)).toBeNull();
  again.time.advanceMs(5 * HOUR_MS);
  await settled(again);
  expect(again.exchange.order(offer)?.status).toBe('Cancelled');
  await again.exchange.stop();
});
