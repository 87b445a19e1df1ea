import { LRUCache } from 'lru-cache';
import type { Db } from '../../database/schema/index.ts';
import { ownedBy } from '../shared/record/index.ts';
import { isAccountId } from './account-fields.ts';

/** The default number of cached accounts; each takes about a hundred bytes. */
const ACCOUNTS_MAX = 100_000;
/** For LRUCache.get, which would otherwise create an object for each call. */
const NO_OPTIONS = {};

/**
 * Whether an account may place orders, for callers who ask with every order. Accounts that were found are cached (the
 * least recently used are dropped first), so that only the first call queries the database. A missing or archived
 * account is never cached, because that may change at any time.
 */
export class AccountDirectory {
  readonly #db: Db;
  /** The owning client by account id. */
  readonly #known: LRUCache<string, string>;
  /**
   * How often forget was called: a query that began before a deletion or archiving must not cache its result.
   */
  #forgotten = 0;

  /** @param ageMsMax how long an entry is valid, because other processes change accounts; 0: for ever */
  constructor(db: Db, accountsMax = ACCOUNTS_MAX, ageMsMax = 0) {
    this.#db = db;
    // Bounded by size and not by number: LRUCache allocates room for a number at once, which delays the start.
    this.#known = new LRUCache({ maxSize: accountsMax, sizeCalculation: () => 1, ttl: ageMsMax });
  }

  /** Whether the client has this account, neither deleted nor archived; a plain boolean when it is cached. */
  isActive(clientId: string, accountId: string): boolean | Promise<boolean> {
    if (!isAccountId(accountId)) return false;
    return this.#known.get(accountId, NO_OPTIONS) === clientId || this.#look(clientId, accountId);
  }

  /** Names of accounts by their ids. The caller has checked that the accounts are its client's. */
  async names(accountIds: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#rowsOf(accountIds);
    return new Map(rows.flatMap(({ account_id, account_name }) => (account_name ? [[account_id, account_name]] : [])));
  }

  /** Checks of accounts by their ids, whichever client they belong to: no personal data. */
  async checks(accountIds: readonly (string | null)[]) {
    const rows = await this.#rowsOf(accountIds);
    return new Map(
      rows.map(({ account_id, kyc_status, aml_status, accredited_status }) => [
        account_id,
        { kycStatus: kyc_status ?? '', amlStatus: aml_status ?? '', accreditedStatus: accredited_status ?? '' },
      ]),
    );
  }

  async #rowsOf(accountIds: readonly (string | null)[]) {
    const ids = [...new Set(accountIds.filter((id) => id !== null))];
    if (ids.length === 0) return [];
    return this.#db
      .selectFrom('accounts')
      .select(['account_id', 'account_name', 'kyc_status', 'aml_status', 'accredited_status'])
      .where('account_id', 'in', ids)
      .execute();
  }

  /** To be called once a deletion, or a change of the archive switch, is durable. */
  forget(accountId: string): void {
    this.#forgotten += 1;
    this.#known.delete(accountId);
  }

  async #look(clientId: string, accountId: string): Promise<boolean> {
    const forgottenBefore = this.#forgotten;
    const found = await this.#db
      .selectFrom('accounts')
      .select('account_id')
      .where('account_id', '=', accountId)
      .where(ownedBy(clientId))
      .where('deleted_at', 'is', null)
      .where('archived', '=', 0)
      .executeTakeFirst();
    if (found === undefined) return false;
    if (this.#forgotten === forgottenBefore) this.#known.set(accountId, clientId);
    return true;
  }
}

/** Whether the client has this account, also an archived or deleted one, whose orders may still be live (V5). */
export async function hasAccount(db: Db, clientId: string, accountId: string): Promise<boolean> {
  if (!isAccountId(accountId)) return false;
  const found = await db
    .selectFrom('accounts')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where(ownedBy(clientId))
    .executeTakeFirst();
  return found !== undefined;
}
