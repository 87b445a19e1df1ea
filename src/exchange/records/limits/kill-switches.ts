import { type KillSwitch, NO_SECURITY, type OrderTicket, type SwitchOwner, type SwitchScope } from '../../api/index.ts';
import { SortedKeys } from '../../collections/index.ts';

type Whose = Pick<OrderTicket, 'clientId' | 'accountId' | 'securityId'>;

const OWNERS: readonly SwitchOwner[] = ['operator', 'client', 'access'];

/** Switches of the venue and of securities concern all clients. */
const ALL_CLIENTS = '';

/** The active kill switches (V54). */
export class KillSwitches {
  readonly #thrown = new Map<string, KillSwitch>();
  readonly #sorted = new SortedKeys<string>((a, b) => (a < b ? -1 : Number(a > b)));
  readonly #keysByClient = new Map<string, Set<string>>();

  get size(): number {
    return this.#thrown.size;
  }

  throw(thrown: KillSwitch): void {
    const key = keyOf(thrown, thrown.by);
    this.#thrown.set(key, thrown);
    this.#sorted.add(key);
    const { clientId = ALL_CLIENTS } = thrown;
    const keys = this.#keysByClient.get(clientId);
    if (keys === undefined) this.#keysByClient.set(clientId, new Set([key]));
    else keys.add(key);
  }

  /** Whether there was one. */
  release(scope: SwitchScope, by: SwitchOwner): boolean {
    const key = keyOf(scope, by);
    if (!this.#sorted.delete(key)) return false;
    const { clientId = ALL_CLIENTS } = scope;
    const keys = this.#keysByClient.get(clientId);
    keys?.delete(key);
    if (keys?.size === 0) this.#keysByClient.delete(clientId);
    return this.#thrown.delete(key);
  }

  has(scope: SwitchScope, by: SwitchOwner): boolean {
    return this.#thrown.has(keyOf(scope, by));
  }

  /** The widest switch that stops an order; undefined when none does. */
  stopping({ clientId, accountId, securityId }: Whose): KillSwitch | undefined {
    if (this.#thrown.size === 0) return undefined;
    const scopes: SwitchScope[] = [{}, { securityId }, { clientId }];
    if (accountId !== null) scopes.push({ clientId, accountId });
    for (const scope of scopes) {
      for (const by of OWNERS) {
        const thrown = this.#thrown.get(keyOf(scope, by));
        if (thrown !== undefined) return thrown;
      }
    }
    return undefined;
  }

  /** All switches, in an order that depends only on their scopes and owners. */
  entries(): KillSwitch[] {
    return this.#named(this.#sorted.from(undefined));
  }

  /** The switches that stop orders of a client, in the same order. */
  ofClient(clientId: string): KillSwitch[] {
    const keys = [ALL_CLIENTS, clientId].flatMap((whose) => [...(this.#keysByClient.get(whose) ?? [])]);
    return this.#named(keys.sort());
  }

  #named(keys: Iterable<string>): KillSwitch[] {
    return Array.from(keys, (key) => this.#thrown.get(key) as KillSwitch);
  }
}

function keyOf({ clientId = '', accountId = '', securityId = NO_SECURITY }: SwitchScope, by: SwitchOwner): string {
  return `${by}\n${securityId}\n${clientId}\n${accountId}`;
}
