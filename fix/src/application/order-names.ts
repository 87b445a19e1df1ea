/**
 * The names that the peer gives to orders. At the venue an order keeps its token, the ClOrdID with which it was placed
 * (H10); in FIX each replacement gives it another one. The table finds the order that a name means, and the request
 * that an event answers.
 */
import type { Execution } from '../client.ts';
import { fieldValue, type Message } from '../codec/index.ts';
import type { NameChange, NamedOrder } from './api.ts';
import type { OrderNames } from './execution-reports.ts';
import { TAG } from './tags.ts';
import { required, wholeOf } from './values.ts';

/** As the venue's methods name an order. */
export type Target = { readonly orderid: string } | { readonly token: string };

/** A cancel or a replacement whose event has not come yet. */
export interface PendingChange {
  readonly inboxId: number;
  readonly clOrdId: string;
  readonly origClOrdId: string;
  readonly target: Target;
  /** Of a replacement: what the order has after it. */
  readonly terms: { readonly quantity: string; readonly price: string } | undefined;
}

/** What an event means for names and requests. */
export interface NamedEvent {
  readonly names: OrderNames;
  /** Requests that the event answers. */
  readonly inbox: readonly number[];
  /** To store: names that an order has now, or (undefined) that are no longer needed. */
  readonly changed: readonly NameChange[];
  /** What the report has in the header. */
  readonly route: string;
}

interface Entering {
  readonly inboxId: number;
  readonly route: string;
}

const ENDED: ReadonlySet<Execution['orderStatus']> = new Set([
  'Executed',
  'Cancelled',
  'Partially Executed & Cancelled',
  'Not Approved',
]);

/** Names of ended orders that a session keeps: a cancel may cross the fill that ends its order. */
const ENDED_NAMES_MAX = 10_000;

export class OrderNameTable {
  /** Orders by their kept names, and all such names of an order, the newest last. */
  readonly #orders = new Map<string, NamedOrder>();
  readonly #namesOf = new Map<string, string[]>();
  /** Those of ended orders, the one that ended first first. */
  readonly #ended = new Set<string>();
  /** New orders without an event, by ClOrdID. */
  readonly #entering = new Map<string, Entering>();
  readonly #changes = new Map<string, PendingChange>();
  /** The same by the order that they mean, oldest first. */
  readonly #changesOf = new Map<string, PendingChange[]>();

  /** @param saved in the order in which they were stored */
  constructor(saved: Iterable<readonly [clOrdId: string, order: NamedOrder]>) {
    for (const [clOrdId, order] of saved) this.#add(clOrdId, order);
  }

  /** The order that a cancel, a replacement or a question means by a ClOrdID and perhaps an OrderID. */
  targetOf(message: Message, clOrdIdTag: number, name: string): Target {
    const clOrdId = required(message, clOrdIdTag, name);
    if (this.#entering.has(clOrdId)) return { token: clOrdId };
    const order = this.#orders.get(clOrdId);
    if (order !== undefined) return { orderid: order.orderId };
    const change = this.#changes.get(clOrdId);
    if (change !== undefined) return change.target;
    const named = fieldValue(message, TAG.OrderID);
    return named !== undefined && /^\d{1,15}$/.test(named) ? { orderid: named } : { token: clOrdId };
  }

  /** A request or a live order has the name. The venue knows the tokens of live orders. */
  isTaken(clOrdId: string): boolean {
    const isOfLive = this.#orders.get(clOrdId)?.isEnded === false;
    return isOfLive || this.#entering.has(clOrdId) || this.#changes.has(clOrdId);
  }

  entering(clOrdId: string, inboxId: number, route = ''): void {
    this.#entering.set(clOrdId, { inboxId, route });
  }

  changing(change: PendingChange): void {
    this.#changes.set(change.clOrdId, change);
    const key = keyOf(change.target);
    this.#changesOf.set(key, [...(this.#changesOf.get(key) ?? []), change]);
  }

  /** The request was refused. False: an event has answered it already. */
  refused(clOrdId: string): boolean {
    if (this.#entering.delete(clOrdId)) return true;
    const change = this.#changes.get(clOrdId);
    if (change !== undefined) this.#forget(change);
    return change !== undefined;
  }

  /** The events of all requests so far were lost: returns the requests, which nothing will answer. */
  lost(): number[] {
    const inbox = [...this.#entering.values(), ...this.#changes.values()].map(({ inboxId }) => inboxId);
    this.#entering.clear();
    this.#changes.clear();
    this.#changesOf.clear();
    return inbox;
  }

  /** The newest name of an order; `token` where it has no other. */
  current(orderId: string, token: string | null): string | undefined {
    return this.#namesOf.get(orderId)?.at(-1) ?? token ?? undefined;
  }

  /** What the reports of an order have in the header. */
  routeOf(orderId: string): string {
    return this.#orders.get(this.current(orderId, null) ?? '')?.route ?? '';
  }

  /** Notes a change of an order, and finds its names and requests. */
  take(order: Execution): NamedEvent {
    const { orderId, token } = order;
    const before = this.current(orderId, token);
    const inbox: number[] = [];
    const changed: NameChange[] = [];
    let names: OrderNames = { clOrdId: before };
    const entered = token === null ? undefined : this.#entering.get(token);
    if (order.change === 'entered' && token !== null) {
      // An order that has ended may have had the name.
      if (this.#ended.has(token)) this.#drop(token, changed);
      if (entered !== undefined) {
        this.#entering.delete(token);
        inbox.push(entered.inboxId);
        // Quotes name the order by its id alone.
        if (order.type === 'RFQ' || entered.route !== '') this.#named(token, orderId, entered.route, changed);
      }
    }
    const change = this.#changeOf(order);
    if (change !== undefined) {
      this.#forget(change);
      inbox.push(change.inboxId);
      names = { clOrdId: change.clOrdId, origClOrdId: before ?? change.origClOrdId };
      if (change.terms !== undefined) this.#named(change.clOrdId, orderId, this.routeOf(orderId), changed);
    }
    const route = this.routeOf(orderId);
    if (ENDED.has(order.orderStatus)) this.#end(orderId, changed);
    return { names, route, inbox, changed };
  }

  /** The oldest request that asked for just this change. */
  #changeOf({ change, orderId, token, number_shares, price_per_share }: Execution): PendingChange | undefined {
    if (change !== 'cancelled' && change !== 'replaced') return undefined;
    const keys = [keyOf({ orderid: orderId }), ...(token === null ? [] : [keyOf({ token })])];
    const pending = keys.flatMap((key) => this.#changesOf.get(key) ?? []);
    return pending.find(({ terms }) =>
      change === 'cancelled'
        ? terms === undefined
        : terms?.quantity === wholeOf(number_shares) && terms.price === price_per_share,
    );
  }

  #named(clOrdId: string, orderId: string, route: string, changed: NameChange[]): void {
    if (this.#ended.has(clOrdId)) this.#drop(clOrdId, changed);
    const order = { orderId, isEnded: false, route };
    this.#add(clOrdId, order);
    changed.push([clOrdId, order]);
  }

  #add(clOrdId: string, order: NamedOrder): void {
    this.#orders.set(clOrdId, order);
    this.#namesOf.set(order.orderId, [...(this.#namesOf.get(order.orderId) ?? []), clOrdId]);
    if (order.isEnded) this.#ended.add(clOrdId);
  }

  /** Keeps the names of an order that has ended, and forgets those of the orders that ended before many others. */
  #end(orderId: string, changed: NameChange[]): void {
    for (const name of this.#namesOf.get(orderId) ?? []) {
      const ended = { orderId, isEnded: true, route: this.#orders.get(name)?.route ?? '' };
      this.#orders.set(name, ended);
      this.#ended.add(name);
      changed.push([name, ended]);
    }
    for (const name of this.#ended) {
      if (this.#ended.size <= ENDED_NAMES_MAX) break;
      this.#drop(name, changed);
    }
  }

  #drop(name: string, changed: NameChange[]): void {
    const orderId = this.#orders.get(name)?.orderId ?? '';
    const left = (this.#namesOf.get(orderId) ?? []).filter((one) => one !== name);
    if (left.length === 0) this.#namesOf.delete(orderId);
    else this.#namesOf.set(orderId, left);
    this.#orders.delete(name);
    this.#ended.delete(name);
    changed.push([name, undefined]);
  }

  #forget(change: PendingChange): void {
    this.#changes.delete(change.clOrdId);
    const key = keyOf(change.target);
    const left = (this.#changesOf.get(key) ?? []).filter((one) => one !== change);
    if (left.length === 0) this.#changesOf.delete(key);
    else this.#changesOf.set(key, left);
  }
}

function keyOf(target: Target): string {
  return 'orderid' in target ? `order ${target.orderid}` : `token ${target.token}`;
}
