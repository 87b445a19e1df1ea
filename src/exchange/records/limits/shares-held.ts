import type { SecurityId, Shares } from '../../api/index.ts';

/** Shares by account and security: of one client. Zero takes no room. */
export class SharesHeld {
  readonly #accounts = new Map<string | null, Map<SecurityId, number>>();

  get isEmpty(): boolean {
    return this.#accounts.size === 0;
  }

  of(accountId: string | null, securityId: SecurityId): number {
    return this.#accounts.get(accountId)?.get(securityId) ?? 0;
  }

  set(accountId: string | null, securityId: SecurityId, shares: Shares): void {
    let account = this.#accounts.get(accountId);
    if (account === undefined) {
      account = new Map();
      this.#accounts.set(accountId, account);
    }
    if (shares !== 0) account.set(securityId, shares);
    else account.delete(securityId);
    if (account.size === 0) this.#accounts.delete(accountId);
  }

  *entries(): Generator<readonly [accountId: string | null, securityId: SecurityId, shares: Shares]> {
    for (const [accountId, account] of this.#accounts) {
      for (const [securityId, shares] of account) yield [accountId, securityId, shares];
    }
  }
}
