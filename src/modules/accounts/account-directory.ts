import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import { SecondChanceMap } from '../shared/second-chance-map.ts';
import { isAccountId } from './account-records.ts';

/** Accounts remembered unless told otherwise; each costs about a hundred bytes. */
const ACCOUNTS_MAX = 100_000;

/**
 * Whether an account exists, for callers who ask with every order: the accounts that were found are remembered (ones
 * that were not asked for lately are dropped first), so the answer to a repeated question comes without a query and at once.
 * An account that is not there is never remembered, for it may be created at any time.
 */
export class AccountDirectory {
  readonly #db: Kysely<Schema>;
  readonly #known: SecondChanceMap<true>;
  /** How often forget was called: a query that began before must not bring back what was deleted meanwhile. */
  #deletions = 0;

  constructor(db: Kysely<Schema>, accountsMax = ACCOUNTS_MAX) {
    this.#db = db;
    this.#known = new SecondChanceMap(accountsMax);
  }

  /** Whether the client has this account and it is not deleted: a plain boolean when no query is needed. */
  exists(clientId: string, accountId: string): boolean | Promise<boolean> {
    if (!isAccountId(accountId)) return false;
    const key = keyOf(clientId, accountId);
    return this.#known.get(key) ?? this.#look(clientId, accountId);
  }

  /** To be called once a deletion is durable. */
  forget(clientId: string, accountId: string): void {
    this.#deletions += 1;
    this.#known.delete(keyOf(clientId, accountId));
  }

  async #look(clientId: string, accountId: string): Promise<boolean> {
    const deletionsBefore = this.#deletions;
    const found = await this.#db
      .selectFrom('accounts')
      .select('account_id')
      .where('account_id', '=', accountId)
      .where('client_id', '=', clientId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (found === undefined) return false;
    if (this.#deletions === deletionsBefore) this.#known.set(keyOf(clientId, accountId), true);
    return true;
  }
}

/** An account id has no slash, so no two pairs share a key. */
function keyOf(clientId: string, accountId: string): string {
  return `${accountId}/${clientId}`;
}
