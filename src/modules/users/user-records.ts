import { rowsHeld } from '../../database/queries/index.ts';
import type { Db, UserRow } from '../../database/schema/index.ts';
import { ApiError } from '../../http/methods/index.ts';
import { inTransaction, ownedBy, type SealedDatabase, sealingOf } from '../shared/record/index.ts';
import { type PageFrom, pageOfAll } from '../shared/values/index.ts';
import { endSessionsOf, holdUser } from './held-user.ts';
import { ROLES, type Role, requireExpected, rolesIn, sideOf } from './roles.ts';
import { hashEmail, newUserId } from './tokens.ts';
import { UserLinks } from './user-links.ts';
import { UserPasskeys } from './user-passkeys.ts';

/** Random ids collide so rarely that a few tries are enough. */
const ID_TRIES = 10;
const USERS_PER_CLIENT_MAX = 1000;
const IDENTITIES_PER_USER_MAX = 10;

export interface User {
  readonly userId: string;
  readonly clientId: string;
  readonly name: string;
  readonly email: string;
  readonly roles: readonly Role[];
  readonly active: boolean;
  readonly createdAtUs: number;
  readonly createdBy: string;
  readonly lastSeenAtUs: number | null;
}

export interface NewUser extends Pick<User, 'clientId' | 'name' | 'email' | 'roles'> {
  /** The id of the user or of the key that makes it, or the name of a program. */
  readonly createdBy: string;
}

export interface UserChanges {
  readonly name?: string | undefined;
  readonly roles?: readonly Role[] | undefined;
  readonly active?: boolean | undefined;
}

/** Whose link, by whom, and for whom it was judged. */
export interface NewLink {
  readonly userId: string;
  readonly purpose: 'invite' | 'recover';
  readonly createdBy: string;
  /** As in update. */
  readonly expectedRoles?: readonly Role[] | undefined;
}

export interface UserRecordOptions extends SealedDatabase {
  readonly nowUs: () => number;
  /** Called once a user's sessions were ended by a change: whose they were. */
  readonly ended: (user: Pick<User, 'userId' | 'clientId'>) => void;
}

/** Users, and how they prove who they are (P1, P2). */
export class UserRecords {
  readonly links: UserLinks;
  readonly passkeys: UserPasskeys;
  readonly #options: UserRecordOptions;

  constructor(options: UserRecordOptions) {
    this.#options = options;
    this.links = new UserLinks(options);
    this.passkeys = new UserPasskeys(options);
  }

  /** Throws 404 for an unknown client, 190 where the address is taken or there are too many, 106 for the roles. */
  async create({ clientId, name, email, roles, createdBy }: NewUser): Promise<User> {
    const email_hash = hashEmail(email);
    const created = await inTransaction(this.#options.db, async (db) => {
      await requireRoles(db, clientId, roles);
      const { users } = await db
        .selectFrom('users')
        .select((one) => one.fn.countAll().as('users'))
        .where(ownedBy(clientId))
        .executeTakeFirstOrThrow();
      if (Number(users) >= USERS_PER_CLIENT_MAX)
        throw new ApiError(190, `a client has at most ${USERS_PER_CLIENT_MAX} users`);
      for (let tries = 0; tries < ID_TRIES; tries++) {
        const user_id = newUserId();
        const email_sealed = sealingOf(this.#options.secrets, 'users', user_id).seal('email', email);
        const row = { user_id, client_id: clientId, name, email_sealed, email_hash, roles: storedRoles(roles) };
        const [stored] = await db
          .insertInto('users')
          .values({ ...row, active: 1, created_at: this.#options.nowUs(), created_by: createdBy })
          .onConflict((conflict) => conflict.doNothing())
          .returningAll()
          .execute();
        if (stored !== undefined) return stored;
        const taken = await db.selectFrom('users').select('user_id').where('email_hash', '=', email_hash).execute();
        if (taken.length > 0) throw new ApiError(190, 'a user with this e-mail address exists');
      }
      throw new Error('No free user id was found');
    });
    return this.#user(created);
  }

  /** The user, active or not. */
  async get(userId: string): Promise<User | undefined> {
    return this.#found(this.#query().where('user_id', '=', userId));
  }

  async ofEmail(email: string): Promise<User | undefined> {
    return this.#found(this.#query().where('email_hash', '=', hashEmail(email)));
  }

  /** Whose account at a provider it is. */
  async ofIdentity(issuer: string, subject: string): Promise<User | undefined> {
    const owner = this.#options.db
      .selectFrom('user_identities')
      .select('user_id')
      .where('issuer', '=', issuer)
      .where('subject', '=', subject);
    return this.#found(this.#query().where('user_id', 'in', owner));
  }

  async hasIdentityAt(userId: string, issuer: string): Promise<boolean> {
    const bound = this.#options.db.selectFrom('user_identities').select('subject').where('user_id', '=', userId);
    return (await bound.where('issuer', '=', issuer).executeTakeFirst()) !== undefined;
  }

  /** Binds an account at a provider to the user. Throws 404, and 190 where it is another's or there are too many. */
  async bindIdentity(userId: string, issuer: string, subject: string): Promise<void> {
    await inTransaction(this.#options.db, async (db) => {
      await holdUser(db, userId);
      const bound = await db.selectFrom('user_identities').selectAll().where('user_id', '=', userId).execute();
      if (bound.some((one) => one.issuer === issuer && one.subject === subject)) return;
      if (bound.length >= IDENTITIES_PER_USER_MAX)
        throw new ApiError(190, 'the user has too many accounts at providers');
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('user_identities')
        .values({ issuer, subject, user_id: userId, created_at: this.#options.nowUs() })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows !== 1n)
        throw new ApiError(190, 'the account at the provider is bound to another user');
    });
  }

  /**
   * A change of the roles, or the end of the user's access, ends its sessions and links (P6, P8). Throws 404, 106, and
   * 190 for other roles than expected.
   */
  async update(userId: string, { name, roles, active }: UserChanges, expectedRoles?: readonly Role[]): Promise<User> {
    const { db, nowUs, ended } = this.#options;
    const { row, hasEnded } = await inTransaction(db, async (transaction) => {
      const before = await holdUser(transaction, userId);
      requireExpected(rolesIn(before.roles), expectedRoles);
      if (roles !== undefined) await requireRoles(transaction, before.client_id, roles);
      const changes = {
        ...(name === undefined ? {} : { name }),
        ...(roles === undefined ? {} : { roles: storedRoles(roles) }),
        ...(active === undefined ? {} : { active: Number(active) }),
      };
      const after = { ...before, ...changes };
      const loses = after.roles !== before.roles || after.active !== before.active;
      if (Object.keys(changes).length > 0) {
        await transaction.updateTable('users').set(changes).where('user_id', '=', userId).execute();
      }
      if (loses) {
        await endSessionsOf(transaction, userId, nowUs());
        // Who asked for a link to a trader has none to the operator that the trader becomes.
        await this.links.endAllOf(userId, transaction);
      }
      return { row: after, hasEnded: loses };
    });
    if (hasEnded) ended({ userId, clientId: row.client_id });
    return this.#user(row);
  }

  /** A link for the user, as UserLinks.issue. Throws 404, and 190 for an inactive user or other roles. */
  async invite({ expectedRoles, ...link }: NewLink): Promise<{ token: string; expiresAtUs: number }> {
    return inTransaction(this.#options.db, async (transaction) => {
      const user = await holdUser(transaction, link.userId);
      if (user.active === 0) throw new ApiError(190, 'the user is inactive');
      requireExpected(rolesIn(user.roles), expectedRoles);
      return this.links.issue(link, transaction);
    });
  }

  /** Oldest first, and how many there are. */
  async list({ clientId, ...page }: { readonly clientId?: string | undefined } & PageFrom) {
    const { db } = this.#options;
    const all = db.selectFrom('users').$if(clientId !== undefined, (one) => one.where(ownedBy(clientId as string)));
    const found = await pageOfAll(all, all.selectAll().orderBy('created_at').orderBy('user_id'), page);
    return { ...found, rows: found.rows.map((row) => this.#user(row)) };
  }

  #query() {
    return this.#options.db.selectFrom('users').selectAll();
  }

  async #found(query: { executeTakeFirst(): Promise<UserRow | undefined> }): Promise<User | undefined> {
    const row = await query.executeTakeFirst();
    return row === undefined ? undefined : this.#user(row);
  }

  #user(row: UserRow): User {
    return {
      userId: row.user_id,
      clientId: row.client_id,
      name: row.name,
      email: sealingOf(this.#options.secrets, 'users', row.user_id).open('email', row.email_sealed),
      roles: rolesIn(row.roles),
      active: row.active === 1,
      createdAtUs: row.created_at,
      createdBy: row.created_by,
      lastSeenAtUs: row.last_seen_at,
    };
  }
}

/** In the order of the table, so that the same roles are the same text. */
function storedRoles(roles: readonly Role[]): string {
  return JSON.stringify(ROLES.filter((role) => roles.includes(role)));
}

/** Locks the client, so that no calls exceed its users together. Only the operator has its roles (P2). */
async function requireRoles(db: Db, clientId: string, roles: readonly Role[]): Promise<void> {
  const client = db.selectFrom('clients').selectAll().where(ownedBy(clientId));
  if ((await rowsHeld(db, client).executeTakeFirst()) === undefined) throw new ApiError(404, 'there is no such client');
  const side = sideOf(roles);
  if (side === undefined) throw new ApiError(106, "roles: name at least one, all of a client or all of the operator's");
  const keys = db.selectFrom('api_keys').select('key_id').where(ownedBy(clientId)).where('master', '=', 1).limit(1);
  const isOperator = (await keys.execute()).length > 0;
  if (isOperator !== (side === 'operator')) {
    throw new ApiError(
      106,
      `roles: ${isOperator ? "the operator's users have" : "a client's users have no"} roles of the operator`,
    );
  }
}
