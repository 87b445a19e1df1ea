/**
 * The names that the peer gives to orders. At the venue an order keeps its token, the ClOrdID with which it was placed
 * (H10); in FIX each replacement gives it another one. The table finds the order that a name means, and the request
 * that an event answers.
 */
import type { Execution } from '../client.ts';
import { fieldValue, type Message } from '../codec/index.ts';
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
  readonly changed: readonly (readonly [clOrdId: string, orderId: string | undefined])[];
}

const ENDED: ReadonlySet<Execution['orderStatus']> = new Set([
  'Executed',
  'Cancelled',
  'Partially Executed & Cancelled',
  'Not Approved',
]);

export class OrderNameTable {
  /** Orders by the names that replacements gave them, and all such names of an order, the newest last. */
  readonly #orderOf = new Map<string, string>();
  readonly #namesOf = new Map<string, string[]>();
  /** New orders without an event, by ClOrdID. */
  readonly #entering = new Map<string, number>();
  readonly #changes = new Map<string, PendingChange>();
  /** The same by the order that they mean, oldest first. */
  readonly #changesOf = new Map<string, PendingChange[]>();

  /** @param saved in the order in which they were stored */
  constructor(saved: Iterable<readonly [clOrdId: string, orderId: string]>) {
    for (const [clOrdId, orderId] of saved) this.#add(clOrdId, orderId);
  }

  /** The order that a cancel, a replacement or a question means by a ClOrdID and perhaps an OrderID. */
  targetOf(message: Message, clOrdIdTag: number, name: string): Target {
    const clOrdId = required(message, clOrdIdTag, name);
    const orderid = this.#orderOf.get(clOrdId);
    if (orderid !== undefined) return { orderid };
    const change = this.#changes.get(clOrdId);
    if (change !== undefined) return change.target;
    const named = fieldValue(message, TAG.OrderID);
    return named !== undefined && /^\d{1,15}$/.test(named) ? { orderid: named } : { token: clOrdId };
  }

  /** A request or a replaced order has the name. The venue knows the names of the other live orders. */
  isTaken(clOrdId: string): boolean {
    return this.#orderOf.has(clOrdId) || this.#entering.has(clOrdId) || this.#changes.has(clOrdId);
  }

  entering(clOrdId: string, inboxId: number): void {
    this.#entering.set(clOrdId, inboxId);
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
    const inbox = [...this.#entering.values(), ...[...this.#changes.values()].map(({ inboxId }) => inboxId)];
    this.#entering.clear();
    this.#changes.clear();
    this.#changesOf.clear();
    return inbox;
  }

  /** The newest name of an order; `token` where it has no other. */
  current(orderId: string, token: string | null): string | undefined {
    return this.#namesOf.get(orderId)?.at(-1) ?? token ?? undefined;
  }

  /** Notes a change of an order, and finds its names and requests. */
  take(order: Execution): NamedEvent {
    const before = this.current(order.orderId, order.token);
    const inbox: number[] = [];
    const changed: [string, string | undefined][] = [];
    let names: OrderNames = { clOrdId: before };
    const entered = order.token === null ? undefined : this.#entering.get(order.token);
    if (order.change === 'entered' && entered !== undefined) {
      this.#entering.delete(order.token as string);
      inbox.push(entered);
      // Quotes name the order by its id alone.
      if (order.type === 'RFQ') this.#named(order.token as string, order.orderId, changed);
    }
    const change = this.#changeOf(order);
    if (change !== undefined) {
      this.#forget(change);
      inbox.push(change.inboxId);
      names = { clOrdId: change.clOrdId, origClOrdId: before ?? change.origClOrdId };
      if (change.terms !== undefined) this.#named(change.clOrdId, order.orderId, changed);
    }
    if (ENDED.has(order.orderStatus)) {
      for (const name of this.#namesOf.get(order.orderId) ?? []) {
        this.#orderOf.delete(name);
        changed.push([name, undefined]);
      }
      this.#namesOf.delete(order.orderId);
    }
    return { names, inbox, changed };
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

  #named(clOrdId: string, orderId: string, changed: [string, string | undefined][]): void {
    this.#add(clOrdId, orderId);
    changed.push([clOrdId, orderId]);
  }

  #add(clOrdId: string, orderId: string): void {
    this.#orderOf.set(clOrdId, orderId);
    this.#namesOf.set(orderId, [...(this.#namesOf.get(orderId) ?? []), clOrdId]);
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
