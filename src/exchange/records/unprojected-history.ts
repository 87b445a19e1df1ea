import {
  type EventSeq,
  type ExchangeEvent,
  isTerminal,
  type MatchEvent,
  type MatchId,
  type MatchView,
  type OrderEvent,
  type OrderId,
  type OrderView,
} from '../api/index.ts';
import { Fifo, IdTable, ShardedMap, SortedKeys } from '../collections/index.ts';
import { tokenKey } from './token-holders.ts';

/** Orders of a client with one token whose entry the history may not hold yet. */
interface TokenEntries {
  readonly key: string;
  /** Most tokens are of one order, which needs no list. */
  orderIds: OrderId | Fifo<OrderId>;
}

/** An order that a replacement gave the token. */
interface RenamedOrder {
  readonly key: string;
  readonly renamedId: OrderId;
}

type Kept = OrderView | MatchView | TokenEntries | RenamedOrder;

/**
 * Events that may not be projected into the history yet: terminal orders and matches, so that a caller reads
 * what its own earlier call did. Forgotten as soon as the history says that it has them.
 */
export class UnprojectedHistory {
  readonly #orders = new IdTable<OrderView>();
  readonly #matches = new IdTable<MatchView>();
  /** Oldest first, which is the order of their projection; most orders have one, which needs no list. */
  readonly #matchesOfOrder = new IdTable<MatchView | Fifo<MatchView>>();
  readonly #tokens = new ShardedMap<string, TokenEntries>();
  /** Apart from the entries, whose ids only ever grow. */
  readonly #renamed = new Map<string, SortedKeys<OrderId>>();
  /**
   * The entries that wait for the projection, oldest first: a match, a terminal order, the token of an entry or of a
   * replacement. The events are not kept, and most changes of a live order keep nothing, so that garbage is collected
   * early.
   */
  readonly #kept = new Fifo<Kept>();
  /** The sequence numbers of their events. */
  readonly #seqs = new Fifo<number>();
  /** Of the last event, and of the last that the history holds. */
  #last: number;
  #projected: number;

  /** @param eventSeq of the last event before these */
  constructor(eventSeq: EventSeq) {
    this.#last = eventSeq;
    this.#projected = eventSeq;
  }

  /** Events that wait for the history; the exchange stops taking orders when they become too many. */
  get size(): number {
    return Math.max(0, this.#last - this.#projected);
  }

  add(event: ExchangeEvent): void {
    this.#last = event.seq;
    // Of a lagging copy: the history had it from another.
    if (event.seq <= this.#projected) return;
    if (event.type === 'match') this.#addMatch(event);
    else if (event.type === 'order') this.#addOrder(event);
  }

  #keep(kept: Kept, seq: EventSeq): void {
    this.#kept.push(kept);
    this.#seqs.push(seq);
  }

  /** Makes an order findable by its id once it is terminal, and by each token as soon as it has it. */
  #addOrder({ change, order, seq, previousToken }: OrderEvent): void {
    if (isTerminal(order.status)) {
      this.#orders.add(order.orderId, order);
      this.#keep(order, seq);
      return;
    }
    const { clientId, token } = order.ticket;
    const isRenamed = previousToken !== undefined;
    if ((change !== 'entered' && !isRenamed) || token === null) return;
    const key = tokenKey(clientId, token);
    if (isRenamed) {
      this.#addRenamed({ key, renamedId: order.orderId }, seq);
      return;
    }
    let entries = this.#tokens.get(key);
    if (entries === undefined) {
      entries = { key, orderIds: order.orderId };
      this.#tokens.set(key, entries);
    } else if (entries.orderIds instanceof Fifo) entries.orderIds.push(order.orderId);
    else entries.orderIds = new Fifo(entries.orderIds, order.orderId);
    this.#keep(entries, seq);
  }

  #addRenamed(renamed: RenamedOrder, seq: EventSeq): void {
    const { key, renamedId } = renamed;
    let orderIds = this.#renamed.get(key);
    if (orderIds === undefined) {
      orderIds = new SortedKeys<OrderId>((one, other) => one - other);
      this.#renamed.set(key, orderIds);
    }
    orderIds.add(renamedId);
    this.#keep(renamed, seq);
  }

  #addMatch({ match, seq }: MatchEvent): void {
    this.#matches.add(match.matchId, match);
    this.#addMatchOf(match.buyOrderId, match);
    this.#addMatchOf(match.sellOrderId, match);
    this.#keep(match, seq);
  }

  #addMatchOf(orderId: OrderId, match: MatchView): void {
    const matches = this.#matchesOfOrder.get(orderId);
    if (matches === undefined) this.#matchesOfOrder.add(orderId, match);
    else if (matches instanceof Fifo) matches.push(match);
    else {
      this.#matchesOfOrder.delete(orderId);
      this.#matchesOfOrder.add(orderId, new Fifo(matches, match));
    }
  }

  order(orderId: OrderId): OrderView | undefined {
    return this.#orders.get(orderId);
  }

  match(matchId: MatchId): MatchView | undefined {
    return this.#matches.get(matchId);
  }

  matchesOf(orderId: OrderId): MatchView[] {
    const matches = this.#matchesOfOrder.get(orderId);
    if (matches === undefined) return [];
    return matches instanceof Fifo ? matches.toArray() : [matches];
  }

  /** Ids of orders of a client with a token: the newest `limit` below `before`, oldest first. */
  idsWithToken(clientId: string, token: string, limit: number, before: OrderId): OrderId[] {
    const key = tokenKey(clientId, token);
    const entered = newestBelow(this.#tokens.get(key)?.orderIds, before, limit);
    const renamed = this.#renamed.get(key)?.below(before, limit);
    if (renamed === undefined) return entered;
    return [...new Set([...entered, ...renamed])].sort((one, other) => one - other).slice(-limit);
  }

  /** The history holds everything up to this event. */
  projected(eventSeq: EventSeq): void {
    this.#projected = Math.max(this.#projected, eventSeq);
    for (let seq = this.#seqs.first; seq !== undefined && seq <= eventSeq; seq = this.#seqs.first) {
      this.#seqs.shift();
      const kept = this.#kept.shift() as Kept;
      if ('matchId' in kept) this.#forgetMatch(kept);
      else if ('orderIds' in kept) this.#forgetEntry(kept);
      else if ('renamedId' in kept) this.#forgetRenamed(kept);
      else this.#orders.delete(kept.orderId);
    }
  }

  /** Entries are projected in their order. */
  #forgetEntry({ key, orderIds }: TokenEntries): void {
    if (orderIds instanceof Fifo) orderIds.shift();
    if (!(orderIds instanceof Fifo) || orderIds.size === 0) this.#tokens.delete(key);
  }

  /** An order that was given the token twice is in the history by now. */
  #forgetRenamed({ key, renamedId }: RenamedOrder): void {
    const orderIds = this.#renamed.get(key);
    orderIds?.delete(renamedId);
    if (orderIds?.size === 0) this.#renamed.delete(key);
  }

  /** Matches are projected in their order, so this one is the oldest of both orders. */
  #forgetMatch(match: MatchView): void {
    this.#matches.delete(match.matchId);
    this.#forgetMatchOf(match.buyOrderId, match);
    this.#forgetMatchOf(match.sellOrderId, match);
  }

  #forgetMatchOf(orderId: OrderId, match: MatchView): void {
    const matches = this.#matchesOfOrder.get(orderId);
    if (matches instanceof Fifo) matches.shift();
    if (matches === match || (matches instanceof Fifo && matches.size === 0)) this.#matchesOfOrder.delete(orderId);
  }
}

function newestBelow(orderIds: OrderId | Fifo<OrderId> | undefined, before: OrderId, limit: number): OrderId[] {
  if (orderIds instanceof Fifo) return orderIds.newestBelow(before, limit);
  return orderIds === undefined || orderIds >= before || limit === 0 ? [] : [orderIds];
}
