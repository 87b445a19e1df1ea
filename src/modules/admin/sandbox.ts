import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import type { Transaction } from 'kysely';
import { isActiveKey } from '../../database/queries/index.ts';
import type { ApiKeyRow, Db, Schema } from '../../database/schema/index.ts';
import { createPrivateFile, readPrivateFile, writePrivateFile } from '../../database/secrets/index.ts';
import { isOf, ownedBy } from '../shared/record/index.ts';
import { holdClient } from './client-records.ts';
import { hashApiKey, isApiKeyForm, newApiKey } from './credentials.ts';
import { ACTIVE_KEYS_MAX, newKeyRow } from './key-records.ts';

interface SandboxClient {
  readonly file: string;
  readonly clientId: string;
  readonly name: string;
  readonly master: boolean;
}

/** The client that takes the other side by script (Z7). */
export const COUNTERPARTY_ID = 'C00000004';

/** Fixed ids, below those of new clients. */
const SANDBOX_CLIENTS: readonly SandboxClient[] = [
  { file: 'sandbox-operator.json', clientId: 'C00000001', name: 'Sandbox operator', master: true },
  { file: 'sandbox-client.json', clientId: 'C00000002', name: 'Sandbox client', master: false },
  { file: 'sandbox-counterparty.json', clientId: COUNTERPARTY_ID, name: 'Sandbox counterparty', master: false },
];

export interface Credentials {
  readonly clientID: string;
  readonly developerAPIKey: string;
}

/** A client and the key that it has while no other was made. */
interface KeyedClient extends SandboxClient {
  readonly firstKey: string;
}

const TICKER: SandboxClient = {
  file: 'sandbox-ticker.json',
  clientId: 'C00000003',
  name: 'Sandbox ticker',
  master: false,
};

/**
 * Ensures that the sandbox has a client and an operator (a master key), with their credentials in
 * DATA_DIR/sandbox-client.json and DATA_DIR/sandbox-operator.json, readable by the owner only; with a ticker also its
 * client, in sandbox-ticker.json. A start with the same
 * folder changes nothing. After a lost file or a revoked key it creates a new key; a new database gets the keys of the
 * files. nowUs: microseconds since 1970. shared: the secret of several nodes, which all make the same keys from it, so
 * that a node that leads for the first time revokes none.
 */
export async function ensureSandbox(
  dataDir: string,
  db: Db,
  {
    nowUs = () => Date.now() * 1000,
    ticker = false,
    shared,
  }: { readonly nowUs?: () => number; readonly ticker?: boolean; readonly shared?: string | undefined } = {},
): Promise<void> {
  for (const one of [...SANDBOX_CLIENTS, ...(ticker ? [TICKER] : [])]) {
    const client = { ...one, firstKey: shared === undefined ? newApiKey() : keyFrom(shared, one) };
    await ensureClient(join(dataDir, one.file), client, db, nowUs);
  }
}

function keyFrom(shared: string, { clientId }: SandboxClient): string {
  return createHmac('sha256', shared).update(`sandbox key of ${clientId}`).digest('base64url');
}

async function ensureClient(path: string, client: KeyedClient, db: Db, nowUs: () => number): Promise<void> {
  await insertClient(client, db, nowUs);
  const credentials = await usableCredentials(path, client, db);
  await db.transaction().execute(async (transaction) => {
    await holdClient(transaction, client.clientId);
    const keyHash = hashApiKey(credentials.developerAPIKey);
    const stored = await transaction.selectFrom('api_keys').select('key_id').where('key_hash', '=', keyHash).execute();
    if (stored.length > 0) return;
    await makeRoom(transaction, client.clientId, nowUs);
    await transaction
      .insertInto('api_keys')
      .values(newKeyRow(client.clientId, client.master, keyHash, nowUs()))
      .execute();
  });
}

async function insertClient(client: SandboxClient, db: Db, nowUs: () => number): Promise<void> {
  await db
    .insertInto('clients')
    .values({
      client_id: client.clientId,
      parent_id: client.clientId,
      name: client.name,
      active: 1,
      created_at: nowUs(),
    })
    .onConflict((conflict) => conflict.column('client_id').doNothing())
    .execute();
}

/**
 * The credentials of the file, or new ones. New ones are written to the file before the database: after a crash in
 * between the next start uses the file, and no key is lost.
 */
async function usableCredentials(path: string, client: KeyedClient, db: Db): Promise<Credentials> {
  const first: Credentials = { clientID: client.clientId, developerAPIKey: client.firstKey };
  const isFirstUsable = await isUsable(first, client, db);
  const fresh = isFirstUsable ? first : { ...first, developerAPIKey: newApiKey() };
  const text = await readPrivateFile(path);
  if (text === undefined) {
    const kept = await createPrivateFile(path, textOf(fresh));
    return parse(kept, client) ?? fresh;
  }
  const credentials = parse(text, client);
  if (credentials !== undefined && (await isUsable(credentials, client, db))) return credentials;
  await writePrivateFile(path, textOf(fresh));
  return fresh;
}

function textOf(credentials: Credentials): string {
  return `${JSON.stringify(credentials)}\n`;
}

function parse(text: string, client: SandboxClient): Credentials | undefined {
  try {
    const { clientID, developerAPIKey } = JSON.parse(text) as Partial<Record<string, unknown>>;
    if (clientID !== client.clientId || typeof developerAPIKey !== 'string') return undefined;
    return isApiKeyForm(developerAPIKey) ? { clientID, developerAPIKey } : undefined;
  } catch {
    return undefined;
  }
}

/** Not revoked, and of no other client; a key that the database does not have yet is valid too. */
async function isUsable(credentials: Credentials, client: SandboxClient, db: Db): Promise<boolean> {
  const stored = await db
    .selectFrom('api_keys')
    .select(['client_id', 'master', 'revoked_at'])
    .where('key_hash', '=', hashApiKey(credentials.developerAPIKey))
    .executeTakeFirst();
  if (stored === undefined) return true;
  return isOf(client.clientId, stored) && stored.master === Number(client.master) && stored.revoked_at === null;
}

/** Revokes the oldest keys until there is room for one more. */
async function makeRoom(transaction: Transaction<Schema>, clientId: string, nowUs: () => number): Promise<void> {
  const active: Pick<ApiKeyRow, 'key_id'>[] = await transaction
    .selectFrom('api_keys')
    .select('key_id')
    .where(ownedBy(clientId))
    .where(isActiveKey(nowUs()))
    .orderBy('created_at')
    .execute();
  const surplus = active.slice(0, Math.max(0, active.length - ACTIVE_KEYS_MAX + 1)).map((key) => key.key_id);
  if (surplus.length === 0) return;
  await transaction.updateTable('api_keys').set({ revoked_at: nowUs() }).where('key_id', 'in', surplus).execute();
}
