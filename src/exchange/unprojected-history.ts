import { Fifo } from './fifo.ts';
import { type ExchangeEvent, isTerminal, type MatchView, type OrderEvent, type OrderView } from './interface.ts';
import { SpreadMap } from './spread-map.ts';

/** Orders of a client with one token whose entry the history may not hold yet. */
interface TokenEntries {
  readonly key: string;
  readonly orderIds: Fifo<number>;
}

/**
 * What has happened and may not be projected into the history yet: terminal orders and matches, so that a caller reads
 * what its own earlier call did. Forgotten as soon as the history says that it has them.
 */
export class UnprojectedHistory {
  readonly #orders = new SpreadMap<number, OrderView>();
  readonly #matches = new SpreadMap<number, MatchView>();
  readonly #matchesOfOrder = new SpreadMap<number, MatchView[]>();
  readonly #tokens = new SpreadMap<string, TokenEntries>();
  /** Sequence numbers of the events that the history may not hold yet, oldest first. */
  readonly #unprojected = new Fifo<number>();
  /**
   * What each of them keeps in memory until it is projected: a match, a terminal order, the token of an entry, or null
   * for any other change of a live order. The events themselves are let go, so that what an order leaves behind dies
   * young.
   */
  readonly #kept = new Fifo<OrderView | MatchView | TokenEntries | null>();

  /** Events that wait for the history; the exchange stops taking orders when they become too many. */
  get size(): number {
    return this.#unprojected.size;
  }

  add(event: ExchangeEvent): void {
    if (event.type === 'match') {
      this.#addMatch(event.match);
      this.#kept.push(event.match);
    } else if (event.type === 'order') {
      this.#kept.push(this.#addOrder(event));
    } else return;
    this.#unprojected.push(event.seq);
  }

  /** Makes an order findable by its id once it is terminal, and by its token as soon as it is entered. */
  #addOrder({ change, order }: OrderEvent): OrderView | TokenEntries | null {
    if (isTerminal(order.status)) {
      this.#orders.set(order.orderId, order);
      return order;
    }
    const { clientId, token } = order.ticket;
    if (change !== 'entered' || token === null) return null;
    const key = tokenKey(clientId, token);
    let entries = this.#tokens.get(key);
    if (entries === undefined) {
      entries = { key, orderIds: new Fifo() };
      this.#tokens.set(key, entries);
    }
    entries.orderIds.push(order.orderId);
    return entries;
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

  /** Ids of orders of a client with a token: the newest `limit` below `before`, oldest first. */
  idsWithToken(clientId: string, token: string, limit: number, before: number): number[] {
    return this.#tokens.get(tokenKey(clientId, token))?.orderIds.newestBelow(before, limit) ?? [];
  }

  /** The history holds everything up to this event. */
  projected(eventSeq: number): void {
    for (let seq = this.#unprojected.first; seq !== undefined && seq <= eventSeq; seq = this.#unprojected.first) {
      this.#unprojected.shift();
      const kept = this.#kept.shift() as OrderView | MatchView | TokenEntries | null;
      if (kept === null) continue;
      if ('matchId' in kept) this.#forgetMatch(kept);
      else if ('orderIds' in kept) this.#forgetEntry(kept);
      else this.#orders.delete(kept.orderId);
    }
  }

  /** Entries are projected in their order. */
  #forgetEntry({ key, orderIds }: TokenEntries): void {
    orderIds.shift();
    if (orderIds.size === 0) this.#tokens.delete(key);
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
