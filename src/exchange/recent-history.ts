import { Fifo } from './fifo.ts';
import type { ExchangeEvent, MatchView, OrderStatus, OrderView } from './interface.ts';
import { SpreadMap } from './spread-map.ts';

/** Whether an order with this status never changes again. */
function isTerminal(status: OrderStatus): boolean {
  return status !== 'Pending' && status !== 'Live' && status !== 'Partially Executed';
}

/**
 * What has happened and may not be in the history yet: terminal orders and matches, so that a caller reads what its own
 * earlier call did. Forgotten as soon as the history says that it has them.
 */
export class RecentHistory {
  readonly #orders = new SpreadMap<number, OrderView>();
  readonly #matches = new SpreadMap<number, MatchView>();
  readonly #matchesOfOrder = new SpreadMap<number, MatchView[]>();
  readonly #tokens = new SpreadMap<string, Set<number>>();
  /** Sequence numbers of the events that the history may not hold yet, oldest first. */
  readonly #unprojected = new Fifo<number>();
  /**
   * What each of them keeps in memory until it is projected: a match, a terminal order, or null for a change of a live order.
   * The events themselves are let go, so that what an order leaves behind dies young.
   */
  readonly #kept = new Fifo<OrderView | MatchView | null>();

  /** Events that wait for the history; the exchange stops taking orders when they become too many. */
  get size(): number {
    return this.#unprojected.size;
  }

  add(event: ExchangeEvent): void {
    if (event.type === 'match') {
      this.#addMatch(event.match);
      this.#kept.push(event.match);
    } else if (event.type === 'order') {
      this.addOrder(event.order);
      this.#kept.push(isTerminal(event.order.status) ? event.order : null);
    } else return;
    this.#unprojected.push(event.seq);
  }

  /** Makes an order findable by its token and, when it is terminal, by its id. */
  addOrder(order: OrderView): void {
    if (isTerminal(order.status)) this.#orders.set(order.orderId, order);
    if (order.token === null) return;
    const key = tokenKey(order.clientId, order.token);
    const ids = this.#tokens.get(key);
    if (ids === undefined) this.#tokens.set(key, new Set([order.orderId]));
    else ids.add(order.orderId);
  }

  #addMatch(match: MatchView): void {
    this.#matches.set(match.matchId, match);
    for (const orderId of [match.buyOrderId, match.sellOrderId]) {
      const matches = this.#matchesOfOrder.get(orderId);
      if (matches === undefined) this.#matchesOfOrder.set(orderId, [match]);
      else matches.push(match);
    }
  }

  order(orderId: number): OrderView | undefined {
    return this.#orders.get(orderId);
  }

  match(matchId: number): MatchView | undefined {
    return this.#matches.get(matchId);
  }

  matchesOf(orderId: number): MatchView[] {
    return this.#matchesOfOrder.get(orderId)?.slice() ?? [];
  }

  /** Ids of live and recent orders of a client with a token, in no particular order. */
  idsWithToken(clientId: string, token: string): number[] {
    return [...(this.#tokens.get(tokenKey(clientId, token)) ?? [])];
  }

  /** The history holds everything up to this event. */
  projected(eventSeq: number): void {
    for (let seq = this.#unprojected.first; seq !== undefined && seq <= eventSeq; seq = this.#unprojected.first) {
      this.#unprojected.shift();
      const kept = this.#kept.shift() as OrderView | MatchView | null;
      if (kept === null) continue;
      if ('matchId' in kept) this.#forgetMatch(kept);
      else this.#forgetOrder(kept);
    }
  }

  #forgetOrder(order: OrderView): void {
    this.#orders.delete(order.orderId);
    if (order.token === null) return;
    const key = tokenKey(order.clientId, order.token);
    const ids = this.#tokens.get(key);
    ids?.delete(order.orderId);
    if (ids?.size === 0) this.#tokens.delete(key);
  }

  #forgetMatch(match: MatchView): void {
    this.#matches.delete(match.matchId);
    for (const orderId of [match.buyOrderId, match.sellOrderId]) {
      const rest = this.#matchesOfOrder.get(orderId)?.filter(({ matchId }) => matchId !== match.matchId) ?? [];
      if (rest.length === 0) this.#matchesOfOrder.delete(orderId);
      else this.#matchesOfOrder.set(orderId, rest);
    }
  }
}

function tokenKey(clientId: string, token: string): string {
  return `${clientId}\n${token}`;
}
