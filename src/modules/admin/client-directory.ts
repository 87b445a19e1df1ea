import { timingSafeEqual } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { CachedLookups, type CacheLimits } from '../../database/queries/index.ts';
import type { Authenticator, Client } from '../../http/methods/index.ts';
import type { Timers } from '../../time/timers.ts';
import { hashApiKey, isApiKeyForm } from './credentials.ts';
import { deniedBy, namesOf, type PermissionCatalogue, readGrant, scopesOf } from './permissions.ts';

/** The hash that is compared for unknown keys. */
const NO_HASH = Buffer.alloc(32);

interface DirectoryOptions {
  /** Now, in microseconds since 1970. */
  readonly nowUs?: () => number;
  readonly after?: Timers['after'];
  /** Called with each key that was looked up and is good. */
  readonly onUsed?: (keyId: string) => void;
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
  readonly #nowUs: () => number;
  readonly #onUsed: (keyId: string) => void;
  /** By the hash of the key. */
  readonly #clients: CachedLookups<Client | undefined>;
  /** The key of each returned client. */
  readonly #keyHashes = new WeakMap<Client, string>();

  constructor(
    database: Database,
    catalogue: () => PermissionCatalogue,
    limits: CacheLimits = { entriesMax: 10_000, ageMsMax: 30_000 },
    { nowUs = () => Date.now() * 1000, onUsed = () => {}, after }: DirectoryOptions = {},
  ) {
    this.#database = database;
    this.#catalogue = catalogue;
    this.#nowUs = nowUs;
    this.#onUsed = onUsed;
    const endsAt = (client: Client | undefined) => client?.endsAtUs ?? Infinity;
    this.#clients = new CachedLookups((keyHash) => this.#lookUp(keyHash), { ...limits, endsAt }, nowUs, after);
  }

  authenticate(clientId: string, developerApiKey: string): Client | undefined | Promise<Client | undefined> {
    return isApiKeyForm(developerApiKey) ? this.#find(clientId, hashApiKey(developerApiKey)) : undefined;
  }

  cached(clientId: string, developerApiKey: string): Client | undefined {
    if (!isApiKeyForm(developerApiKey)) return undefined;
    return ofId(clientId, this.#clients.cached(hashApiKey(developerApiKey)));
  }

  renew(client: Client): Client | undefined | Promise<Client | undefined> {
    const keyHash = this.#keyHashes.get(client);
    // Also where the database is unavailable.
    if (client.endsAtUs !== undefined && client.endsAtUs <= this.#nowUs()) return undefined;
    return keyHash === undefined ? undefined : this.#find(client.clientId, keyHash);
  }

  /** Call it after every change of clients and keys, which then takes effect with the next call. */
  refresh(): void {
    this.#clients.clear();
  }

  /** As refresh, where the access of these clients has changed, or of clients below them. */
  forget(clientIds: ReadonlySet<string>): void {
    this.#clients.forget((client) => client === undefined || isAmong(client, clientIds));
  }

  #find(clientId: string, keyHash: string): Client | undefined | Promise<Client | undefined> {
    const found = this.#clients.get(keyHash);
    return found instanceof Promise ? found.then((client) => ofId(clientId, client)) : ofId(clientId, found);
  }

  async #lookUp(keyHash: string): Promise<Client | undefined> {
    const row: DirectoryRow | undefined = await this.#database.db
      .selectFrom('api_keys as key')
      .innerJoin('clients as client', 'client.client_id', 'key.client_id')
      .innerJoin('clients as parent', 'parent.client_id', 'client.parent_id')
      .select(['key.key_id', 'key.key_hash', 'key.master', 'key.scopes', 'key.denied_methods', 'key.field_permissions'])
      .select([
        'key.revoked_at',
        'key.made_by',
        'key.handed_to',
        'key.expires_at',
        'client.client_id',
        'client.parent_id',
        'client.name',
        'client.active',
      ])
      .select('parent.active as parent_active')
      .where('key.key_hash', '=', keyHash)
      .executeTakeFirst();
    const stored = row === undefined ? NO_HASH : Buffer.from(row.key_hash, 'hex');
    const sameKey = timingSafeEqual(stored, Buffer.from(keyHash, 'hex'));
    if (row === undefined || !sameKey) return undefined;
    if (row.revoked_at !== null || row.active !== 1 || row.parent_active !== 1) return undefined;
    if (row.expires_at !== null && row.expires_at <= this.#nowUs()) return undefined;
    const client = clientOf(row, this.#catalogue());
    this.#keyHashes.set(client, keyHash);
    this.#onUsed(row.key_id);
    return client;
  }
}

function isAmong({ clientId, parentId }: Client, clientIds: ReadonlySet<string>): boolean {
  return clientIds.has(clientId) || clientIds.has(parentId);
}

function ofId(clientId: string, client: Client | undefined): Client | undefined {
  return client?.clientId === clientId ? client : undefined;
}

interface DirectoryRow {
  readonly key_id: string;
  readonly key_hash: string;
  readonly master: number;
  readonly scopes: string;
  readonly denied_methods: string;
  readonly field_permissions: string;
  readonly revoked_at: number | null;
  readonly made_by: string | null;
  readonly handed_to: string | null;
  readonly expires_at: number | null;
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
    keyId: row.key_id,
    madeBy: row.made_by ?? undefined,
    handedTo: row.handed_to ?? undefined,
    endsAtUs: row.expires_at ?? undefined,
    master: row.master === 1,
    scopes: scopesOf(readGrant(row.scopes), catalogue),
    deniedMethods: new Set(deniedBy(row)),
    fieldPermissions: namesOf(readGrant(row.field_permissions), catalogue.fieldPermissions),
  });
}
