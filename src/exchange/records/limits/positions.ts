import type { OrderTicket, Position, PositionPage, SecurityId } from '../../api/index.ts';
import { SortedKeys } from '../../collections/index.ts';

type Whose = Pick<OrderTicket, 'clientId' | 'accountId' | 'securityId'>;
type Key = Pick<Whose, 'accountId' | 'securityId'>;

/** The shares that a client, or one of its accounts, has of each security. */
type Shares = Map<SecurityId, number>;

interface ClientPositions {
  readonly accounts: Map<string | null, Shares>;
  /** Those that are not zero, by security, then by account. */
  readonly keys: SortedKeys<Key>;
}

/** The position of each account of each client in each security (V52). Positions of 0 take no room. */
export class Positions {
  readonly #clients = new Map<string, ClientPositions>();

  of({ clientId, accountId, securityId }: Whose): number {
    return this.#clients.get(clientId)?.accounts.get(accountId)?.get(securityId) ?? 0;
  }

  set({ clientId, accountId, securityId }: Whose, quantity: number): void {
    let client = this.#clients.get(clientId);
    if (client === undefined) {
      client = { accounts: new Map(), keys: new SortedKeys(byKey) };
      this.#clients.set(clientId, client);
    }
    const shares = client.accounts.get(accountId) ?? new Map<SecurityId, number>();
    if (shares.has(securityId) !== (quantity !== 0)) {
      if (quantity === 0) client.keys.delete({ accountId, securityId });
      else client.keys.add({ accountId, securityId });
    }
    if (quantity === 0) shares.delete(securityId);
    else shares.set(securityId, quantity);
    if (shares.size === 0) client.accounts.delete(accountId);
    else client.accounts.set(accountId, shares);
    if (client.keys.size === 0) this.#clients.delete(clientId);
  }

  move(whose: Whose, by: number): void {
    this.set(whose, this.of(whose) + by);
  }

  /** Those of one client, by security, then by account. */
  ofClient(clientId: string, page: PositionPage = {}): Position[] {
    const client = this.#clients.get(clientId);
    if (client === undefined) return [];
    const { offset = 0, limit = Infinity } = page;
    const found: Position[] = [];
    let passed = 0;
    for (const { accountId, securityId } of keysOf(client, page)) {
      if (found.length >= limit) break;
      if (++passed <= offset) continue;
      found.push({ clientId, accountId, securityId, quantity: this.of({ clientId, accountId, securityId }) });
    }
    return found;
  }

  *entries(): Generator<Position, void, undefined> {
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
