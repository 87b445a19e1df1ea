/** Cash dividends (R9): the worked examples of docs/venue/corporate-actions.md, and a whole venue. */
import { describe, expect, test } from 'vitest';
import { actionWords } from '../../src/exchange/api/action-kinds.ts';
import type { CashDividendTerms } from '../../src/exchange/api/corporate-actions.ts';
import type { RegisterChange } from '../../src/exchange/api/register-changes.ts';
import type { SecurityReference } from '../../src/exchange/api/security-reference.ts';
import type { OrderId } from '../../src/exchange/api/units.ts';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { termsAfterDividend } from '../../src/exchange/records/dividend-terms.ts';
import type { OrderRecord } from '../../src/exchange/records/order-record.ts';
import { recover } from '../../src/exchange/storage/recovery.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { announce, dividend, endedByAction, ID, restated } from './corporate-actions.ts';
import { moveTo, restart } from './sessions.ts';
import { DOLLAR, idOfOrder, openVenue, order, security, type TestVenue } from './venue.ts';

const OPENED = '2026-11-23T14:30:00Z';
const CENTS: SecurityReference = { tickSizes: [{ from: 0, tick: 10_000 }] };

interface Example {
  readonly side?: 'buy' | 'sell';
  readonly dollars: number;
  readonly doNotReduce?: true;
}

function reduced({ side = 'buy', dollars, doNotReduce }: Example, amount: number, reference?: SecurityReference) {
  const ticket = { side, ...(doNotReduce && { optional: { doNotReduce } }) };
  const bid = { ticket, quantity: 100, remaining: 60, price: dollars * DOLLAR, minimum: 0 } as OrderRecord;
  const terms = termsAfterDividend(bid, amount * DOLLAR, reference);
  return terms === null || typeof terms === 'string' ? terms : Math.round(terms.price) / DOLLAR;
}

test.each([
  [{ dollars: 10 }, 0.25, CENTS, 9.75],
  [{ dollars: 10 }, 0.255, CENTS, 9.74],
  [{ dollars: 10 }, 0.255, undefined, 9.745],
  [{ side: 'sell', dollars: 10 }, 0.25, CENTS, null],
  [{ dollars: 10, doNotReduce: true }, 0.25, CENTS, null],
  [{ dollars: 0 }, 0.25, CENTS, null],
  [{ dollars: 0.25 }, 0.25, CENTS, 'no price is left of its limit'],
  [{ dollars: 0.255 }, 0.25, CENTS, 'no price is left of its limit'],
] as const)('%j less a dividend of %s with %j is at %s', (example, amount, reference, expected) => {
  expect(reduced(example, amount, reference)).toBe(expected);
});

const sent = async ({ exchange }: TestVenue, over: Parameters<typeof order>[0] = {}) =>
  idOfOrder(await exchange.submit(order({ expiration: 'GTC', ...over })));

const termsOf = ({ exchange }: TestVenue, orderId: OrderId) => {
  const { price, quantity, remaining, status } = exchange.order(orderId)!;
  return { price: price / DOLLAR, quantity, remaining, status };
};

async function venueIn(folder: string): Promise<TestVenue> {
  const venue = openVenue({ folder });
  await venue.exchange.submit(security());
  return venue;
}

/** The rows of the list of holders. */
function listed({ events }: TestVenue): readonly RegisterChange[] {
  return events
    .flatMap((event) => (event.type === 'register' ? event.changes : []))
    .filter(({ kind }) => kind === 'action');
}

const paid = ({ before, after, pending = 0 }: RegisterChange, amount: number) => {
  const terms = dividend(amount * DOLLAR) as CashDividendTerms;
  const { cashOf, dueOf } = actionWords(terms);
  return [cashOf(terms, before, after, pending), dueOf!(terms, pending)].map((cash) => Number(cash) / DOLLAR);
};

describe('in a venue', () => {
  test('bids are reduced on the ex date, others stay, and all keep their priority', async () => {
    const venue = await venueIn(temporaryFolder());
    const bid = await sent(venue, { quantity: 30 });
    const kept = await sent(venue, { quantity: 30, price: 9 * DOLLAR, optional: { doNotReduce: true } });
    const equal = await sent(venue, { quantity: 30, price: 9.5 * DOLLAR, expiration: 'GTC' });
    const low = await sent(venue, { quantity: 30, price: 0.5 * DOLLAR });
    const offer = await sent(venue, { side: 'sell', clientId: 'b', quantity: 30, price: 11 * DOLLAR });
    await announce(venue, { terms: dividend(0.5 * DOLLAR) });
    await moveTo(venue, OPENED);
    expect([bid, kept, equal, offer].map((id) => termsOf(venue, id).price)).toEqual([9.5, 9, 9, 11]);
    expect(restated(venue.events).map(({ reason, order: { orderId } }) => [orderId, reason])).toEqual([
      [bid, 'cash dividend of 0.500000'],
      [equal, 'cash dividend of 0.500000'],
    ]);
    expect(endedByAction(venue.events).map(({ order: { orderId }, reason }) => [orderId, reason])).toEqual([
      [low, 'cash dividend of 0.500000: no price is left of its limit'],
    ]);
    // Two that meet at one price: the one that had joined first trades first.
    await sent(venue, { side: 'sell', clientId: 'b', quantity: 60, price: 9 * DOLLAR });
    expect([bid, kept, equal].map((id) => termsOf(venue, id).status)).toEqual(['Executed', 'Executed', 'Live']);
  });

  test('settled holders are paid, and sides of unsettled matches pass it on: together each traded share', async () => {
    const venue = await venueIn(temporaryFolder());
    const { exchange } = venue;
    const held = { clientId: 'b', accountId: null, securityId: ID, quantity: 100, averageCost: 10 * DOLLAR };
    await exchange.submit({ type: 'setPositions', positions: [held] });
    await sent(venue, { quantity: 40 });
    await sent(venue, { side: 'sell', clientId: 'b', quantity: 40 });
    await announce(venue, { terms: dividend(0.5 * DOLLAR) });
    await moveTo(venue, OPENED);
    expect(listed(venue).map((row) => [row.clientId, row.before, row.pending, ...paid(row, 0.5)])).toEqual([
      ['a', { quantity: 40, rest: 0 }, 40, 0, 20],
      ['b', { quantity: 60, rest: 0 }, -40, 50, -20],
    ]);
    expect(exchange.state.register.heldBy({ clientId: 'a', accountId: null, securityId: ID })).toMatchObject({
      quantity: 40,
      cost: 400 * DOLLAR,
    });
    // Worth the same before and after: 100 shares at 10.00, and at 9.50 with the cash.
    expect(exchange.state.risk.prices.of(ID)).toBe(9.5 * DOLLAR);
  });

  test('a list of many holders goes on in slices, and over a restart', async () => {
    const folder = temporaryFolder();
    const venue = await venueIn(folder);
    const positions = Array.from({ length: 900 }, (_, index) => ({
      ...{ clientId: `c${index}`, accountId: null, securityId: ID, quantity: 1 + index },
    }));
    await venue.exchange.submit({ type: 'setPositions', positions });
    await announce(venue, { terms: dividend(DOLLAR) });
    const after = await restart(venue, folder, OPENED);
    const rows = listed(after);
    expect(rows.map(({ clientId }) => clientId).sort()).toEqual(positions.map(({ clientId }) => clientId).sort());
    expect(new Set(rows.map(({ entry }) => entry)).size).toBe(1);
    const digest = digestOf(after.exchange.state);
    await after.exchange.stop();
    expect(digestOf(recover(files, folder, 0).state)).toBe(digest);
  });

  test('doNotReduce is for orders that buy', async () => {
    const venue = await venueIn(temporaryFolder());
    const sale = order({ side: 'sell', optional: { doNotReduce: true } });
    expect(await venue.exchange.submit(sale)).toMatchObject({ ok: false, refusal: 'do not reduce needs a bid' });
  });
});
