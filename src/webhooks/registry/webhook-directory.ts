import type { Selectable } from 'kysely';
import type { Database } from '../../database/database.ts';
import { CachedLookups, type CacheLimits, ownedBy } from '../../database/queries/index.ts';
import type { Db, WebhookRow } from '../../database/schema/index.ts';
import type { Secrets } from '../../database/secrets/index.ts';
import type { Timers } from '../../time/timers.ts';
import type { WebhookTarget } from './target.ts';
import { encryptionKeyContext, signingSecretContext, tokenContext } from './webhook-records.ts';

/** The registrations of a client, by method, and how its webhooks are sent. */
interface Receivers {
  readonly byMethod: ReadonlyMap<string, readonly WebhookTarget[]>;
  readonly encryptionKey: Opened<Buffer | null>;
  readonly parentId: string;
  /** By registration, of those that are signed. */
  readonly signing: ReadonlyMap<string, Opened<SigningSecrets>>;
}

/**
 * Opens a sealed value at its first use, and throws while it cannot be opened: whoever looks for the registrations of a
 * client needs none of its keys, and is not stopped by one that cannot be read.
 */
type Opened<T> = () => T;

interface SigningSecrets {
  readonly current: string;
  readonly old: { readonly secret: string; readonly untilMs: number } | null;
}

const NO_TARGETS: readonly WebhookTarget[] = Object.freeze([]);

const LIMITS: CacheLimits = { entriesMax: 1_000, ageMsMax: 30_000 };

/** The data that the delivery of webhooks needs, cached in memory. */
export class WebhookDirectory {
  readonly #database: Database;
  readonly #secrets: Secrets;
  readonly #receivers: CachedLookups<Receivers>;
  readonly #tokens: CachedLookups<readonly string[]>;
  readonly #nowUs: () => number;

  constructor(
    database: Database,
    secrets: Secrets,
    {
      limits = LIMITS,
      nowUs = () => Date.now() * 1000,
      after,
    }: { readonly limits?: CacheLimits; readonly nowUs?: () => number; readonly after?: Timers['after'] } = {},
  ) {
    this.#database = database;
    this.#secrets = secrets;
    this.#nowUs = nowUs;
    this.#receivers = new CachedLookups((clientId) => this.#readReceivers(clientId), limits, nowUs, after);
    this.#tokens = new CachedLookups((parentId) => this.#readTokens(parentId), limits, nowUs, after);
  }

  targetsOf(clientId: string, method: string): readonly WebhookTarget[] | Promise<readonly WebhookTarget[]> {
    const receivers = this.#receivers.get(clientId);
    if (receivers instanceof Promise) return receivers.then(({ byMethod }) => byMethod.get(method) ?? NO_TARGETS);
    return receivers.byMethod.get(method) ?? NO_TARGETS;
  }

  /** False when the client is known to have no registered webhook. */
  hasWebhooks(clientId: string): boolean {
    const receivers = this.#receivers.get(clientId);
    if (!(receivers instanceof Promise)) return receivers.byMethod.size > 0;
    // The sender of the webhook reads again and gets the error itself.
    receivers.catch(() => {});
    return true;
  }

  /**
   * From the cache, otherwise in the transaction, which may hold the only connection; the cache is then filled after
   * the transaction.
   */
  targetsIn(
    transaction: Db,
    clientId: string,
    method: string,
  ): readonly WebhookTarget[] | Promise<readonly WebhookTarget[]> {
    const receivers = this.#receivers.get(clientId);
    if (!(receivers instanceof Promise)) return receivers.byMethod.get(method) ?? NO_TARGETS;
    // The sender of the webhook reads again and gets the error itself.
    receivers.catch(() => {});
    return readTargets(transaction, clientId, method);
  }

  parentOf(clientId: string): string | Promise<string> {
    const receivers = this.#receivers.get(clientId);
    return receivers instanceof Promise ? receivers.then(({ parentId }) => parentId) : receivers.parentId;
  }

  tokensOf(parentId: string): readonly string[] | Promise<readonly string[]> {
    return this.#tokens.get(parentId);
  }

  encryptionKeyOf(clientId: string): Buffer | null | Promise<Buffer | null> {
    const receivers = this.#receivers.get(clientId);
    return receivers instanceof Promise ? receivers.then((known) => known.encryptionKey()) : receivers.encryptionKey();
  }

  async signingSecretsOf(clientId: string, webhookId: string): Promise<readonly string[]> {
    const secrets = (await this.#receivers.get(clientId)).signing.get(webhookId);
    if (secrets === undefined) return [];
    const { current, old } = secrets();
    return old !== null && this.#nowUs() / 1000 < old.untilMs ? [current, old.secret] : [current];
  }

  /** Call it after every change of registrations, tokens and keys, which then takes effect with the next call. */
  refresh(): void {
    this.#receivers.clear();
    this.#tokens.clear();
  }

  async #readReceivers(clientId: string): Promise<Receivers> {
    const rows = await this.#database.db
      .selectFrom('webhooks')
      .selectAll()
      .where(ownedBy(clientId))
      .orderBy('created_at')
      .orderBy('webhook_id')
      .execute();
    const byMethod = new Map<string, WebhookTarget[]>();
    const signing = new Map<string, Opened<SigningSecrets>>();
    for (const row of rows) {
      const targets = byMethod.get(row.method) ?? [];
      targets.push(Object.freeze(targetOf(row)));
      byMethod.set(row.method, targets);
      if (row.secret_sealed !== null)
        signing.set(
          row.webhook_id,
          opened(() => this.#signingOf(row)),
        );
    }
    const [encryptionKey, parentId] = [await this.#readEncryptionKey(clientId), await this.#readParent(clientId)];
    return { byMethod, encryptionKey, parentId, signing };
  }

  #signingOf({
    webhook_id,
    secret_sealed,
    old_secret_sealed,
    old_secret_until,
  }: Selectable<WebhookRow>): SigningSecrets {
    const open = (sealed: string) => this.#secrets.open(sealed, signingSecretContext(webhook_id));
    const current = open(secret_sealed ?? '');
    if (old_secret_sealed === null) return { current, old: null };
    return { current, old: { secret: open(old_secret_sealed), untilMs: (old_secret_until ?? 0) / 1000 } };
  }

  async #readParent(clientId: string): Promise<string> {
    const row = await this.#database.db
      .selectFrom('clients')
      .select('parent_id')
      .where(ownedBy(clientId))
      .executeTakeFirst();
    return row?.parent_id ?? clientId;
  }

  async #readEncryptionKey(clientId: string): Promise<Opened<Buffer | null>> {
    const row = await this.#database.db
      .selectFrom('webhook_encryption_keys')
      .select('key_sealed')
      .where(ownedBy(clientId))
      .executeTakeFirst();
    if (row === undefined) return () => null;
    return opened(() => Buffer.from(this.#secrets.open(row.key_sealed, encryptionKeyContext(clientId)), 'base64'));
  }

  async #readTokens(parentId: string): Promise<readonly string[]> {
    const rows = await this.#database.db
      .selectFrom('webhook_tokens')
      .select(['token_id', 'token_sealed'])
      .where('parent_id', '=', parentId)
      .where('retired_at', 'is', null)
      .orderBy('created_at')
      .orderBy('token_id')
      .execute();
    return Object.freeze(rows.map((row) => this.#secrets.open(row.token_sealed, tokenContext(row.token_id))));
  }
}

function opened<T>(open: () => T): Opened<T> {
  let value: T | undefined;
  return () => (value ??= open());
}

async function readTargets(db: Db, clientId: string, method: string): Promise<readonly WebhookTarget[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select(['webhook_id', 'url', 'retries', 'ordered', 'platform'])
    .where(ownedBy(clientId))
    .where('method', '=', method)
    .orderBy('created_at')
    .orderBy('webhook_id')
    .execute();
  return rows.map(targetOf);
}

function targetOf(
  row: Pick<Selectable<WebhookRow>, 'webhook_id' | 'url' | 'retries' | 'ordered' | 'platform'>,
): WebhookTarget {
  const { webhook_id: id, url, retries, ordered, platform } = row;
  return { id, url, retries: retries === 1, ordered: ordered === 1, platform: platform === 1 };
}
