import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { CachedLookups } from '../../database/queries/index.ts';
import type { UserSessionRow } from '../../database/schema/index.ts';
import { ApiError, type Client, type Method } from '../../http/methods/index.ts';
import { HOUR_US, MINUTE_MS, MINUTE_US } from '../../time/units.ts';
import { inTransaction, type SealedDatabase, sealingOf } from '../shared/record/index.ts';
import { holdUser } from './held-user.ts';
import { type Rights, type Role, requireExpected, rightsOf, rolesIn } from './roles.ts';
import { type LiveSession, SessionLookup } from './session-lookup.ts';
import { type Proof, proofColumns } from './session-proof.ts';
import { hashToken, isToken, newToken } from './tokens.ts';

/**
 * How long a session is valid in memory: another node may have ended it. Twice that and the query is less than the
 * second within which an ended session is refused everywhere (P8).
 */
const CACHE_MS_MAX = 300;
const SESSIONS_KNOWN_MAX = 10_000;
/** A session that was valid within this time is looked up at once, however many wrong ones its address sends. */
const VALID_BEFORE_MS = 10 * MINUTE_MS;
/** A new session of a user with as many ends the one that was used longest ago. */
const SESSIONS_PER_USER_MAX = 20;
/** The use of a session is stored at most this often, and at least ten times within its idle limit. */
const USE_STORED_US = MINUTE_US;
/** Sessions that are over are kept for as long, and then removed by the next sign-in of their user. */
const KEPT_US = 7 * 24 * HOUR_US;
const USER_AGENT_LENGTH_MAX = 200;

interface SessionSettings {
  /** Minutes without a call after which a session ends. */
  readonly idleMinutes: number;
  /** Hours after which it ends, however much it is used. */
  readonly hours: number;
}

export interface UserSessionDeps extends SealedDatabase {
  readonly nowUs: () => number;
  /** All declared methods; first asked on a call. */
  readonly methods: () => readonly Method[];
  /** Every field permission, as a new key has them. */
  readonly fieldPermissions: () => ReadonlySet<string>;
  readonly settings: SessionSettings;
  /** Called when sessions of a user of the client ended, so that its streams can be closed. */
  readonly ended: (clientId: string) => void;
}

/** Where the user signed in, of a session by OpenID Connect. */
interface ProviderSession {
  readonly issuer: string;
  readonly subject: string;
  /** The provider's own session. */
  readonly sid?: string | undefined;
  /** For the sign-out at the provider; sealed at rest. */
  readonly idToken?: string | undefined;
}

export interface NewSession {
  readonly userId: string;
  /** `oidc:<provider>`, `passkey` or `link`. */
  readonly how: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly proof: Proof;
  readonly provider?: ProviderSession | undefined;
  /** As the user had them when it proved who it is; absent: any. */
  readonly roles?: readonly Role[];
}

export interface Started {
  /** For the cookie; not shown again. */
  readonly token: string;
  readonly sessionId: string;
  readonly expiresAtUs: number;
}

/** The sessions of users, from the sign-in to the end (P7, P8). */
export class UserSessions {
  readonly #deps: UserSessionDeps;
  readonly #lookup: SessionLookup;
  /** By the hash of the token. */
  readonly #live: CachedLookups<LiveSession | undefined>;
  /** Hashes of tokens that were valid a moment ago. */
  readonly #valid = new LRUCache<string, true>({
    ...{ maxSize: SESSIONS_KNOWN_MAX, sizeCalculation: () => 1, ttl: VALID_BEFORE_MS },
  });
  /** By the stored text of the roles; there are few combinations. */
  readonly #rights = new Map<string, Rights>();

  constructor(deps: UserSessionDeps) {
    const { db, nowUs, settings } = deps;
    this.#deps = deps;
    this.#lookup = new SessionLookup({
      ...{ db, nowUs, idleUs: settings.idleMinutes * MINUTE_US },
      rightsOf: (roles) => this.#rightsOf(roles),
      fieldPermissions: deps.fieldPermissions,
    });
    const limits = { entriesMax: SESSIONS_KNOWN_MAX, ageMsMax: CACHE_MS_MAX };
    this.#live = new CachedLookups((tokenHash) => this.#find(tokenHash), limits, nowUs);
  }

  /** Throws 404 for an unknown user, 111 for one that is inactive, 190 for one that has other roles. */
  async start(session: NewSession): Promise<Started> {
    const { nowUs, settings, secrets } = this.#deps;
    const { userId, how, ip, userAgent, proof, provider } = session;
    const [token, session_id, now] = [newToken(), `S${randomBytes(8).toString('hex')}`, nowUs()];
    const expires_at = now + settings.hours * HOUR_US;
    const sealing = sealingOf(secrets, 'user_sessions', session_id);
    const row: UserSessionRow = {
      ...{ session_id, token_hash: hashToken(token), user_id: userId, how, ip },
      provider_issuer: provider?.issuer ?? null,
      provider_subject: provider?.subject ?? null,
      provider_sid: provider?.sid ?? null,
      id_token_sealed: provider?.idToken === undefined ? null : sealing.seal('id_token', provider.idToken),
      user_agent: userAgent.slice(0, USER_AGENT_LENGTH_MAX),
      ...{ created_at: now, last_used_at: now, expires_at, ended_at: null, ...proofColumns(proof) },
    };
    await inTransaction(this.#deps.db, async (db) => {
      const user = await holdUser(db, userId);
      if (user.active !== 1) throw new ApiError(111, 'the user is inactive');
      requireExpected(rolesIn(user.roles), session.roles);
      const ofUser = db.deleteFrom('user_sessions').where('user_id', '=', userId);
      await ofUser
        .where((where) => where.or([where('ended_at', '<', now - KEPT_US), where('expires_at', '<', now - KEPT_US)]))
        .execute();
      const ids = db.selectFrom('user_sessions').select('session_id').where('user_id', '=', userId);
      const live = await ids.where('ended_at', 'is', null).orderBy('last_used_at', 'desc').execute();
      const over = live.slice(SESSIONS_PER_USER_MAX - 1).map((one) => one.session_id);
      if (over.length > 0) {
        await db.updateTable('user_sessions').set({ ended_at: now }).where('session_id', 'in', over).execute();
      }
      await db.insertInto('user_sessions').values(row).execute();
      await db.updateTable('users').set({ last_seen_at: now }).where('user_id', '=', userId).execute();
    });
    this.#valid.set(row.token_hash, true);
    return { token, sessionId: session_id, expiresAtUs: expires_at };
  }

  /**
   * Whose session the token is of, with what the user may do now; undefined for an unknown token, and once it is over.
   * @param isUse false where no person asked, as of a page that refreshes itself: the session stays as idle as it was
   */
  check(token: string, ip: string, isUse = true): Client | undefined | Promise<Client | undefined> {
    if (!isToken(token)) return undefined;
    const found = this.#live.get(hashToken(token));
    return found instanceof Promise ? found.then((live) => this.#used(live, ip, isUse)) : this.#used(found, ip, isUse);
  }

  wasValid(token: string): boolean {
    return isToken(token) && this.#valid.has(hashToken(token));
  }

  async #find(tokenHash: string): Promise<LiveSession | undefined> {
    const live = await this.#lookup.ofToken(tokenHash);
    if (live === undefined) this.#valid.delete(tokenHash);
    else this.#valid.set(tokenHash, true);
    return live;
  }

  /** The caller of an earlier check, with what it may do now; undefined once its session is over. Not from memory. */
  async renew({ user }: Client): Promise<Client | undefined> {
    return user === undefined ? undefined : await this.#lookup.ofSession(user.sessionId);
  }

  #used(live: LiveSession | undefined, ip: string, isUse: boolean): Client | undefined | Promise<Client | undefined> {
    if (live === undefined || !isUse) return live?.client;
    const now = this.#deps.nowUs();
    const storedEach = Math.min(USE_STORED_US, (this.#deps.settings.idleMinutes * MINUTE_US) / 10);
    if (now - live.lastUsedAtUs < storedEach) return live.client;
    live.lastUsedAtUs = now;
    return this.#lookup.storeUse(live.client, ip, now).then(() => live.client);
  }

  /** Ends a session; whether it was live. */
  async end(sessionId: string): Promise<boolean> {
    return (await this.#end({ session_id: sessionId })) > 0;
  }

  /** How many were live. */
  async endAllOf(userId: string): Promise<number> {
    return await this.#end({ user_id: userId });
  }

  /** Ends the sessions of a sign-out at the provider: those of its session, or all of its subject. */
  async endOfProvider({
    issuer,
    sid,
    subject,
  }: {
    issuer: string;
    sid?: string | undefined;
    subject?: string | undefined;
  }): Promise<void> {
    if (sid === undefined && subject === undefined) return;
    await this.#end({
      provider_issuer: issuer,
      ...(sid === undefined ? {} : { provider_sid: sid }),
      ...(subject === undefined ? {} : { provider_subject: subject }),
    });
  }

  /** The user proved again who it is: the session goes on under a new token, the old one ends. Throws 404. */
  async reauthenticated(sessionId: string, proof: Proof): Promise<Started> {
    const token = newToken();
    const now = this.#deps.nowUs();
    const row = await this.#deps.db
      .updateTable('user_sessions')
      .set({ token_hash: hashToken(token), last_used_at: now, ...proofColumns(proof) })
      .where('session_id', '=', sessionId)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .returningAll()
      .executeTakeFirst();
    this.#live.clear();
    if (row === undefined) throw new ApiError(404, 'the session is over');
    this.#valid.set(row.token_hash, true);
    return { token, sessionId, expiresAtUs: row.expires_at };
  }

  /** The sessions of a user that are not over, the newest first. */
  async list(userId: string): Promise<UserSessionRow[]> {
    const now = this.#deps.nowUs();
    return await this.#deps.db
      .selectFrom('user_sessions')
      .selectAll()
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', now)
      .where('last_used_at', '>', now - this.#deps.settings.idleMinutes * MINUTE_US)
      .orderBy('created_at', 'desc')
      .limit(SESSIONS_PER_USER_MAX)
      .execute();
  }

  /** Whose session it is; undefined for an unknown one. */
  async get(sessionId: string): Promise<UserSessionRow | undefined> {
    const query = this.#deps.db.selectFrom('user_sessions').selectAll().where('session_id', '=', sessionId);
    return await query.executeTakeFirst();
  }

  /** How the session began at a provider, for the sign-out there; undefined where it did not. */
  async providerOf(sessionId: string): Promise<{ readonly how: string; readonly idToken: string } | undefined> {
    const row = await this.get(sessionId);
    if (row === undefined || row.id_token_sealed === null) return undefined;
    const sealing = sealingOf(this.#deps.secrets, 'user_sessions', sessionId);
    return { how: row.how, idToken: sealing.open('id_token', row.id_token_sealed) };
  }

  /** Call it after a change that may have ended sessions: they are refused from the next call on. */
  refresh(clientId: string): void {
    this.#live.clear();
    this.#deps.ended(clientId);
  }

  async #end(
    which: Partial<
      Pick<UserSessionRow, 'session_id' | 'user_id' | 'provider_issuer' | 'provider_sid' | 'provider_subject'>
    >,
  ): Promise<number> {
    const { db, nowUs } = this.#deps;
    const query = db.updateTable('user_sessions').set({ ended_at: nowUs() }).where('ended_at', 'is', null);
    const rows = await query
      .where((where) => where.and(which))
      .returning('user_id')
      .execute();
    if (rows.length === 0) return 0;
    const userIds = [...new Set(rows.map(({ user_id }) => user_id))];
    const clients = await db
      .selectFrom('users')
      .select('client_id')
      .distinct()
      .where('user_id', 'in', userIds)
      .execute();
    this.#live.clear();
    for (const { client_id } of clients) this.#deps.ended(client_id);
    return rows.length;
  }

  #rightsOf(stored: string): Rights {
    let rights = this.#rights.get(stored);
    if (rights === undefined) {
      const roles: readonly Role[] = rolesIn(stored);
      rights = rightsOf(roles, this.#deps.methods());
      this.#rights.set(stored, rights);
    }
    return rights;
  }
}
