import {
  CANCEL_BOTH,
  CANCEL_NEWEST,
  CANCEL_OLDEST,
  type Guards,
  NO_PREVENTION,
  POST_ONLY,
  type SelfTradeMode,
} from '../../matching/index.ts';
import type { OrderTicket, OrderView, SelfTrade } from '../api/index.ts';
import { ShardedMap } from '../collections/index.ts';

type Whose = Pick<OrderTicket, 'clientId' | 'accountId'>;

const MODES: Readonly<Record<SelfTrade, SelfTradeMode>> = {
  None: NO_PREVENTION,
  'Cancel Newest': CANCEL_NEWEST,
  'Cancel Oldest': CANCEL_OLDEST,
  'Cancel Both': CANCEL_BOTH,
};

/** M15, M18. */
export function bookGuardsOf({ selfTrade, ticket }: Pick<OrderView, 'selfTrade' | 'ticket'>): Guards {
  return (MODES[selfTrade] + (ticket.optional?.postOnly ? POST_ONLY : 0)) as Guards;
}

/** The clients' default modes for orders without one (M15): for themselves, and for single accounts. */
export class SelfTradeSettings {
  readonly #modes = new Map<string, SelfTrade>();

  set({ clientId, accountId }: Whose, mode: SelfTrade): void {
    if (accountId === null && mode === 'None') this.#modes.delete(ownerKey(clientId, null));
    else this.#modes.set(ownerKey(clientId, accountId), mode);
  }

  /** That of the account, or else that of the client. */
  modeOf({ clientId, accountId }: Whose): SelfTrade {
    if (this.#modes.size === 0) return 'None';
    const ofAccount = accountId === null ? undefined : this.#modes.get(ownerKey(clientId, accountId));
    return ofAccount ?? this.#modes.get(ownerKey(clientId, null)) ?? 'None';
  }

  entries(): (readonly [key: string, mode: SelfTrade])[] {
    return [...this.#modes].sort(([a], [b]) => (a < b ? -1 : 1));
  }

  restore(key: string, mode: SelfTrade): void {
    this.#modes.set(key, mode);
  }
}

/** An owner of orders or shares (M15): an account, or a client alone. */
export function ownerKey(clientId: string, accountId: string | null): string {
  return `${clientId}\n${accountId ?? ''}`;
}

/** The inverse of ownerKey. */
export function ownerIn(key: string): Whose {
  const [clientId = '', accountId = ''] = key.split('\n');
  return { clientId, accountId: accountId === '' ? null : accountId };
}

/**
 * Owners of orders as numbers, by which the books distinguish them (M15). The numbers mean nothing else and are
 * assigned again at each start. Clients and accounts are numbered apart: a table of all pairs would be far larger.
 */
export class Owners {
  readonly #clients = new ShardedMap<string, number>();
  readonly #accounts = new ShardedMap<string, number>();

  /** From 1 on; a small integer of V8 while there are at most 46,000 clients and as many accounts. */
  numberOf({ clientId, accountId }: Whose): number {
    return pairOf(numberIn(this.#clients, clientId), accountId === null ? 0 : numberIn(this.#accounts, accountId));
  }
}

function numberIn(numbers: ShardedMap<string, number>, text: string): number {
  const known = numbers.get(text);
  if (known !== undefined) return known;
  const number = numbers.size + 1;
  numbers.set(text, number);
  return number;
}

/** Another number for each pair (Szudzik's): those of small numbers are small. */
function pairOf(a: number, b: number): number {
  return a < b ? b * b + a : a * a + a + b;
}
