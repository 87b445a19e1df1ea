import type { Kysely } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Schema } from '../../database/schema.ts';
import { ownedBy } from '../shared/record/index.ts';
import { isAccountId } from './account-kind.ts';

/** Accounts remembered unless told otherwise; each costs about a hundred bytes. */
const ACCOUNTS_MAX = 100_000;
/** For LRUCache.get, which otherwise makes an object each time. */
const NO_OPTIONS = {};

/**
 * Whether an account may place orders, for callers who ask with every order: the accounts that were found are
 * remembered (ones that were not asked for lately are dropped first), so the answer to a repeated question comes
 * without a query and at once. An account that is not there, or is archived, is never remembered, for that may change
 * at any time.
 */
export class AccountDirectory {
  readonly #db: Kysely<Schema>;
  readonly #known: LRUCache<string, true>;
  /**
   * How often forget was called: a query that began before must not bring back what was deleted or archived meanwhile.
   */
  #forgotten = 0;

  /** @param ageMsMax after so long an account is looked up again, for what other processes change; 0: never */
  constructor(db: Kysely<Schema>, accountsMax = ACCOUNTS_MAX, ageMsMax = 0) {
    this.#db = db;
    // Bounded by size and not by number: the room for a number is taken at once, which delays every start.
    this.#known = new LRUCache({ maxSize: accountsMax, sizeCalculation: () => 1, ttl: ageMsMax });
  }

  /** Whether the client has this account, neither deleted nor archived: a plain boolean when no query is needed. */
  isActive(clientId: string, accountId: string): boolean | Promise<boolean> {
    if (!isAccountId(accountId)) return false;
    const key = keyOf(clientId, accountId);
    return this.#known.get(key, NO_OPTIONS) ?? this.#look(clientId, accountId);
  }

  /** Names of accounts by their ids, whoever asks: who shows them has seen that they are its client's. */
  async names(accountIds: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> {
    const ids = [...new Set(accountIds.filter((id) => id !== null))];
    if (ids.length === 0) return new Map();
    const rows = await this.#db
      .selectFrom('accounts')
      .select(['account_id', 'account_name'])
      .where('account_id', 'in', ids)
      .execute();
    return new Map(rows.flatMap(({ account_id, account_name }) => (account_name ? [[account_id, account_name]] : [])));
  }

  /** To be called once a deletion, or a change of the archive switch, is durable. */
  forget(clientId: string, accountId: string): void {
    this.#forgotten += 1;
    this.#known.delete(keyOf(clientId, accountId));
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
    if (this.#forgotten === forgottenBefore) this.#known.set(keyOf(clientId, accountId), true);
    return true;
  }
}

/** Whether the client has this account, also an archived or deleted one, whose orders may still be live (V5). */
export async function hasAccount(db: Kysely<Schema>, clientId: string, accountId: string): Promise<boolean> {
  if (!isAccountId(accountId)) return false;
  const found = await db
    .selectFrom('accounts')
    .select('account_id')
    .where('account_id', '=', accountId)
    .where(ownedBy(clientId))
    .executeTakeFirst();
  return found !== undefined;
}

/** An account id has no slash, so no two pairs share a key. */
function keyOf(clientId: string, accountId: string): string {
  return `${accountId}/${clientId}`;
}
