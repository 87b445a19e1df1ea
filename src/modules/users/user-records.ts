import { rowsHeld } from '../../database/queries/index.ts';
import type { Db, UserRow } from '../../database/schema/index.ts';
import { ApiError } from '../../http/methods/index.ts';
import { inTransaction, ownedBy, type SealedDatabase, sealingOf } from '../shared/record/index.ts';
import { type PageFrom, pageOfAll } from '../shared/values/index.ts';
import { endSessionsOf, holdUser } from './held-user.ts';
import { actsForOthers, ROLES, type Role, requireExpected, rolesIn, sideOf } from './roles.ts';
import { hashEmail, newUserId } from './tokens.ts';
import { type ProviderAccount, UserIdentities } from './user-identities.ts';
import { leaveKeys } from './user-keys.ts';
import { UserLinks } from './user-links.ts';
import { UserPasskeys } from './user-passkeys.ts';

/** Random ids collide so rarely that a few tries are enough. */
const ID_TRIES = 10;
const USERS_PER_CLIENT_MAX = 1000;

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
  /** Of a user who leaves: the operator who answers for its keys from now on; absent: they end (P27). */
  readonly keysTo?: string | undefined;
}

/** What a sign-in at a provider writes once it is judged: all of it, or nothing. */
export interface Admission {
  /** Bound to the user, unless it is already. */
  readonly account: ProviderAccount;
  /** Of the records, or to be made. */
  readonly user: Pick<User, 'userId'> | NewUser;
  /** Those that the claims give; undefined: as before. */
  readonly roles?: readonly Role[] | undefined;
}

/** Whose link, by whom, and for whom it was judged. */
export interface NewLink {
  readonly userId: string;
  readonly purpose: 'invite' | 'recover';
  readonly createdBy: string;
  /** As in update. */
  readonly expectedRoles?: readonly Role[] | undefined;
}

export interface UserRecordDeps extends SealedDatabase {
  readonly nowUs: () => number;
  /** Called once a user's sessions were ended by a change: whose they were, and the clients of its keys. */
  readonly ended: (user: Pick<User, 'userId' | 'clientId'>, keysOf: readonly string[]) => void;
}

/** Users, and how they prove who they are (P1, P2). */
export class UserRecords {
  readonly links: UserLinks;
  readonly passkeys: UserPasskeys;
  readonly identities: UserIdentities;
  readonly #deps: UserRecordDeps;

  constructor(deps: UserRecordDeps) {
    this.#deps = deps;
    this.links = new UserLinks(deps);
    this.passkeys = new UserPasskeys(deps);
    this.identities = new UserIdentities(deps);
  }

  /** Throws 404 for an unknown client, 190 where the address is taken or there are too many, 106 for the roles. */
  async create(user: NewUser): Promise<User> {
    return this.#user(await inTransaction(this.#deps.db, (db) => this.#insert(db, user)));
  }

  async #insert(db: Db, { clientId, name, email, roles, createdBy }: NewUser): Promise<UserRow> {
    const email_hash = hashEmail(email);
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
      const email_sealed = sealingOf(this.#deps.secrets, 'users', user_id).seal('email', email);
      const row = { user_id, client_id: clientId, name, email_sealed, email_hash, roles: storedRoles(roles) };
      const [stored] = await db
        .insertInto('users')
        .values({ ...row, active: 1, created_at: this.#deps.nowUs(), created_by: createdBy })
        .onConflict((conflict) => conflict.doNothing())
        .returningAll()
        .execute();
      if (stored !== undefined) return stored;
      const taken = await db.selectFrom('users').select('user_id').where('email_hash', '=', email_hash).execute();
      if (taken.length > 0) throw new ApiError(190, 'a user with this e-mail address exists');
    }
    throw new Error('No free user id was found');
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
    const userId = await this.identities.ownerOf({ issuer, subject });
    return userId === undefined ? undefined : this.get(userId);
  }

  async hasIdentityAt(userId: string, issuer: string): Promise<boolean> {
    return (await this.identities.list(userId)).some((one) => one.issuer === issuer);
  }

  /** Writes a sign-in at a provider. Throws as create, update and UserIdentities.bind do, and then writes nothing. */
  admit({ account, user, roles }: Admission): Promise<User> {
    return this.#changed(async (db) => {
      const userId = 'userId' in user ? user.userId : (await this.#insert(db, user)).user_id;
      await this.identities.bind(userId, account, db);
      return this.#change(db, userId, { roles });
    });
  }

  /**
   * A change of the roles, or the end of the user's access, ends its sessions and links (P6, P8). Throws 404, 106, and
   * 190 for other roles than expected.
   */
  update(userId: string, changes: UserChanges, expectedRoles?: readonly Role[]): Promise<User> {
    return this.#changed((db) => this.#change(db, userId, changes, expectedRoles));
  }

  async #changed(work: (db: Db) => Promise<Changed>): Promise<User> {
    const { row, loses, keysOf } = await inTransaction(this.#deps.db, work);
    if (loses) this.#deps.ended({ userId: row.user_id, clientId: row.client_id }, keysOf);
    return this.#user(row);
  }

  async #change(db: Db, userId: string, asked: UserChanges, expectedRoles?: readonly Role[]): Promise<Changed> {
    const { name, roles, active, keysTo: to } = asked;
    const before = await holdUser(db, userId);
    requireExpected(rolesIn(before.roles), expectedRoles);
    if (roles !== undefined) await requireRoles(db, before.client_id, roles);
    const changes = {
      ...(name === undefined ? {} : { name }),
      ...(roles === undefined ? {} : { roles: storedRoles(roles) }),
      ...(active === undefined ? {} : { active: Number(active) }),
    };
    const row = { ...before, ...changes };
    const loses = row.roles !== before.roles || row.active !== before.active;
    // Keys are made by operators alone.
    const leaves = loses && (row.active !== 1 || !rolesIn(row.roles).includes('operator'));
    if (to !== undefined && !leaves) throw new ApiError(106, 'keysTo: the user stays an operator');
    if (Object.keys(changes).length > 0)
      await db.updateTable('users').set(changes).where('user_id', '=', userId).execute();
    const nowUs = this.#deps.nowUs();
    const keysOf = leaves ? await leaveKeys(db, userId, { to, nowUs }) : [];
    if (loses) {
      await endSessionsOf(db, userId, nowUs);
      // Who asked for a link to a trader has none to the operator that the trader becomes.
      await this.links.endAllOf(userId, db);
      const [had, has] = [before, row].map(({ roles: stored }) => rolesIn(stored).some(actsForOthers));
      // Nobody else judged the links with which they were registered (P28).
      if (has && !had) await this.passkeys.removeAllOf(userId, db);
    }
    return { row, loses, keysOf };
  }

  /** A link for the user, as UserLinks.issue. Throws 404, and 190 for an inactive user or other roles. */
  async invite({ expectedRoles, ...link }: NewLink): Promise<{ token: string; expiresAtUs: number }> {
    return inTransaction(this.#deps.db, async (transaction) => {
      const user = await holdUser(transaction, link.userId);
      if (user.active === 0) throw new ApiError(190, 'the user is inactive');
      requireExpected(rolesIn(user.roles), expectedRoles);
      return this.links.issue(link, transaction);
    });
  }

  /** Oldest first, and how many there are. */
  async list({ clientId, ...page }: { readonly clientId?: string | undefined } & PageFrom) {
    const { db } = this.#deps;
    const all = db.selectFrom('users').$if(clientId !== undefined, (one) => one.where(ownedBy(clientId as string)));
    const found = await pageOfAll(all, all.selectAll().orderBy('created_at').orderBy('user_id'), page);
    return { ...found, rows: found.rows.map((row) => this.#user(row)) };
  }

  #query() {
    return this.#deps.db.selectFrom('users').selectAll();
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
      email: sealingOf(this.#deps.secrets, 'users', row.user_id).open('email', row.email_sealed),
      roles: rolesIn(row.roles),
      active: row.active === 1,
      createdAtUs: row.created_at,
      createdBy: row.created_by,
      lastSeenAtUs: row.last_seen_at,
    };
  }
}

interface Changed {
  readonly row: UserRow;
  readonly loses: boolean;
  readonly keysOf: readonly string[];
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
