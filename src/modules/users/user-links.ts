import type { Db } from '../../database/schema/index.ts';
import { MINUTE_US } from '../../time/units.ts';
import { inTransaction } from '../shared/record/index.ts';
import { hashToken, isToken, newToken } from './tokens.ts';

/** How long a link of each purpose is good for, in minutes. */
const LINK_MINUTES = { invite: 3 * 24 * 60, recover: 60, sandbox: 15 } as const;
type LinkPurpose = keyof typeof LINK_MINUTES;

/** Longer than a logout token of a provider is valid. */
const USED_MINUTES = 15;

/** Of the sandbox, which have no user: each start of the program makes one. */
const SANDBOX_LINKS_MAX = 100;

export interface UserLink {
  /** null: of the sandbox, for any of its users. */
  readonly userId: string | null;
  readonly purpose: LinkPurpose;
  readonly createdBy: string;
}

/** Links that work once: of each user at most one of a purpose (P6). */
export class UserLinks {
  readonly #db: Db;
  readonly #nowUs: () => number;

  constructor({ db, nowUs }: { readonly db: Db; readonly nowUs: () => number }) {
    this.#db = db;
    this.#nowUs = nowUs;
  }

  /** A new link ends an earlier one of the same user and purpose. @param db a transaction, or the database */
  async issue(
    { userId, purpose, createdBy }: UserLink,
    db: Db = this.#db,
  ): Promise<{ token: string; expiresAtUs: number }> {
    const token = newToken();
    const nowUs = this.#nowUs();
    const expiresAtUs = nowUs + LINK_MINUTES[purpose] * MINUTE_US;
    await inTransaction(db, async (transaction) => {
      await transaction.deleteFrom('user_links').where('expires_at', '<', nowUs).execute();
      if (userId !== null) {
        const earlier = transaction.deleteFrom('user_links').where('user_id', '=', userId);
        await earlier.where('purpose', '=', purpose).execute();
      } else {
        const newest = transaction.selectFrom('user_links').select('token_hash').where('purpose', '=', 'sandbox');
        const kept = await newest.orderBy('expires_at', 'desc').limit(SANDBOX_LINKS_MAX).execute();
        const last = kept[SANDBOX_LINKS_MAX - 1];
        if (last !== undefined)
          await transaction.deleteFrom('user_links').where('token_hash', '=', last.token_hash).execute();
      }
      await transaction
        .insertInto('user_links')
        .values({
          ...{ token_hash: hashToken(token), user_id: userId, purpose, created_by: createdBy },
          expires_at: expiresAtUs,
        })
        .execute();
    });
    return { token, expiresAtUs };
  }

  /** The link of a token, which stays good; undefined where it is unknown, used, too old, or of an inactive user. */
  async find(token: string): Promise<UserLink | undefined> {
    if (!isToken(token)) return undefined;
    const row = await this.#db
      .selectFrom('user_links as link')
      .leftJoin('users as user', 'user.user_id', 'link.user_id')
      .select(['link.user_id', 'link.purpose', 'link.created_by', 'user.active'])
      .where('token_hash', '=', hashToken(token))
      .where('used_at', 'is', null)
      .where('expires_at', '>', this.#nowUs())
      .executeTakeFirst();
    if (row === undefined || (row.user_id !== null && row.active !== 1)) return undefined;
    return { userId: row.user_id, purpose: row.purpose as LinkPurpose, createdBy: row.created_by };
  }

  /** As find; from now on the link is used. Of concurrent calls one gets it. */
  async redeem(token: string): Promise<UserLink | undefined> {
    const link = await this.find(token);
    if (link === undefined) return undefined;
    const { numUpdatedRows } = await this.#db
      .updateTable('user_links')
      .set({ used_at: this.#nowUs() })
      .where('token_hash', '=', hashToken(token))
      .where('used_at', 'is', null)
      .executeTakeFirst();
    return numUpdatedRows === 1n ? link : undefined;
  }

  /** Whether a token of somebody else was used in the last quarter of an hour, on any node. */
  async wasUsed(token: string): Promise<boolean> {
    const row = await this.#db
      .selectFrom('user_links')
      .select('used_at')
      .where('token_hash', '=', hashToken(token))
      .where('expires_at', '>=', this.#nowUs())
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Stores that such a token was used: as a link that is used already. */
  async noteUse(token: string, createdBy: string): Promise<void> {
    const nowUs = this.#nowUs();
    await this.#db.deleteFrom('user_links').where('expires_at', '<', nowUs).execute();
    const row = { token_hash: hashToken(token), user_id: null, purpose: 'logout', created_by: createdBy };
    await this.#db
      .insertInto('user_links')
      .values({ ...row, expires_at: nowUs + USED_MINUTES * MINUTE_US, used_at: nowUs })
      .onConflict((conflict) => conflict.column('token_hash').doNothing())
      .execute();
  }

  /** Those to sign in as the user, and those that the user made for others, with a key too, and may know. */
  async endAllOf(userId: string, db: Db = this.#db): Promise<void> {
    const keys = db.selectFrom('api_keys').select('key_id').where('made_by', '=', userId);
    await db
      .deleteFrom('user_links')
      .where((where) =>
        where.or([where('user_id', '=', userId), where('created_by', '=', userId), where('created_by', 'in', keys)]),
      )
      .execute();
  }
}
