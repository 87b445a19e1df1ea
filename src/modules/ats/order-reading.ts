/**
 * Orders and matches from the memory of the exchange and, for what has left it, from the history. Memory is always
 * read first: what moves on meanwhile is then seen twice, never missed.
 */
import type { MatchView, OrderView } from '../../exchange/interface.ts';
import type { AtsServices } from './services.ts';

/** Orders that one answer shows at most. */
export const ORDERS_MAX = 500;

/** An order and exactly the matches, oldest first, that make up what is filled of it. */
export interface OrderWithMatches {
  readonly order: OrderView;
  readonly matches: readonly MatchView[];
}

export async function orderById({ exchange, history }: AtsServices, orderId: number): Promise<OrderView | undefined> {
  return exchange.order(orderId) ?? (await history.order(orderId));
}

export async function matchById({ exchange, history }: AtsServices, matchId: number): Promise<MatchView | undefined> {
  return exchange.match(matchId) ?? (await history.match(matchId));
}

export async function orderWithMatches(services: AtsServices, orderId: number): Promise<OrderWithMatches | undefined> {
  const { exchange, history } = services;
  // Order and recent matches are read at the same moment, so that they agree.
  const live = exchange.order(orderId);
  if (live !== undefined) return completed(services, live, exchange.recentMatchesOf(orderId));
  const past = await history.order(orderId);
  return past && completed(services, past, []);
}

/** The client's orders with the token, the newest ORDERS_MAX, oldest first. */
export async function ordersWithToken(
  services: AtsServices,
  clientId: string,
  token: string,
): Promise<OrderWithMatches[]> {
  const { exchange, history } = services;
  const recent = exchange
    .ordersWithToken(clientId, token)
    .map((order) => ({ order, matches: exchange.recentMatchesOf(order.orderId) }));
  const byId = new Map<number, OrderWithMatches>();
  for (const order of await history.ordersWithToken(clientId, token, ORDERS_MAX)) {
    byId.set(order.orderId, { order, matches: [] });
  }
  // What the memory has is newer.
  for (const found of recent) byId.set(found.order.orderId, found);
  const newest = [...byId.values()].sort((one, other) => one.order.orderId - other.order.orderId).slice(-ORDERS_MAX);
  const answers: OrderWithMatches[] = [];
  for (const { order, matches } of newest) answers.push(await completed(services, order, matches));
  return answers;
}

/** Adds the matches that only the history has, and leaves out those that came after this view of the order. */
async function completed(
  { history }: AtsServices,
  order: OrderView,
  recent: readonly MatchView[],
): Promise<OrderWithMatches> {
  let missing = order.quantity - order.remaining;
  if (sharesOf(recent) === missing) return { order, matches: recent };
  const byId = new Map(recent.map((match) => [match.matchId, match]));
  for (const match of await history.matchesOf(order.orderId)) byId.set(match.matchId, match);
  const matches: MatchView[] = [];
  for (const match of [...byId.values()].sort((one, other) => one.matchId - other.matchId)) {
    if (missing <= 0) break;
    matches.push(match);
    missing -= match.quantity;
  }
  return { order, matches };
}

function sharesOf(matches: readonly MatchView[]): number {
  let shares = 0;
  for (const match of matches) shares += match.quantity;
  return shares;
}
