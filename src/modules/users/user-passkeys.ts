import type { Db, UserPasskeyRow } from '../../database/schema/index.ts';
import { ApiError } from '../../http/methods/index.ts';
import { inTransaction } from '../shared/record/index.ts';
import { holdUser } from './held-user.ts';
import { type Role, requireExpected, rolesIn } from './roles.ts';

const PASSKEYS_PER_USER_MAX = 10;

export interface Passkey {
  /** base64url, as publicKey. */
  readonly credentialId: string;
  readonly userId: string;
  readonly publicKey: string;
  /** Of signatures; 0 where the device counts none. */
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly createdAtUs: number;
  readonly lastUsedAtUs: number | null;
}

/** The passkeys of users (P5). */
export class UserPasskeys {
  readonly #db: Db;
  readonly #nowUs: () => number;

  constructor({ db, nowUs }: { readonly db: Db; readonly nowUs: () => number }) {
    this.#db = db;
    this.#nowUs = nowUs;
  }

  /** Oldest first. */
  async list(userId: string): Promise<Passkey[]> {
    const query = this.#db.selectFrom('user_passkeys').selectAll().where('user_id', '=', userId);
    return (await query.orderBy('created_at').orderBy('credential_id').execute()).map(passkeyOf);
  }

  async get(credentialId: string): Promise<Passkey | undefined> {
    const query = this.#db.selectFrom('user_passkeys').selectAll().where('credential_id', '=', credentialId);
    const row = await query.executeTakeFirst();
    return row === undefined ? undefined : passkeyOf(row);
  }

  /**
   * Throws 404, and 190 where the passkey is stored already, the user has too many, or other roles than when its device
   * was asked.
   */
  async add(passkey: Omit<Passkey, 'createdAtUs' | 'lastUsedAtUs'>, roles?: readonly Role[]): Promise<void> {
    await inTransaction(this.#db, async (db) => {
      requireExpected(rolesIn((await holdUser(db, passkey.userId)).roles), roles);
      const { stored } = await db
        .selectFrom('user_passkeys')
        .select((one) => one.fn.countAll().as('stored'))
        .where('user_id', '=', passkey.userId)
        .executeTakeFirstOrThrow();
      if (Number(stored) >= PASSKEYS_PER_USER_MAX)
        throw new ApiError(190, `a user has at most ${PASSKEYS_PER_USER_MAX} passkeys`);
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('user_passkeys')
        .values({
          credential_id: passkey.credentialId,
          user_id: passkey.userId,
          public_key: passkey.publicKey,
          counter: passkey.counter,
          transports: JSON.stringify(passkey.transports),
          name: passkey.name,
          created_at: this.#nowUs(),
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows !== 1n) throw new ApiError(190, 'the passkey is stored already');
    });
  }

  /**
   * Stores the counter of a use. False where it is not above the stored one of a device that counts (the passkey was
   * copied), or the passkey was used since the challenge was issued: no node takes a second answer to a challenge.
   */
  async use(credentialId: string, counter: number, challengedAtUs: number): Promise<boolean> {
    const { numUpdatedRows } = await this.#db
      .updateTable('user_passkeys')
      .set({ counter, last_used_at: this.#nowUs() })
      .where('credential_id', '=', credentialId)
      .where('counter', counter === 0 ? '=' : '<', counter)
      .where((where) => where.or([where('last_used_at', 'is', null), where('last_used_at', '<', challengedAtUs)]))
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  /** Throws 404, and 190 for the last way in of a user without an account at a provider. */
  async remove(userId: string, credentialId: string): Promise<void> {
    await inTransaction(this.#db, async (db) => {
      await holdUser(db, userId);
      const ids = await db.selectFrom('user_passkeys').select('credential_id').where('user_id', '=', userId).execute();
      if (!ids.some(({ credential_id }) => credential_id === credentialId))
        throw new ApiError(404, 'there is no such passkey');
      const accounts = db.selectFrom('user_identities').select('subject').where('user_id', '=', userId);
      if (ids.length === 1 && (await accounts.executeTakeFirst()) === undefined)
        throw new ApiError(190, 'it is the only way in which you sign in: add another passkey first');
      await db.deleteFrom('user_passkeys').where('credential_id', '=', credentialId).execute();
    });
  }

  /** @param db a transaction, or the database */
  async removeAllOf(userId: string, db: Db = this.#db): Promise<void> {
    await db.deleteFrom('user_passkeys').where('user_id', '=', userId).execute();
  }
}

function passkeyOf(row: UserPasskeyRow): Passkey {
  return {
    credentialId: row.credential_id,
    userId: row.user_id,
    publicKey: row.public_key,
    counter: row.counter,
    transports: JSON.parse(row.transports) as string[],
    name: row.name,
    createdAtUs: row.created_at,
    lastUsedAtUs: row.last_used_at,
  };
}
