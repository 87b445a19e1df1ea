import type { Millionths, OrderTicket, PositionAtCost, PositionPage, SecurityId, Shares } from '../../api/index.ts';
import { SortedKeys } from '../../collections/index.ts';
import { costAfter, costBefore, type Held, type Holding } from './average-cost.ts';

type Whose = Pick<OrderTicket, 'clientId' | 'accountId' | 'securityId'>;
type Key = Pick<Whose, 'accountId' | 'securityId'>;

/** What a client, or one of its accounts, has of each security. */
type Holdings = Map<SecurityId, Holding>;

/** An order, and the position that it moved last: null before the first time. */
interface Holder {
  readonly ticket: Whose;
  position: Holding | null;
}

const NOTHING: Held = { quantity: 0, cost: 0 };

interface ClientPositions {
  readonly accounts: Map<string | null, Holdings>;
  /** Those that are not zero, by security, then by account. */
  readonly keys: SortedKeys<Key>;
}

/** The position of each account of each client in each security (V52). Positions of 0 take no room. */
export class Positions {
  readonly #clients = new Map<string, ClientPositions>();

  /** Its shares. */
  of(whose: Whose): Shares {
    return this.heldBy(whose).quantity;
  }

  heldBy(whose: Whose): Held {
    return this.#find(whose) ?? NOTHING;
  }

  #find({ clientId, accountId, securityId }: Whose) {
    return this.#clients.get(clientId)?.accounts.get(accountId)?.get(securityId);
  }

  set({ clientId, accountId, securityId }: Whose, { quantity, cost }: Held): Holding {
    let client = this.#clients.get(clientId);
    if (client === undefined) {
      client = { accounts: new Map(), keys: new SortedKeys(byKey) };
      this.#clients.set(clientId, client);
    }
    const shares: Holdings = client.accounts.get(accountId) ?? new Map();
    if (shares.has(securityId) !== (quantity !== 0)) {
      if (quantity === 0) client.keys.delete({ accountId, securityId });
      else client.keys.add({ accountId, securityId });
    }
    const holding = shares.get(securityId) ?? { quantity, cost };
    // One of 0 is out of use: an order that names it looks for another one.
    holding.quantity = quantity;
    holding.cost = cost;
    if (quantity === 0) shares.delete(securityId);
    else shares.set(securityId, holding);
    if (shares.size === 0) client.accounts.delete(accountId);
    else client.accounts.set(accountId, shares);
    if (client.keys.size === 0) this.#clients.delete(clientId);
    return holding;
  }

  /** The order bought these shares, or sold them where they are below 0. */
  trade(order: Holder, shares: Shares, price: Millionths): void {
    const { ticket, position } = order;
    const held = position !== null && position.quantity !== 0 ? position : this.#find(ticket);
    const quantity = (held?.quantity ?? 0) + shares;
    const cost = costAfter(held ?? NOTHING, shares, price);
    if (held === undefined || quantity === 0) {
      order.position = this.set(ticket, { quantity, cost });
      return;
    }
    held.quantity = quantity;
    held.cost = cost;
    order.position = held;
  }

  /** As if it had not. */
  undo(whose: Whose, shares: Shares, price: Millionths): void {
    const held = this.heldBy(whose);
    this.set(whose, { quantity: held.quantity - shares, cost: costBefore(held, shares, price) });
  }

  /** Those of one client, by security, then by account. */
  ofClient(clientId: string, page: PositionPage = {}): PositionAtCost[] {
    const client = this.#clients.get(clientId);
    if (client === undefined) return [];
    const { offset = 0, limit = Infinity } = page;
    const found: PositionAtCost[] = [];
    let passed = 0;
    for (const { accountId, securityId } of keysOf(client, page)) {
      if (found.length >= limit) break;
      if (++passed <= offset) continue;
      const { quantity, cost } = this.heldBy({ clientId, accountId, securityId });
      found.push({ clientId, accountId, securityId, quantity, cost });
    }
    return found;
  }

  *entries(): Generator<PositionAtCost, void, undefined> {
    for (const clientId of [...this.#clients.keys()].sort(compare)) yield* this.ofClient(clientId);
  }
}

function* keysOf({ accounts, keys }: ClientPositions, { accountId, securityId }: PositionPage): Generator<Key> {
  if (accountId !== undefined) {
    const securityIds = [...(accounts.get(accountId)?.keys() ?? [])].sort((a, b) => a - b);
    for (const id of securityIds) if ((securityId ?? id) === id) yield { accountId, securityId: id };
    return;
  }
  for (const key of keys.from(securityId === undefined ? undefined : { accountId: null, securityId })) {
    if (securityId !== undefined && key.securityId !== securityId) return;
    yield key;
  }
}

function byKey(a: Key, b: Key): number {
  return a.securityId - b.securityId || compare(a.accountId ?? '', b.accountId ?? '');
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
