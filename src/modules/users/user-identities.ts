import type { Db, UserIdentityRow } from '../../database/schema/index.ts';
import { ApiError } from '../../http/methods/index.ts';
import { inTransaction } from '../shared/record/index.ts';
import { endSessionsOf, holdUser } from './held-user.ts';

const ACCOUNTS_PER_USER_MAX = 10;

/** An account at a provider, as its tokens name it. */
export interface ProviderAccount {
  readonly issuer: string;
  readonly subject: string;
}

export interface UserIdentitiesDeps {
  readonly db: Db;
  readonly nowUs: () => number;
  /** Called once sessions of a user ended. */
  readonly ended: (user: { readonly userId: string; readonly clientId: string }, keysOf: readonly string[]) => void;
}

/** The accounts of users at providers of OpenID Connect: an account is of one user, who has one at a provider (P16). */
export class UserIdentities {
  readonly #deps: UserIdentitiesDeps;

  constructor(deps: UserIdentitiesDeps) {
    this.#deps = deps;
  }

  /** Oldest first. */
  list(userId: string, db = this.#deps.db): Promise<UserIdentityRow[]> {
    const query = db.selectFrom('user_identities').selectAll().where('user_id', '=', userId);
    return query.orderBy('created_at').orderBy('issuer').execute();
  }

  async ownerOf({ issuer, subject }: ProviderAccount): Promise<string | undefined> {
    const query = this.#deps.db.selectFrom('user_identities').select('user_id').where('issuer', '=', issuer);
    return (await query.where('subject', '=', subject).executeTakeFirst())?.user_id;
  }

  /** Throws 404, and 190 for an inactive user, another account there, too many, and an account of another user. */
  async bind(userId: string, { issuer, subject }: ProviderAccount, db = this.#deps.db): Promise<void> {
    await inTransaction(db, async (transaction) => {
      const { active } = await holdUser(transaction, userId);
      if (active !== 1) throw new ApiError(190, 'the user is inactive');
      const bound = await this.list(userId, transaction);
      const there = bound.find((one) => one.issuer === issuer);
      if (there?.subject === subject) return;
      if (there !== undefined) throw new ApiError(190, 'the user has another account at the provider');
      if (bound.length >= ACCOUNTS_PER_USER_MAX) throw new ApiError(190, 'the user has too many accounts at providers');
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('user_identities')
        .values({ issuer, subject, user_id: userId, created_at: this.#deps.nowUs() })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows !== 1n)
        throw new ApiError(190, 'the account at the provider is bound to another user');
    });
  }

  /**
   * The account signs nobody in any more, and its sessions end. Throws 404, and for the user itself 190 where it has no
   * other way to sign in.
   */
  async remove(userId: string, account: ProviderAccount, isOwn: boolean): Promise<void> {
    const { db, nowUs, ended } = this.#deps;
    const clientId = await inTransaction(db, async (transaction) => {
      const user = await holdUser(transaction, userId);
      const bound = await this.list(userId, transaction);
      if (!bound.some(({ issuer, subject }) => issuer === account.issuer && subject === account.subject))
        throw new ApiError(404, 'there is no such account');
      const passkeys = transaction.selectFrom('user_passkeys').select('credential_id').where('user_id', '=', userId);
      if (isOwn && bound.length === 1 && (await passkeys.executeTakeFirst()) === undefined)
        throw new ApiError(190, 'it is the only way in which you sign in: add a passkey first');
      const removed = transaction.deleteFrom('user_identities').where('issuer', '=', account.issuer);
      await removed.where('subject', '=', account.subject).execute();
      await endSessionsOf(transaction, userId, nowUs(), account);
      return user.client_id;
    });
    ended({ userId, clientId }, []);
  }
}
