/** Locks of idempotency keys between the nodes of a venue, for calls that act before their transaction (C34, C73). */
import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { DatabaseUnavailable } from '../../../database/queries/index.ts';
import type { Db } from '../../../database/schema/index.ts';

const RETRY_MS = 50;
/** As long as a request of a provider may take, and longer. */
const WAIT_MS_MAX = 30_000;

/** The connection that has the locks, while there are any. The database frees them when it closes. */
interface Session {
  /** Resolves with undefined when there is no connection. */
  readonly db: Promise<Db | undefined>;
  readonly end: () => void;
  users: number;
}

/** Advisory locks of PostgreSQL, all on one connection, so that waiting calls leave connections to others. */
export class KeyLocks {
  readonly #db: Db;
  #session: Session | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Runs the work while no other node runs work of that name. The caller runs one of a name at a time. */
  async hold<T>(name: string, work: () => Promise<T>): Promise<T> {
    const session = this.#session ?? this.#open();
    session.users++;
    try {
      return await this.#locked(session, name, work);
    } finally {
      if (--session.users === 0) this.#close(session);
    }
  }

  async #locked<T>(session: Session, name: string, work: () => Promise<T>): Promise<T> {
    const db = await session.db;
    const id = sql`${hash('sha256', name, 'buffer').readBigInt64BE().toString()}::bigint`;
    try {
      await lock(db, id);
    } catch (error) {
      // The connection may be lost: later calls get another one.
      this.#close(session);
      throw error;
    }
    try {
      return await work();
    } finally {
      await sql`select pg_advisory_unlock(${id})`.execute(db as Db).catch(() => this.#close(session));
    }
  }

  #open(): Session {
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const { promise: db, resolve } = Promise.withResolvers<Db | undefined>();
    this.#db
      .connection()
      .execute((connection) => {
        resolve(connection);
        return ended;
      })
      .catch(() => resolve(undefined));
    const session = { db, end, users: 0 };
    this.#session = session;
    return session;
  }

  #close(session: Session): void {
    if (this.#session === session) this.#session = undefined;
    if (session.users === 0) session.end();
  }
}

async function lock(db: Db | undefined, id: ReturnType<typeof sql>): Promise<void> {
  if (db === undefined) throw new DatabaseUnavailable(new Error('no connection for the locks of idempotency keys'));
  for (const endMs = performance.now() + WAIT_MS_MAX; performance.now() < endMs; await delay(RETRY_MS)) {
    const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_lock(${id}) as locked`.execute(db);
    if (rows[0]?.locked) return;
  }
  throw new DatabaseUnavailable(new Error('another node is performing the call with this Idempotency-Key'));
}
