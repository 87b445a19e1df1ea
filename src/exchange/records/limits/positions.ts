import type { OrderTicket, Position } from '../../api/index.ts';
import { SharesHeld } from './shares-held.ts';

type Whose = Pick<OrderTicket, 'clientId' | 'accountId' | 'securityId'>;

/** What each account of each client has of each security (V52). What has nothing takes no room. */
export class Positions {
  readonly #clients = new Map<string, SharesHeld>();

  of({ clientId, accountId, securityId }: Whose): number {
    return this.#clients.get(clientId)?.of(accountId, securityId) ?? 0;
  }

  set({ clientId, accountId, securityId }: Whose, quantity: number): void {
    let client = this.#clients.get(clientId);
    if (client === undefined) {
      client = new SharesHeld();
      this.#clients.set(clientId, client);
    }
    client.set(accountId, securityId, quantity);
    if (client.isEmpty) this.#clients.delete(clientId);
  }

  move(whose: Whose, by: number): void {
    this.set(whose, this.of(whose) + by);
  }

  /** Those of one client, by security, then by account. */
  ofClient(clientId: string): Position[] {
    const positions: Position[] = [];
    for (const [accountId, securityId, quantity] of this.#clients.get(clientId)?.entries() ?? []) {
      positions.push({ clientId, accountId, securityId, quantity });
    }
    return positions.sort((a, b) => a.securityId - b.securityId || compare(a.accountId ?? '', b.accountId ?? ''));
  }

  *entries(): Generator<Position, void, undefined> {
    for (const clientId of [...this.#clients.keys()].sort(compare)) yield* this.ofClient(clientId);
  }
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
