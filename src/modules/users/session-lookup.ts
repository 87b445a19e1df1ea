import { compiledOnce } from '../../database/queries/index.ts';
import type { Db } from '../../database/schema/index.ts';
import type { Client } from '../../http/methods/index.ts';
import type { Rights } from './roles.ts';

/** A session that is not over. */
export interface LiveSession {
  readonly client: Client;
  /** The last use that is stored, or about to be. */
  lastUsedAtUs: number;
}

export interface SessionLookupDeps {
  readonly db: Db;
  readonly nowUs: () => number;
  /** Without a use for as long, a session is over. */
  readonly idleUs: number;
  /** Of the stored text of roles. */
  readonly rightsOf: (roles: string) => Rights;
  readonly fieldPermissions: () => ReadonlySet<string>;
}

interface SessionRow {
  readonly session_id: string;
  readonly user_id: string;
  readonly authenticated_at: number;
  readonly last_used_at: number;
  readonly expires_at: number;
  readonly ended_at: number | null;
  readonly roles: string;
  readonly user_active: number;
  readonly client_id: string;
  readonly parent_id: string;
  readonly name: string;
  readonly active: number;
  readonly parent_active: number;
}

/** The most sessions that one query asks for. */
const AT_ONCE_MAX = 500;

/** Reads sessions from the database, and judges whether they are over. */
export class SessionLookup {
  readonly #deps: SessionLookupDeps;
  /** Sessions that were asked for in this run of the microtask queue, by their ids: one query reads them together. */
  #asked = new Map<string, PromiseWithResolvers<Client | undefined>>();

  constructor(deps: SessionLookupDeps) {
    this.#deps = deps;
  }

  async ofToken(tokenHash: string): Promise<LiveSession | undefined> {
    const query = () => this.#query().where('session.token_hash', '=', tokenHash);
    const { rows } = await this.#deps.db.executeQuery(
      compiledOnce(this.#deps.db, 'session of token', [tokenHash], query),
    );
    const [row] = rows as SessionRow[];
    const client = row && this.#clientOf(row);
    return row && client && { client, lastUsedAtUs: row.last_used_at };
  }

  /** The streams of a node ask for many at a time. */
  ofSession(sessionId: string): Promise<Client | undefined> {
    const known = this.#asked.get(sessionId);
    if (known !== undefined) return known.promise;
    if (this.#asked.size === 0) queueMicrotask(() => void this.#readAsked());
    const asked = Promise.withResolvers<Client | undefined>();
    this.#asked.set(sessionId, asked);
    return asked.promise;
  }

  /** Stores when and from where the session was used last. */
  async storeUse({ user }: Client, ip: string, nowUs: number): Promise<void> {
    if (user === undefined) return;
    const { db } = this.#deps;
    await db
      .updateTable('user_sessions')
      .set({ last_used_at: nowUs, ip })
      .where('session_id', '=', user.sessionId)
      .where('last_used_at', '<', nowUs)
      .execute();
    await db.updateTable('users').set({ last_seen_at: nowUs }).where('user_id', '=', user.userId).execute();
  }

  async #readAsked(): Promise<void> {
    const asked = [...this.#asked];
    this.#asked = new Map();
    for (let from = 0; from < asked.length; from += AT_ONCE_MAX) {
      const some = new Map(asked.slice(from, from + AT_ONCE_MAX));
      try {
        const rows = await this.#query()
          .where('session.session_id', 'in', [...some.keys()])
          .execute();
        const found = new Map(rows.map((row) => [row.session_id, this.#clientOf(row)]));
        for (const [sessionId, { resolve }] of some) resolve(found.get(sessionId));
      } catch (error) {
        for (const { reject } of some.values()) reject(error);
      }
    }
  }

  #query() {
    return this.#deps.db
      .selectFrom('user_sessions as session')
      .innerJoin('users as user', 'user.user_id', 'session.user_id')
      .innerJoin('clients as client', 'client.client_id', 'user.client_id')
      .innerJoin('clients as parent', 'parent.client_id', 'client.parent_id')
      .select(['session.session_id', 'session.user_id', 'session.authenticated_at', 'session.last_used_at'])
      .select(['session.expires_at', 'session.ended_at', 'user.roles', 'user.active as user_active'])
      .select(['client.client_id', 'client.parent_id', 'client.name', 'client.active'])
      .select('parent.active as parent_active');
  }

  #clientOf(row: SessionRow): Client | undefined {
    const now = this.#deps.nowUs();
    if (row.ended_at !== null || now >= row.expires_at || now >= row.last_used_at + this.#deps.idleUs) return undefined;
    if (row.user_active !== 1 || row.active !== 1 || row.parent_active !== 1) return undefined;
    return Object.freeze({
      clientId: row.client_id,
      parentId: row.parent_id,
      name: row.name,
      user: Object.freeze({
        userId: row.user_id,
        sessionId: row.session_id,
        authenticatedAtUs: row.authenticated_at,
      }),
      ...this.#deps.rightsOf(row.roles),
      fieldPermissions: this.#deps.fieldPermissions(),
    });
  }
}
