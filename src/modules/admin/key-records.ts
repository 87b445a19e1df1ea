import type { Transaction } from 'kysely';
import type { Database } from '../../database/database.ts';
import { isActiveKey, rowsHeld } from '../../database/queries/index.ts';
import type { ApiKeyRow, Db, Schema } from '../../database/schema/index.ts';
import { ApiError } from '../../http/methods/index.ts';
import type { Microseconds } from '../../time/units.ts';
import { ownedBy } from '../shared/record/index.ts';
import { holdClient } from './client-records.ts';
import { hashApiKey, newApiKey, newKeyId } from './credentials.ts';
import { ALL, type Grant, storedGrant } from './permissions.ts';

/** Two, so that a key can be rotated without a gap (conventions.md, Authentication). */
export const ACTIVE_KEYS_MAX = 2;
/** While keys that were rotated overlap with those that follow them. */
const ROTATED_KEYS_MAX = 2 * ACTIVE_KEYS_MAX;
const ENDING_MAX = 1000;
/** Newest keys that a list shows, revoked ones included. */
const LISTED_MAX = 100;

/** What is chosen of a new key; absent: all scopes, no name, made by nobody known, without an end. */
export interface KeyTerms {
  readonly scopes?: Grant | undefined;
  readonly name?: string | undefined;
  /** A user. */
  readonly madeBy?: string | undefined;
  readonly expiresAt?: Microseconds | undefined;
}

export interface NewKey {
  readonly row: ApiKeyRow;
  /** Shown once, because only its hash is stored. */
  readonly developerApiKey: string;
}

/** A key and the one that it follows. */
export interface Rotated extends NewKey {
  readonly old: ApiKeyRow;
}

/** Whether a key is neither revoked nor past its end. */
export function isActive({ revoked_at, expires_at }: ApiKeyRow, nowUs: Microseconds): boolean {
  return revoked_at === null && (expires_at === null || expires_at > nowUs);
}

/** API keys and what each may do. */
export class KeyRecords {
  readonly #database: Database;
  readonly nowUs: () => Microseconds;
  readonly #changed: () => void;

  /** nowUs: microseconds since 1970; changed: called after each change. */
  constructor(database: Database, nowUs: () => number, changed: () => void) {
    this.#database = database;
    this.nowUs = nowUs;
    this.#changed = changed;
  }

  /** A new key may use all methods but those of master keys. Throws 404, and 190 when two keys are active. */
  async create(clientId: string, master: boolean, terms: KeyTerms = {}): Promise<NewKey> {
    const { scopes = ALL, name = null, madeBy = null, expiresAt = null } = terms;
    const own = { scopes: storedGrant(scopes), name, made_by: madeBy, expires_at: expiresAt };
    return this.#add(clientId, async (transaction, key) => {
      await requireRoom(transaction, clientId, ACTIVE_KEYS_MAX, key.created_at);
      return { row: { ...key, master: Number(master), ...own } };
    });
  }

  /**
   * A key with the rights and the name of another one, which ends after the overlap, or before. A key with an end is
   * followed by one that lasts as long. Throws 404, and 190 for a key that has ended and where the client has too many.
   */
  async rotate(keyId: string, { overlapUs, madeBy }: { overlapUs: number; madeBy: string | null }): Promise<Rotated> {
    const { client_id } = await this.get(keyId);
    const { replaced: old, ...made } = await this.#add(client_id, async (transaction, key) => {
      const now = key.created_at;
      const old = await this.#hold(transaction, keyId);
      if (!isActive(old, now)) throw new ApiError(190, 'the key has ended');
      await requireRoom(transaction, client_id, ROTATED_KEYS_MAX, now);
      const lasts = old.expires_at === null ? null : now + old.expires_at - old.created_at;
      const { master, scopes, denied_methods, field_permissions, name } = old;
      const expires_at = Math.min(old.expires_at ?? Infinity, now + overlapUs);
      await transaction.updateTable('api_keys').set({ expires_at }).where('key_id', '=', keyId).execute();
      const rights = { master, scopes, denied_methods, field_permissions };
      const row = { ...key, ...rights, name, made_by: madeBy, expires_at: lasts };
      return { row, replaced: { ...old, expires_at } };
    });
    return { ...made, old };
  }

  /** Makes a key of a client, whose keys are locked meanwhile. */
  async #add<Made extends { readonly row: ApiKeyRow }>(
    clientId: string,
    of: (transaction: Transaction<Schema>, key: ApiKeyRow) => Promise<Made>,
  ): Promise<Made & NewKey> {
    const developerApiKey = newApiKey();
    const made = await this.#database.db.transaction().execute(async (transaction) => {
      await holdClient(transaction, clientId);
      const added = await of(transaction, newKeyRow(clientId, false, hashApiKey(developerApiKey), this.nowUs()));
      await transaction.insertInto('api_keys').values(added.row).execute();
      return added;
    });
    this.#changed();
    return { ...made, developerApiKey };
  }

  /** Keys that end by themselves before a time, the next one first; at most 1,000. */
  async endingBefore(before: Microseconds): Promise<Pick<ApiKeyRow, 'key_id' | 'client_id' | 'expires_at'>[]> {
    const keys = this.#database.db.selectFrom('api_keys').select(['key_id', 'client_id', 'expires_at']);
    return await keys
      .where(isActiveKey(this.nowUs()))
      .where('expires_at', '<', before)
      .orderBy('expires_at')
      .limit(ENDING_MAX)
      .execute();
  }

  /** Newest first. */
  async list(clientId: string): Promise<ApiKeyRow[]> {
    return await this.#database.db
      .selectFrom('api_keys')
      .selectAll()
      .where(ownedBy(clientId))
      .orderBy('created_at', 'desc')
      .orderBy('key_id')
      .limit(LISTED_MAX)
      .execute();
  }

  /**
   * Revokes a key; a revoked key stays so. Throws 404, and 190 for the last master key, which nobody could replace.
   */
  async revoke(keyId: string): Promise<ApiKeyRow> {
    const row = await this.#database.db.transaction().execute(async (transaction) => {
      const key = await this.#hold(transaction, keyId);
      if (key.revoked_at !== null) return key;
      if (key.master === 1) await requireOtherMaster(transaction, keyId, this.nowUs());
      const revoked = { ...key, revoked_at: this.nowUs() };
      await transaction
        .updateTable('api_keys')
        .set({ revoked_at: revoked.revoked_at })
        .where('key_id', '=', keyId)
        .execute();
      return revoked;
    });
    this.#changed();
    return row;
  }

  /** Throws 404. */
  async get(keyId: string): Promise<ApiKeyRow> {
    const query = this.#database.db.selectFrom('api_keys').selectAll().where('key_id', '=', keyId);
    return (await query.executeTakeFirst()) ?? unknownKey();
  }

  async setScopes(keyId: string, scopes: Grant): Promise<ApiKeyRow> {
    return await this.#set(keyId, { scopes: storedGrant(scopes) });
  }

  /** @param expected the current list of the key; absent: any. Throws 190 when the key has another list. */
  async setDeniedMethods(keyId: string, methods: readonly string[], expected?: readonly string[]): Promise<ApiKeyRow> {
    return await this.#set(keyId, { denied_methods: storedGrant(methods) }, expected && storedGrant(expected));
  }

  async setFieldPermissions(keyId: string, fields: Grant): Promise<ApiKeyRow> {
    return await this.#set(keyId, { field_permissions: storedGrant(fields) });
  }

  async #set(
    keyId: string,
    values: Partial<Pick<ApiKeyRow, 'scopes' | 'denied_methods' | 'field_permissions'>>,
    denied?: string,
  ): Promise<ApiKeyRow> {
    const row = await this.#database.db
      .updateTable('api_keys')
      .set(values)
      .where('key_id', '=', keyId)
      .$if(denied !== undefined, (query) => query.where('denied_methods', '=', denied as string))
      .returningAll()
      .executeTakeFirst();
    this.#changed();
    if (row !== undefined) return row;
    await this.get(keyId);
    throw deniedOtherMethods();
  }

  /** Locks all master keys too, so that two concurrent calls cannot revoke the last two. */
  async #hold(transaction: Transaction<Schema>, keyId: string): Promise<ApiKeyRow> {
    const masters = transaction
      .selectFrom('api_keys')
      .selectAll()
      .where((where) => where.or([where('key_id', '=', keyId), where('master', '=', 1)]))
      .orderBy('key_id');
    const rows = await rowsHeld(transaction, masters).execute();
    return rows.find((row) => row.key_id === keyId) ?? unknownKey();
  }
}

export function newKeyRow(clientId: string, master: boolean, keyHash: string, createdAt: number): ApiKeyRow {
  return {
    key_id: newKeyId(),
    client_id: clientId,
    key_hash: keyHash,
    master: Number(master),
    scopes: ALL,
    denied_methods: storedGrant([]),
    field_permissions: ALL,
    created_at: createdAt,
    revoked_at: null,
    name: null,
    made_by: null,
    handed_to: null,
    expires_at: null,
    last_used_at: null,
  };
}

async function requireRoom(db: Db, clientId: string, keysMax: number, nowUs: number): Promise<void> {
  const keys = db.selectFrom('api_keys').select('key_id').where(ownedBy(clientId));
  const active = await keys.where(isActiveKey(nowUs)).execute();
  if (active.length < keysMax) return;
  throw new ApiError(190, `The client has ${active.length} active keys: revoke one first`);
}

async function requireOtherMaster(transaction: Transaction<Schema>, keyId: string, nowUs: number): Promise<void> {
  const other = await transaction
    .selectFrom('api_keys as key')
    .innerJoin('clients as client', 'client.client_id', 'key.client_id')
    .innerJoin('clients as parent', 'parent.client_id', 'client.parent_id')
    .select('key.key_id')
    .where('key.master', '=', 1)
    .where(isActiveKey(nowUs, 'key'))
    .where('key.key_id', '!=', keyId)
    .where('client.active', '=', 1)
    .where('parent.active', '=', 1)
    .executeTakeFirst();
  if (other === undefined) throw new ApiError(190, 'This is the last master key: create another one first');
}

/** The key has changed since the caller read it. */
export function deniedOtherMethods(): ApiError {
  return new ApiError(190, 'deniedMethods of the key have changed: read the key again');
}

function unknownKey(): never {
  throw new ApiError(404, 'There is no such key');
}
