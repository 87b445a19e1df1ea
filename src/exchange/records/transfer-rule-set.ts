import type { Microseconds } from '../../time/units.ts';
import type { OrderTicket, TransferRules } from '../api/index.ts';

/** The transfer rules of one security, prepared for two questions: who may trade it, and when. */
export class TransferRuleSet {
  readonly rules: TransferRules;
  readonly #allowed: ReadonlySet<string> | null;

  constructor(rules: TransferRules) {
    const { allowed } = rules;
    this.rules = rules;
    this.#allowed = allowed && new Set([...allowed.clients.map(clientKey), ...allowed.accounts.map(accountKey)]);
  }

  allows({ clientId, accountId }: Pick<OrderTicket, 'clientId' | 'accountId'>): boolean {
    if (this.#allowed === null || this.#allowed.has(clientKey(clientId))) return true;
    return accountId !== null && this.#allowed.has(accountKey(accountId));
  }

  /** Whether the last trading window has ended. */
  isOver(nowUs: Microseconds): boolean {
    return this.rules.windows?.every(({ to }) => to <= nowUs) ?? false;
  }

  /** Whether the market is outside of its trading windows. */
  isOutside(nowUs: Microseconds): boolean {
    const { windows } = this.rules;
    return windows !== null && !windows.some(({ from, to }) => from <= nowUs && nowUs < to);
  }

  /** The next instant at which a trading window begins or ends; Infinity: never. */
  nextWindowChange(nowUs: Microseconds): number {
    for (const { from, to } of this.rules.windows ?? []) {
      if (nowUs < from) return from;
      if (nowUs < to) return to;
    }
    return Infinity;
  }
}

function clientKey(clientId: string): string {
  return `client ${clientId}`;
}

function accountKey(accountId: string): string {
  return `account ${accountId}`;
}
