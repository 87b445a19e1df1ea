/**
 * Orders and matches from the memory of the exchange and, for what has left it, from the history. Memory is always
 * read first: what moves on meanwhile is then seen twice, never missed.
 */
import {
  type Amendment,
  type FeeReads,
  filledOf,
  isTerminal,
  type MatchId,
  type MatchView,
  NO_MATCH,
  type OrderFees,
  type OrderId,
  type OrderReads,
  type OrderView,
  type Shares,
} from '../../../exchange/api/index.ts';
import type { AtsDeps } from './deps.ts';

/** Where orders and matches are read. */
export interface OrderSources extends Pick<AtsDeps, 'history'> {
  readonly exchange: OrderReads;
}

/** Orders with a token that are read at once; the rest of the process has its turn before the next ones. */
const PIECE = 100;

/** Matches of the orders of a piece that are read at once; those of orders with more are read one by one. */
const PIECE_MATCHES_MAX = 2000;

/** Most matches of one order in an answer. */
export const MATCHES_MAX = 1000;

/** An order and a page of the matches, oldest first, that make up what is filled of it. */
export interface OrderWithMatches {
  readonly order: OrderView;
  readonly matches: readonly MatchView[];
  /** Whether it has more after these. */
  readonly more: boolean;
}

export async function orderById({ exchange, history }: OrderSources, orderId: OrderId): Promise<OrderView | undefined> {
  const recent = exchange.order(orderId);
  return (recent instanceof Promise ? await recent : recent) ?? (await history.order(orderId));
}

/** What the order paid; undefined where no schedule names it. */
export async function feesOfOrder(
  { exchange, history }: Pick<AtsDeps, 'history'> & { readonly exchange: { readonly fees: FeeReads } },
  { order, matches }: OrderWithMatches,
): Promise<OrderFees | undefined> {
  const isFree = order.fees === undefined && matches.every(({ buyFee, sellFee }) => (buyFee ?? sellFee) === undefined);
  if (isFree) return undefined;
  const read = exchange.fees.amendedOf(order.orderId);
  const amended = read instanceof Promise ? await read : read;
  return amended ?? order.fees ?? (await history.feesOf(order.orderId));
}

export async function matchById({ exchange, history }: OrderSources, matchId: MatchId): Promise<MatchView | undefined> {
  const recent = exchange.match(matchId);
  const match = (recent instanceof Promise ? await recent : recent) ?? (await history.match(matchId));
  return match && asAdjusted(match, await exchange.amendmentsOf([matchId]));
}

/** A match with the price and quantity that it has since it was corrected (V65). */
function asAdjusted(match: MatchView, amendments: ReadonlyMap<MatchId, Amendment>): MatchView {
  return { ...match, ...amendments.get(match.matchId)?.adjusted };
}

/** @param after the matches with a higher id than this are read, the first 1,000 */
export async function orderWithMatches(
  deps: OrderSources,
  orderId: OrderId,
  after = NO_MATCH,
): Promise<OrderWithMatches | undefined> {
  const { exchange, history } = deps;
  const page = { after, max: MATCHES_MAX };
  const read = exchange.recentOrder(orderId);
  const recent = read instanceof Promise ? await read : read;
  if (recent !== undefined) return completed(deps, recent.order, recent.matches, page);
  const past = await history.order(orderId);
  return past && completed(deps, past, [], page);
}

/** The newest `limit` orders with a token and an id below `before`. */
export interface TokenQuery {
  readonly token: string;
  readonly limit: number;
  readonly before?: OrderId | undefined;
  /** How many matches all of them together may still be read with; counted down. */
  readonly matches?: { left: number };
}

/** The client's, newest first. Read in pieces as they are asked for, so that nobody else waits for a long list. */
export async function* ordersWithToken(
  deps: OrderSources,
  clientId: string,
  { token, limit, before = Number.MAX_SAFE_INTEGER as OrderId, matches }: TokenQuery,
): AsyncGenerator<OrderWithMatches, void, undefined> {
  let left = limit;
  for (let last = before; left > 0; ) {
    const size = Math.min(left, PIECE);
    const piece = await newestWithToken(deps, clientId, { token, limit: size, before: last });
    const past = await matchesOfPiece(deps, piece);
    for (const order of piece) yield await asItIs(deps, order, { matches, past: past?.(order.orderId) });
    if (piece.length < size) return;
    left -= size;
    last = piece[size - 1]!.orderId;
  }
}

/** As ordersWithToken, of several clients. */
export async function* ordersOfAllWithToken(
  deps: OrderSources,
  clientIds: readonly string[],
  query: TokenQuery,
): AsyncGenerator<OrderWithMatches, void, undefined> {
  const heads: { found: OrderWithMatches; rest: AsyncGenerator<OrderWithMatches, void, undefined> }[] = [];
  for (const clientId of clientIds) {
    const rest = ordersWithToken(deps, clientId, query);
    const { value: found } = await rest.next();
    if (found) heads.push({ found, rest });
  }
  for (let left = query.limit; left > 0 && heads.length > 0; left--) {
    heads.sort((one, other) => other.found.order.orderId - one.found.order.orderId);
    const newest = heads[0]!;
    yield newest.found;
    const { value: next } = await newest.rest.next();
    if (next) newest.found = next;
    else heads.shift();
  }
}

/** All of them at once, newest first, as they were when they were read. */
async function newestWithToken(
  { exchange, history }: OrderSources,
  clientId: string,
  { token, limit, before }: TokenQuery & { readonly before: OrderId },
): Promise<OrderView[]> {
  const byId = new Map<OrderId, OrderView>();
  const recent = exchange.recentWithToken(clientId, token, limit, before);
  for (const order of recent instanceof Promise ? await recent : recent) byId.set(order.orderId, order);
  // One that a replacement gave the token may be older than those of the history.
  for (const order of await history.ordersWithToken(clientId, token, limit, before)) {
    if (!byId.has(order.orderId)) byId.set(order.orderId, order);
  }
  return [...byId.values()].sort((one, other) => other.orderId - one.orderId).slice(0, limit);
}

/** Finds what the history has of the matches of an order; undefined where those of the piece are many. */
async function matchesOfPiece(
  { history }: OrderSources,
  piece: readonly OrderView[],
): Promise<((orderId: OrderId) => readonly MatchView[]) | undefined> {
  const filled = piece.filter(({ quantity, remaining }) => remaining < quantity).map(({ orderId }) => orderId);
  const found = filled.length === 0 ? [] : await history.matchesOfAll(filled, PIECE_MATCHES_MAX);
  if (found === undefined) return undefined;
  const ofOrder = new Map<OrderId, MatchView[]>(filled.map((orderId) => [orderId, []]));
  for (const match of found) {
    ofOrder.get(match.buyOrderId)?.push(match);
    ofOrder.get(match.sellOrderId)?.push(match);
  }
  return (orderId) => ofOrder.get(orderId) ?? [];
}

/** Orders may change after they were read; those that have left the memory since are in the history. */
async function asItIs(
  deps: OrderSources,
  read: OrderView,
  { matches, past }: { matches: TokenQuery['matches']; past: readonly MatchView[] | undefined },
): Promise<OrderWithMatches> {
  const known = deps.exchange.recentOrder(read.orderId);
  const recent = known instanceof Promise ? await known : known;
  const isLater = recent === undefined && !isTerminal(read.status);
  const order = recent?.order ?? (isLater ? await deps.history.order(read.orderId) : undefined) ?? read;
  const page = { after: NO_MATCH, max: Math.min(MATCHES_MAX, matches?.left ?? MATCHES_MAX), past };
  const found = await completed(deps, order, recent?.matches ?? [], page);
  if (matches !== undefined) matches.left -= found.matches.length;
  return found;
}

interface MatchPage {
  readonly after: MatchId;
  readonly max: number;
  /** What the history had of all its matches a moment ago. */
  readonly past?: readonly MatchView[] | undefined;
}

/** Adds the matches that only the history has, and leaves out those that came after this view of the order. */
async function completed(
  { exchange, history }: OrderSources,
  order: OrderView,
  recent: readonly MatchView[],
  { after, max, past: known }: MatchPage,
): Promise<OrderWithMatches> {
  const filled = filledOf(order);
  if (max === 0) return { order, matches: [], more: filled > 0 };
  let found = joined(known ?? [], recent, after);
  if (sharesOf(found) < filled) {
    found = joined(await history.matchesOf(order.orderId, max + 1, after), recent, after);
  }
  const own = after === NO_MATCH ? makingUp(found, filled) : found.filter(({ time }) => time <= order.updatedAt);
  const shown = own.slice(0, max);
  const read = exchange.amendmentsOf(shown.map(({ matchId }) => matchId));
  const amendments = read instanceof Promise ? await read : read;
  const matches = amendments.size === 0 ? shown : shown.map((match) => asAdjusted(match, amendments));
  return { order, matches, more: own.length > max };
}

/** The history has all matches up to its last one. */
function joined(past: readonly MatchView[], recent: readonly MatchView[], after: MatchId): readonly MatchView[] {
  const last = past.at(-1)?.matchId ?? after;
  return [...past, ...recent.filter(({ matchId }) => matchId > last)];
}

/** The first matches, up to a number of shares. */
function makingUp(matches: readonly MatchView[], shares: Shares): readonly MatchView[] {
  let missing = shares;
  const own: MatchView[] = [];
  for (const match of matches) {
    if (missing <= 0) break;
    own.push(match);
    missing -= match.quantity;
  }
  return own;
}

function sharesOf(matches: readonly MatchView[]): number {
  let shares = 0;
  for (const match of matches) shares += match.quantity;
  return shares;
}
