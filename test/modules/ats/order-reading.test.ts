import { expect, test } from 'vitest';
import type { MatchView, OrderView } from '../../../src/exchange/api/orders.ts';
import type { MatchId, OrderId } from '../../../src/exchange/api/units.ts';
import { MATCHES_MAX, ordersWithToken, orderWithMatches } from '../../../src/modules/ats/shared/order-reading.ts';
import { MapHistory } from './fakes.ts';

const ORDER = 200 as OrderId;
const COUNT = 2 * MATCHES_MAX + 500;

/** An order with matches of one share each, a microsecond apart, all of them filled up to `filled`. */
function orderOf(filled: number): OrderView {
  return { orderId: ORDER, quantity: COUNT + 10, remaining: COUNT + 10 - filled, updatedAt: filled } as OrderView;
}

const MATCHES = Array.from(
  { length: COUNT },
  (_, index) =>
    ({ matchId: 1000 + index, quantity: 1, time: index + 1, buyOrderId: ORDER, sellOrderId: 1 }) as MatchView,
);

/** The venue remembers the matches from one on, and the history has those up to another. */
function sources({ order, recentFrom, pastTo }: { order: OrderView; recentFrom: number; pastTo: number }) {
  const history = new MapHistory();
  for (const match of MATCHES.slice(0, pastTo)) history.matches.set(match.matchId, match);
  const filled = order.quantity - order.remaining;
  const recentOrder = () => ({ order, matches: MATCHES.slice(recentFrom, filled) });
  return { exchange: { recentOrder, amendmentsOf: () => new Map() } as never, history };
}

async function allPages(from: ReturnType<typeof sources>) {
  const pages: number[][] = [];
  for (let after = 0, more = true; more; ) {
    const found = (await orderWithMatches(from, ORDER, after as MatchId))!;
    pages.push(found.matches.map(({ matchId }) => matchId));
    more = found.more;
    after = pages.at(-1)!.at(-1) ?? after;
  }
  return pages;
}

const idsTo = (filled: number) => MATCHES.slice(0, filled).map(({ matchId }) => matchId);

test.each([
  ['in memory alone', { recentFrom: 0, pastTo: 0 }],
  ['in the history alone', { recentFrom: COUNT, pastTo: COUNT }],
  ['in both, on either side of a page', { recentFrom: MATCHES_MAX, pastTo: MATCHES_MAX }],
  ['in both, within a page', { recentFrom: 1300, pastTo: 1300 }],
  ['in both, some of them twice', { recentFrom: 700, pastTo: 2100 }],
])('pages have all matches once that are %s', async (_, where) => {
  const pages = await allPages(sources({ order: orderOf(COUNT), ...where }));
  expect(pages.map((page) => page.length)).toEqual([MATCHES_MAX, MATCHES_MAX, 500]);
  expect(pages.flat()).toEqual(idsTo(COUNT));
});

test.each([MATCHES_MAX, 2 * MATCHES_MAX])('a last page that is full has nothing after it (%i)', async (filled) => {
  const pages = await allPages(sources({ order: orderOf(filled), recentFrom: 0, pastTo: 0 }));
  expect(pages.map((page) => page.length)).toEqual(Array(filled / MATCHES_MAX).fill(MATCHES_MAX));
});

test.each([900, MATCHES_MAX, 1500])(
  'matches that came after the view of the order are left out (%i)',
  async (filled) => {
    const pages = await allPages(sources({ order: orderOf(filled), recentFrom: filled, pastTo: COUNT }));
    expect(pages.flat()).toEqual(idsTo(filled));
  },
);

test('orders with a token share the matches of their answer; further orders are shown without', async () => {
  const history = new MapHistory();
  for (const orderId of [1, 2, 3]) {
    const ticket = { clientId: 'a', token: 'group' };
    history.orders.set(orderId, { orderId, ticket, status: 'Executed', quantity: 2, remaining: 0 } as OrderView);
    for (const matchId of [10 * orderId, 10 * orderId + 1]) {
      history.matches.set(matchId, { matchId, quantity: 1, buyOrderId: orderId, sellOrderId: 9 } as MatchView);
    }
  }
  const exchange = { recentWithToken: () => [], recentOrder: () => undefined, amendmentsOf: () => new Map() } as never;
  const query = { token: 'group', limit: 10, matches: { left: 3 } };
  const found = await Array.fromAsync(ordersWithToken({ exchange, history }, 'a', query));
  expect(found.map(({ order, matches, more }) => [order.orderId, matches.map(({ matchId }) => matchId), more])).toEqual(
    [
      [3, [30, 31], false],
      [2, [20], true],
      [1, [], true],
    ],
  );
});
