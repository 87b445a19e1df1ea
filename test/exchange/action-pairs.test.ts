/** Each kind of corporate action with each circumstance of an order or a market (R2, R9 to R14), one pair a test. */
import { describe, expect, test } from 'vitest';
import type { ActionTerms } from '../../src/exchange/api/corporate-actions.ts';
import type { OrderView } from '../../src/exchange/api/orders.ts';
import { NO_TRANSFER_RULES } from '../../src/exchange/api/transfer-commands.ts';
import type { OrderId, SecurityId } from '../../src/exchange/api/units.ts';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { recover } from '../../src/exchange/storage/recovery.ts';
import { loadSnapshot, writeSnapshot } from '../../src/exchange/storage/snapshot.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { plan, planned } from './auctions.ts';
import { announce, BY_OWNER, dividend, ID } from './corporate-actions.ts';
import { moveTo, restart } from './sessions.ts';
import { DOLLAR, idOfOrder, type OrderFields, openVenue, order, security, type TestVenue } from './venue.ts';

const OPENED = '2026-11-23T14:30:00Z';

/** Shares and price of 100 at 10.00 afterwards, of a bid and of an offer; null: the order ends. */
interface Kind {
  readonly terms: ActionTerms;
  readonly shares: number;
  readonly bid: number | null;
  readonly offer: number | null;
  /** Of a minimum or display quantity of 50. */
  readonly half: number;
}

/** Of the same issuer. */
const OTHER = 8 as SecurityId;

const split = (to: number, from: number) => ({ kind: 'split', to, from, fractions: 'up', cashPrice: null }) as const;

const redemption = (to: number, from: number) =>
  ({ kind: 'redemption', redeemed: { to, from }, price: 12 * DOLLAR, into: 'cancelled' }) as const;

const KINDS: Readonly<Record<string, Kind>> = {
  split: { terms: split(2, 1), shares: 200, bid: 5, offer: 5, half: 100 },
  'reverse split': { terms: split(1, 10), shares: 10, bid: 100, offer: 100, half: 5 },
  'stock dividend': {
    ...{ terms: { ...split(11, 10), kind: 'stockDividend' }, shares: 110, half: 55 },
    ...{ bid: 9.090909, offer: 9.09091 },
  },
  'cash dividend': { terms: dividend(0.5 * DOLLAR), shares: 100, bid: 9.5, offer: 10, half: 50 },
  'name change': {
    ...{ terms: { kind: 'nameChange', symbol: 'NEW', name: 'New' }, shares: 100, half: 50 },
    ...{ bid: 10, offer: 10 },
  },
  end: { terms: { kind: 'endOfSecurity' }, shares: 0, bid: null, offer: null, half: 0 },
  'redemption of a part': { terms: redemption(1, 4), shares: 100, bid: 10, offer: 10, half: 50 },
  'redemption of all': { terms: redemption(1, 1), shares: 0, bid: null, offer: null, half: 0 },
  tender: {
    terms: { kind: 'tender', mostShares: 50, price: 12 * DOLLAR, into: 'cancelled' },
    ...{ shares: 100, bid: 10, offer: 10, half: 50 },
  },
  conversion: {
    terms: { ...split(1, 3), kind: 'conversion', into: OTHER },
    ...{ shares: 0, bid: null, offer: null, half: 0 },
  },
};

interface Circumstance {
  /** Before the order is entered. */
  readonly prepare?: (venue: TestVenue) => Promise<unknown>;
  readonly order?: OrderFields;
  /** After the action was announced. */
  readonly announced?: (venue: TestVenue) => Promise<unknown>;
  /** Whether the action was cancelled, so that all stays. */
  readonly isCancelled?: true;
  /** What else an order that lives has afterwards. */
  readonly after?: (order: OrderView, kind: Kind) => void;
}

const CIRCUMSTANCES: Readonly<Record<string, Circumstance>> = {
  'nothing else': {},
  'a halt': { announced: ({ exchange }) => exchange.submit({ type: 'halt', securityId: ID, reason: 'News' }) },
  'a call at the opening': {
    prepare: ({ exchange }) =>
      exchange.submit({
        ...{ type: 'auctionPlan', securityId: ID, expected: null },
        plan: plan({ auctions: [planned('open')] }),
      }),
  },
  'a hold': {
    prepare: async ({ exchange }) => {
      const holding = { clientId: 'a', accountId: null, lots: [{ date: '2026-01-05', quantity: 1000 }] };
      await exchange.submit({ type: 'holdings', ...BY_OWNER, holdings: [holding] });
      const rules = { ...NO_TRANSFER_RULES, firstRefusal: { hours: 400, unanswered: 'Waive' } } as const;
      await exchange.submit({ type: 'transferRules', ...BY_OWNER, rules, version: null });
    },
    order: { side: 'sell' },
    after: ({ held }) => expect(held).not.toBeNull(),
  },
  'a limit': {
    prepare: ({ exchange }) =>
      exchange.submit({
        ...{ type: 'setLimits', clientId: 'a', accountId: null, tightens: false, expected: null },
        policy: { maxOrderQuantity: 100, maxOpenOrders: 1 },
      }),
  },
  'an approval': {
    prepare: ({ exchange }) => exchange.submit(security({ orderApproval: true })),
    after: ({ status }) => expect(status).toBe('Pending'),
  },
  'all or none': {
    order: { contingency: 'All or None' },
    after: ({ contingency }) => expect(contingency).toBe('All or None'),
  },
  'a minimum': {
    order: { contingency: 'Minimum Quantity', minimum: 50 },
    after: ({ minimum }, { half }) => expect(minimum).toBe(half),
  },
  'a hidden order': { order: { disclosed: false }, after: ({ ticket }) => expect(ticket.disclosed).toBe(false) },
  'a display quantity': {
    order: { optional: { displayQuantity: 50 } },
    after: ({ ticket }, { half }) => expect(ticket.optional?.displayQuantity).toBe(half),
  },
  'an offer': { order: { side: 'sell' } },
  'a cancelled action': {
    announced: ({ exchange }) => exchange.submit({ type: 'cancelAction', ...BY_OWNER, actionId: 1, reason: null }),
    isCancelled: true,
  },
};

const UNCHANGED: Kind = { terms: split(1, 1), shares: 100, bid: 10, offer: 10, half: 50 };

describe.each(Object.entries(KINDS))('%s', (_name, kind) => {
  test.each(Object.entries(CIRCUMSTANCES))('with %s', async (_circumstance, { prepare, announced, after, ...how }) => {
    const folder = temporaryFolder();
    const venue = openVenue({ folder });
    await venue.exchange.submit(security());
    await venue.exchange.submit(security({ securityId: OTHER }));
    await prepare?.(venue);
    const orderId = idOfOrder(await venue.exchange.submit(order({ expiration: 'GTC', ...how.order })));
    expect(await announce(venue, { terms: kind.terms })).toMatchObject({ ok: true });
    await announced?.(venue);
    await moveTo(venue, OPENED);
    const expected = how.isCancelled ? UNCHANGED : kind;
    checkOrder(venue, orderId, expected, after);
    expect(venue.exchange.actions(ID, 9, 9)[0]?.state).toBe(how.isCancelled ? 'cancelled' : 'effective');
    const digest = digestOf(venue.exchange.state);
    await venue.exchange.stop();
    const { state, end } = recover(files, folder, 0);
    expect(digestOf(state)).toBe(digest);
    const path = await writeSnapshot(files, folder, state, end);
    expect(digestOf(loadSnapshot(files, path, 0).state)).toBe(digest);
  });

  test('with a restart over the opening', async () => {
    const folder = temporaryFolder();
    const venue = openVenue({ folder });
    await venue.exchange.submit(security());
    await venue.exchange.submit(security({ securityId: OTHER }));
    const orderId = idOfOrder(await venue.exchange.submit(order({ expiration: 'GTC' })));
    await announce(venue, { terms: kind.terms });
    checkOrder(await restart(venue, folder, OPENED), orderId, kind);
  });
});

function checkOrder(
  { exchange }: TestVenue,
  orderId: OrderId,
  kind: Kind,
  after: NonNullable<Circumstance['after']> = () => {},
): void {
  const now = exchange.order(orderId)!;
  const price = now.ticket.side === 'buy' ? kind.bid : kind.offer;
  if (price === null) {
    expect(['Pending', 'Live']).not.toContain(now.status);
    return;
  }
  expect([now.price, now.remaining]).toEqual([Math.round(price * DOLLAR), kind.shares]);
  expect(['Pending', 'Live']).toContain(now.status);
  after(now, kind);
}
