import type { KillSwitch, OrderTicket, SwitchOwner, SwitchScope } from '../../api/index.ts';

type Whose = Pick<OrderTicket, 'clientId' | 'accountId' | 'securityId'>;

const OWNERS: readonly SwitchOwner[] = ['operator', 'client', 'access'];

/** The kill switches that are thrown (V54). */
export class KillSwitches {
  readonly #thrown = new Map<string, KillSwitch>();

  get size(): number {
    return this.#thrown.size;
  }

  throw(thrown: KillSwitch): void {
    this.#thrown.set(keyOf(thrown, thrown.by), thrown);
  }

  /** Whether there was one. */
  release(scope: SwitchScope, by: SwitchOwner): boolean {
    return this.#thrown.delete(keyOf(scope, by));
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

  entries(): KillSwitch[] {
    return [...this.#thrown].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, thrown]) => thrown);
  }
}

function keyOf({ clientId = '', accountId = '', securityId = 0 }: SwitchScope, by: SwitchOwner): string {
  return `${by}\n${securityId}\n${clientId}\n${accountId}`;
}
