/**
 * Which request of the peer an event of the venue answers. The names of orders are the venue's: the ClOrdID of a new
 * order is its token, each replacement gives it another one, and the venue finds an order by each of them (H10).
 */
import type { Execution } from '../client.ts';
import { fieldValue, type Message } from '../codec/index.ts';
import type { OrderNames } from './execution-reports.ts';
import { TAG } from './tags.ts';
import { required, wholeOf } from './values.ts';

/** As the venue's methods name an order. */
export type Target = { readonly orderid: string } | { readonly token: string };

/** A cancel or a replacement. */
export interface ChangeRequest {
  readonly inboxId: number;
  readonly clOrdId: string;
  readonly origClOrdId: string;
  readonly target: Target;
  /** Of a replacement: what the order has after it. */
  readonly terms: { readonly quantity: string; readonly price: string } | undefined;
}

/** One that had no event yet when another came. */
export interface PendingChange extends ChangeRequest {
  /** By a name that the order has, or is to have. */
  target: Target;
  /** The change that is to give the order its OrigClOrdID, where that had no outcome when this one came. */
  after: PendingChange | undefined;
  isRefused: boolean;
}

/** What an event means for names and requests. */
export interface NamedEvent {
  readonly names: OrderNames;
  /** Requests that the event answers. */
  readonly inbox: readonly number[];
  /** Of the order that a request entered: what its reports have in the header. */
  readonly route: string | undefined;
}

interface Entering {
  readonly inboxId: number;
  readonly route: string;
}

/** Orders that a session knows by their names: it asks the venue for others. */
const KNOWN_MAX = 10_000;

export class OrderNameTable {
  /** New orders without an event, by ClOrdID. */
  readonly #entering = new Map<string, Entering>();
  readonly #changes = new Map<string, PendingChange>();
  /** The same by the order that they mean, oldest first. */
  readonly #changesOf = new Map<string, PendingChange[]>();
  readonly #keys = new Map<PendingChange, string>();
  /** Orders by their names, and the newest name of each. The least recently used one goes first. */
  readonly #orders = new Map<string, string>();
  readonly #newest = new Map<string, string>();

  /** The order that a cancel, a replacement or a question means by a ClOrdID and perhaps an OrderID. */
  targetOf(message: Message, clOrdIdTag: number, name: string): Target {
    const clOrdId = required(message, clOrdIdTag, name);
    const orderId = fieldValue(message, TAG.OrderID);
    return orderId !== undefined && /^\d{1,15}$/.test(orderId) ? { orderid: orderId } : { token: clOrdId };
  }

  /** Whether it is known which order a change is about, so that the event of that order answers it. */
  isKnown(target: Target): boolean {
    if ('orderid' in target) return true;
    const { token } = target;
    return this.#entering.has(token) || this.#changes.has(token) || this.#orders.has(token);
  }

  /** A request has the name. The venue knows the names of orders. */
  isTaken(clOrdId: string): boolean {
    return this.#entering.has(clOrdId) || this.#changes.has(clOrdId);
  }

  entering(clOrdId: string, inboxId: number, route = ''): void {
    this.#entering.set(clOrdId, { inboxId, route });
  }

  changing(request: ChangeRequest): PendingChange {
    const { target } = request;
    const after = 'token' in target ? this.#changes.get(target.token) : undefined;
    const change = { ...request, after, isRefused: false };
    const key = (after && this.#keys.get(after)) ?? this.#keyOf(target);
    this.#changes.set(change.clOrdId, change);
    this.#put(key, change);
    return change;
  }

  /** The request was refused. False: an event has answered it already. */
  refused(clOrdId: string): boolean {
    if (this.#entering.delete(clOrdId)) return true;
    const change = this.#changes.get(clOrdId);
    if (change === undefined) return false;
    this.#forget(change);
    change.isRefused = true;
    // The order never had the name: those after this change go by the one before, however many were refused.
    if (change.after?.isRefused) {
      change.target = change.after.target;
      change.after = undefined;
    }
    return true;
  }

  /** The events of all requests so far were lost: returns the requests, which nothing will answer. */
  lost(): number[] {
    const inbox = [...this.#entering.values(), ...this.#changes.values()].map(({ inboxId }) => inboxId);
    for (const all of [this.#entering, this.#changes, this.#changesOf, this.#keys]) all.clear();
    return inbox;
  }

  /** The newest name of an order; undefined: it has none, or must be asked for. */
  newestOf(orderId: string): string | undefined {
    return this.#newest.get(orderId);
  }

  /** @param newest the name that the order has now; null: it has none */
  remember(orderId: string, newest: string | null, name = newest): void {
    if (name !== null) remember(this.#orders, name, orderId);
    if (newest !== null) remember(this.#newest, orderId, newest);
  }

  /** Finds the names that an event shows, and the requests that it answers. */
  take(order: Execution): NamedEvent {
    const { orderId, token, previousToken } = order;
    const inbox: number[] = [];
    let names: OrderNames = { clOrdId: token ?? undefined, origClOrdId: previousToken };
    this.remember(orderId, token);
    const entered = order.change === 'entered' && token !== null ? this.#entering.get(token) : undefined;
    if (order.change === 'entered' && token !== null) {
      this.#entering.delete(token);
      if (entered !== undefined) inbox.push(entered.inboxId);
      this.#move(`token ${token}`, `order ${orderId}`);
    }
    const change = this.#changeOf(order);
    if (change !== undefined) {
      this.#forget(change);
      // The order has the name: those after this change need no other.
      change.after = undefined;
      inbox.push(change.inboxId);
      const before = change.clOrdId === token ? previousToken : token;
      names = { clOrdId: change.clOrdId, origClOrdId: before ?? change.origClOrdId };
    }
    return { names, route: entered?.route, inbox };
  }

  /** The request that asked for just this change. */
  #changeOf(order: Execution): PendingChange | undefined {
    const { change, orderId, token, previousToken } = order;
    if (change !== 'cancelled' && change !== 'replaced') return undefined;
    const keys = [`order ${orderId}`, `token ${token}`];
    if (change === 'replaced' && previousToken !== undefined) {
      const named = this.#changes.get(token ?? '');
      return named !== undefined && keys.includes(this.#keys.get(named) ?? '') ? named : undefined;
    }
    const pending = keys.flatMap((key) => this.#changesOf.get(key) ?? []);
    // A replacement without another token: the order had none before, or the venue does not give another one yet (H10).
    return pending.find(({ terms }) =>
      change === 'cancelled'
        ? terms === undefined
        : terms?.quantity === wholeOf(order.number_shares) && terms.price === order.price_per_share,
    );
  }

  #keyOf(target: Target): string {
    if ('orderid' in target) return `order ${target.orderid}`;
    const orderId = this.#entering.has(target.token) ? undefined : this.#orders.get(target.token);
    return orderId === undefined ? `token ${target.token}` : `order ${orderId}`;
  }

  #put(key: string, change: PendingChange): void {
    this.#keys.set(change, key);
    const others = this.#changesOf.get(key);
    if (others === undefined) this.#changesOf.set(key, [change]);
    else others.push(change);
  }

  /** The order that was meant by a name has an id now. */
  #move(from: string, to: string): void {
    const changes = this.#changesOf.get(from) ?? [];
    this.#changesOf.delete(from);
    for (const change of changes) this.#put(to, change);
  }

  #forget(change: PendingChange): void {
    this.#changes.delete(change.clOrdId);
    const key = this.#keys.get(change) ?? '';
    this.#keys.delete(change);
    const left = (this.#changesOf.get(key) ?? []).filter((one) => one !== change);
    if (left.length === 0) this.#changesOf.delete(key);
    else this.#changesOf.set(key, left);
  }
}

function remember(known: Map<string, string>, key: string, value: string): void {
  known.delete(key);
  known.set(key, value);
  if (known.size <= KNOWN_MAX) return;
  for (const oldest of known.keys()) {
    known.delete(oldest);
    return;
  }
}
