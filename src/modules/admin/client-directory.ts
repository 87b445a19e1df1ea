import { timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../database/database.ts';
import type { Authenticator, Client } from '../../http/methods/index.ts';
import type { CacheLimits } from '../../webhooks/index.ts';
import { isOf } from '../shared/record/index.ts';
import { hashApiKey, isApiKeyForm } from './credentials.ts';
import { deniedBy, namesOf, type PermissionCatalogue, readGrant, scopesOf } from './permissions.ts';

/** For LRUCache.get, which would otherwise create an object for each call. */
const NO_OPTIONS = {};
/** The hash that is compared for unknown keys. */
const NO_HASH = Buffer.alloc(32);

interface KnownKey {
  readonly client: Client;
  readonly untilMs: number;
}

/**
 * Finds clients by their credentials: valid cached credentials from memory, others from the database.
 *
 * A key is looked up only by its hash, so an unknown client id and a wrong key take the same path and time. Memory and
 * database hold the SHA-256 of a key, never the key.
 */
export class ClientDirectory implements Authenticator {
  readonly #database: Database;
  readonly #catalogue: () => PermissionCatalogue;
  readonly #limits: CacheLimits;
  readonly #nowMs: () => number;
  /** By the hash of the key. */
  readonly #known: LRUCache<string, KnownKey>;
  /** The key of each returned client. */
  readonly #keyHashes = new WeakMap<Client, string>();
  /** Lookups under way, by the hash of the key, which concurrent calls share. */
  readonly #asked = new Map<string, Promise<DirectoryRow | undefined>>();
  /** Counts the changes: a result that was read before a change is not cached. */
  #generation = 0;

  constructor(
    database: Database,
    catalogue: () => PermissionCatalogue,
    limits: CacheLimits = { entriesMax: 10_000, ageMsMax: 30_000 },
    nowMs: () => number = Date.now,
  ) {
    this.#database = database;
    this.#catalogue = catalogue;
    this.#limits = limits;
    this.#nowMs = nowMs;
    this.#known = new LRUCache({ max: limits.entriesMax });
  }

  authenticate(clientId: string, developerApiKey: string): Client | undefined | Promise<Client | undefined> {
    if (!isApiKeyForm(developerApiKey)) return undefined;
    const keyHash = hashApiKey(developerApiKey);
    return this.#cached(clientId, keyHash) ?? this.#fromDatabase(clientId, keyHash);
  }

  cached(clientId: string, developerApiKey: string): Client | undefined {
    return isApiKeyForm(developerApiKey) ? this.#cached(clientId, hashApiKey(developerApiKey)) : undefined;
  }

  renew(client: Client): Client | undefined | Promise<Client | undefined> {
    const keyHash = this.#keyHashes.get(client);
    if (keyHash === undefined) return undefined;
    return this.#cached(client.clientId, keyHash) ?? this.#fromDatabase(client.clientId, keyHash);
  }

  /** Call it after every change of clients and keys, which then takes effect with the next call. */
  refresh(): void {
    this.#generation++;
    this.#known.clear();
    this.#asked.clear();
  }

  #cached(clientId: string, keyHash: string): Client | undefined {
    const known = this.#known.get(keyHash, NO_OPTIONS);
    return known?.client.clientId === clientId && this.#nowMs() < known.untilMs ? known.client : undefined;
  }

  async #fromDatabase(clientId: string, keyHash: string): Promise<Client | undefined> {
    const generation = this.#generation;
    const row = await (this.#asked.get(keyHash) ?? this.#ask(keyHash));
    const stored = row === undefined ? NO_HASH : Buffer.from(row.key_hash, 'hex');
    const sameKey = timingSafeEqual(stored, Buffer.from(keyHash, 'hex'));
    if (row === undefined || !sameKey || !isOf(clientId, row)) return undefined;
    if (row.revoked_at !== null || row.active !== 1 || row.parent_active !== 1) return undefined;
    const client = clientOf(row, this.#catalogue());
    this.#keyHashes.set(client, keyHash);
    if (generation === this.#generation) this.#keep(keyHash, client);
    return client;
  }

  #ask(keyHash: string): Promise<DirectoryRow | undefined> {
    const asked = this.#row(keyHash).finally(() => {
      if (this.#asked.get(keyHash) === asked) this.#asked.delete(keyHash);
    });
    this.#asked.set(keyHash, asked);
    return asked;
  }

  #row(keyHash: string): Promise<DirectoryRow | undefined> {
    return this.#database.db
      .selectFrom('api_keys as key')
      .innerJoin('clients as client', 'client.client_id', 'key.client_id')
      .innerJoin('clients as parent', 'parent.client_id', 'client.parent_id')
      .select(['key.key_hash', 'key.master', 'key.scopes', 'key.denied_methods', 'key.field_permissions'])
      .select(['key.revoked_at', 'client.client_id', 'client.parent_id', 'client.name', 'client.active'])
      .select('parent.active as parent_active')
      .where('key.key_hash', '=', keyHash)
      .executeTakeFirst();
  }

  #keep(keyHash: string, client: Client): void {
    this.#known.set(keyHash, { client, untilMs: this.#nowMs() + this.#limits.ageMsMax });
  }
}

interface DirectoryRow {
  readonly key_hash: string;
  readonly master: number;
  readonly scopes: string;
  readonly denied_methods: string;
  readonly field_permissions: string;
  readonly revoked_at: number | null;
  readonly client_id: string;
  readonly parent_id: string;
  readonly name: string;
  readonly active: number;
  readonly parent_active: number;
}

function clientOf(row: DirectoryRow, catalogue: PermissionCatalogue): Client {
  return Object.freeze({
    clientId: row.client_id,
    parentId: row.parent_id,
    name: row.name,
    master: row.master === 1,
    scopes: scopesOf(readGrant(row.scopes), catalogue),
    deniedMethods: new Set(deniedBy(row)),
    fieldPermissions: namesOf(readGrant(row.field_permissions), catalogue.fieldPermissions),
  });
}
