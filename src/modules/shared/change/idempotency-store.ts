/** Stored responses of calls with an Idempotency-Key, for 24 hours (C34). */

import type { Db } from '../../../database/schema/index.ts';
import { type Answer, ApiError } from '../../../http/methods/index.ts';
import { DAY_US } from '../../../time/units.ts';
import { ownedBy, type Secrets } from '../record/index.ts';
import type { KeyLocks } from './key-locks.ts';

export interface IdempotencyStoreDeps {
  readonly secrets: Secrets;
  /** Now, in whole microseconds since 1970 UTC. */
  readonly nowUs: () => number;
  /** The most keys of a client; above it the client's oldest keys are removed. */
  readonly keysPerClientMax: number;
  /** Absent: no other node has the same database. */
  readonly locks?: KeyLocks | undefined;
}

/** The client, the key and the hash of the call's body. */
export interface KeyOfCall {
  readonly clientId: string;
  readonly key: string;
  readonly bodyHash: string;
}

/** The most expired keys of one query. */
const FORGOTTEN_AT_ONCE = 1000;

/** Marks a stored response, which fires no webhook because nothing happened. */
export const REPLAYED = Object.freeze({ 'Idempotency-Replayed': 'true' });

export class IdempotencyStore {
  readonly #deps: IdempotencyStoreDeps;
  /** By client and key: settles with the last call of the key. */
  readonly #underWay = new Map<string, Promise<unknown>>();
  /** The number of keys by client, for clients that used a key since the start. */
  readonly #sizes = new Map<string, number>();

  constructor(deps: IdempotencyStoreDeps) {
    this.#deps = deps;
  }

  /**
   * Runs the work after earlier calls of the same client and key, so that the later of two concurrent calls finds the
   * response of the first.
   * @param isOneTransaction false: on another node too it waits, because more happens than `keep` could roll back
   */
  async inTurn<T>({ clientId, key }: KeyOfCall, isOneTransaction: boolean, work: () => Promise<T>): Promise<T> {
    const name = `${clientId}\n${key}`;
    const { locks } = this.#deps;
    const before = this.#underWay.get(name) ?? Promise.resolve();
    const done = before.then(locks === undefined || isOneTransaction ? work : () => locks.hold(name, work));
    const settled = done.catch(() => undefined);
    this.#underWay.set(name, settled);
    try {
      return await done;
    } catch (error) {
      // When the transaction failed after `keep`, the size counts a key that was rolled back.
      if (!(error instanceof ApiError)) this.#sizes.delete(clientId);
      throw error;
    } finally {
      if (this.#underWay.get(name) === settled) this.#underWay.delete(name);
    }
  }

  /** The stored response; undefined for a new key. Throws 409 when the key was used for another call. */
  async find<F extends object>(db: Db, of: KeyOfCall): Promise<Answer<F> | undefined> {
    const { secrets, nowUs } = this.#deps;
    const row = await db
      .selectFrom('idempotency_keys')
      .select(['body_hash', 'answer_sealed'])
      .where(ownedBy(of.clientId))
      .where('idempotency_key', '=', of.key)
      .where('created_at', '>', nowUs() - DAY_US)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    if (row.body_hash !== of.bodyHash) throw new ApiError(409);
    const answer = JSON.parse(secrets.open(row.answer_sealed, contextOf(of))) as Answer<F>;
    return { ...answer, headers: { ...answer.headers, ...REPLAYED } };
  }

  /** Stores the response in the transaction of the change. */
  async keep(transaction: Db, of: KeyOfCall, answer: Answer<object>): Promise<void> {
    const { secrets, nowUs } = this.#deps;
    const values = {
      body_hash: of.bodyHash,
      answer_sealed: secrets.seal(JSON.stringify(answer), contextOf(of)),
      created_at: nowUs(),
    };
    await this.#makeRoom(transaction, of.clientId);
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('idempotency_keys')
      .values({ ...values, client_id: of.clientId, idempotency_key: of.key })
      .onConflict((conflict) =>
        conflict
          .columns(['client_id', 'idempotency_key'])
          .doUpdateSet(values)
          .where('idempotency_keys.created_at', '<=', nowUs() - DAY_US),
      )
      .executeTakeFirstOrThrow();
    // Another process was faster: this change is rolled back, and a retry finds the other response.
    if (!numInsertedOrUpdatedRows) throw new ApiError(409);
  }

  /** Removes expired keys. @param db Database.background: no call waits for it */
  async forgetOld(db: Db): Promise<void> {
    const before = this.#deps.nowUs() - DAY_US;
    for (let removed = FORGOTTEN_AT_ONCE; removed === FORGOTTEN_AT_ONCE; ) {
      const old = await db
        .selectFrom('idempotency_keys')
        .select(['client_id', 'idempotency_key'])
        .where('created_at', '<=', before)
        .limit(FORGOTTEN_AT_ONCE)
        .execute();
      for (const { client_id, idempotency_key } of old) {
        await db
          .deleteFrom('idempotency_keys')
          .where(ownedBy(client_id))
          .where('idempotency_key', '=', idempotency_key)
          .where('created_at', '<=', before)
          .execute();
      }
      removed = old.length;
    }
    this.#sizes.clear();
  }

  async #makeRoom(transaction: Db, clientId: string): Promise<void> {
    const size = (this.#sizes.get(clientId) ?? (await sizeOf(transaction, clientId))) + 1;
    const { keysPerClientMax } = this.#deps;
    this.#sizes.set(clientId, Math.min(size, keysPerClientMax));
    if (size <= keysPerClientMax) return;
    await transaction
      .deleteFrom('idempotency_keys')
      .where(ownedBy(clientId))
      .where('idempotency_key', 'in', (oldest) =>
        oldest
          .selectFrom('idempotency_keys')
          .select('idempotency_key')
          .where(ownedBy(clientId))
          .orderBy('created_at')
          .limit(size - keysPerClientMax),
      )
      .execute();
  }
}

async function sizeOf(db: Db, clientId: string): Promise<number> {
  const { size } = await db
    .selectFrom('idempotency_keys')
    .select((row) => row.fn.countAll<number>().as('size'))
    .where(ownedBy(clientId))
    .executeTakeFirstOrThrow();
  return size;
}

/** Binds a sealed response to its key: copied to another row, it cannot be decrypted. */
function contextOf({ clientId, key }: KeyOfCall): string {
  return `idempotency_keys.answer:${clientId}:${key}`;
}
