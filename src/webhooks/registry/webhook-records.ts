import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Database } from '../../database/database.ts';
import { ownedBy, rowsHeld } from '../../database/queries/index.ts';
import type { Db, WebhookRow, WebhookTokenRow } from '../../database/schema/index.ts';
import type { Secrets } from '../../database/secrets/index.ts';
import { ApiError } from '../../http/methods/index.ts';

export const ENCRYPTION_KEY_BYTES = 32;
/** Webhooks of the venue without, and of the platform with identifying headers, each to its registrations (V33). */
export const TWO_FORMS: ReadonlySet<string> = new Set(['matchedTradenotify']);
const TOKEN_BYTES = 32;

export interface WebhookLimits {
  /** The most registrations of one client. */
  readonly perClientMax: number;
  /** The most URLs for one method of one client. */
  readonly perMethodMax: number;
}

/** Enough to rotate tokens; all of them are sent in one header. */
const ACTIVE_TOKENS_MAX = 5;
const LISTED_TOKENS_MAX = 100;
/** How much of a token a list shows. */
const TOKEN_SHOWN = 4;

export const tokenContext = (tokenId: string) => `webhook_tokens:${tokenId}`;
export const signingSecretContext = (webhookId: string) => `webhooks.secret:${webhookId}`;
export const encryptionKeyContext = (clientId: string) => `webhook_encryption_keys:${clientId}`;

/** A registration as it is stored. */
export type Registration = Selectable<WebhookRow>;

export interface NewRegistration {
  readonly method: string;
  /** It has been checked. */
  readonly url: string;
  readonly signed?: boolean;
  readonly retries?: boolean;
  readonly ordered?: boolean;
  readonly platform?: boolean;
}

/** How long the previous secret signs in addition to the new one. */
const OLD_SECRET_US = 24 * 3_600_000_000;
/** As the Standard Webhooks specification asks for: 24 to 64 random bytes. */
const SECRET_BYTES = 32;

/** Webhook registrations, identification tokens and encryption keys (C40, C44, C45). */
export class WebhookRecords {
  readonly #database: Database;
  readonly #secrets: Secrets;
  readonly #limits: WebhookLimits;
  readonly #nowUs: () => number;
  readonly #changed: () => void;

  /** @param changed called after a change of registrations */
  constructor(
    database: Database,
    secrets: Secrets,
    limits: WebhookLimits,
    { nowUs, changed }: { readonly nowUs: () => number; readonly changed: () => void },
  ) {
    this.#database = database;
    this.#secrets = secrets;
    this.#limits = limits;
    this.#nowUs = nowUs;
    this.#changed = changed;
  }

  /**
   * The URL has been checked. Throws 404 for an unknown client, 190 for a URL that is registered and above a limit, 106
   * for the platform's form of a webhook that has one form only.
   */
  async register(clientId: string, registration: NewRegistration): Promise<Registration> {
    const { row } = await this.#database.db
      .transaction()
      .execute((transaction) => this.registerIn(transaction, clientId, registration));
    this.#changed();
    return row;
  }

  /** Call it after the commit of a transaction that changed a registration. */
  changed(): void {
    this.#changed();
  }

  /** As register, in a transaction that is under way; returns the signing secret of a signed webhook. */
  async registerIn(
    transaction: Db,
    clientId: string,
    { method, url, signed = false, retries = false, ordered = false, platform = false }: NewRegistration,
  ): Promise<{ readonly row: Registration; readonly secret: string | null }> {
    if (platform && !TWO_FORMS.has(method)) throw new ApiError(106, `platform: only for ${[...TWO_FORMS].join(', ')}`);
    await holdClient(transaction, clientId);
    const registered = await transaction
      .selectFrom('webhooks')
      .select(['method', 'url', 'platform'])
      .where(ownedBy(clientId))
      .execute();
    this.#requireRoom(registered, { method, url, platform });
    const webhook_id = newRecordId('W');
    const secret = signed ? newSigningSecret() : null;
    const row: Registration = {
      webhook_id,
      client_id: clientId,
      method,
      url,
      created_at: this.#nowUs(),
      secret_sealed: secret === null ? null : this.#secrets.seal(secret, signingSecretContext(webhook_id)),
      old_secret_sealed: null,
      old_secret_until: null,
      retries: retries ? 1 : 0,
      ordered: ordered ? 1 : 0,
      platform: platform ? 1 : 0,
    };
    await transaction.insertInto('webhooks').values(row).execute();
    return { row, secret };
  }

  /** The client's registration. Throws 404 for an unknown id. */
  async find(db: Db, clientId: string, webhookId: string): Promise<Registration> {
    const row = await db
      .selectFrom('webhooks')
      .selectAll()
      .where('webhook_id', '=', webhookId)
      .where(ownedBy(clientId))
      .executeTakeFirst();
    return row ?? unknownWebhook();
  }

  /** Deletes the client's registration. Throws 404 for an unknown id. */
  async deleteIn(transaction: Db, clientId: string, webhookId: string): Promise<void> {
    const deleted = await transaction
      .deleteFrom('webhooks')
      .where('webhook_id', '=', webhookId)
      .where(ownedBy(clientId))
      .returning('webhook_id')
      .executeTakeFirst();
    if (deleted === undefined) unknownWebhook();
  }

  /** Gives the registration a new signing secret; the previous one also signs for 24 hours. Throws 404 as find does. */
  async rotateSecret(transaction: Db, clientId: string, webhookId: string): Promise<string> {
    const secret = newSigningSecret();
    const updated = await transaction
      .updateTable('webhooks')
      .set((column) => ({
        old_secret_sealed: column.ref('secret_sealed'),
        old_secret_until: this.#nowUs() + OLD_SECRET_US,
        secret_sealed: this.#secrets.seal(secret, signingSecretContext(webhookId)),
      }))
      .where('webhook_id', '=', webhookId)
      .where(ownedBy(clientId))
      .returning('webhook_id')
      .executeTakeFirst();
    return updated === undefined ? unknownWebhook() : secret;
  }

  #requireRoom(
    registered: readonly Pick<Registration, 'method' | 'url' | 'platform'>[],
    { method, url, platform = false }: NewRegistration,
  ): void {
    const ofMethod = registered.filter((webhook) => webhook.method === method);
    if (ofMethod.some((webhook) => webhook.url === url && (webhook.platform === 1) === platform))
      throw new ApiError(190, 'The URL is registered for the method');
    if (ofMethod.length >= this.#limits.perMethodMax) {
      throw new ApiError(190, `The method has ${this.#limits.perMethodMax} URLs, which is the most`);
    }
    if (registered.length >= this.#limits.perClientMax) {
      throw new ApiError(190, `The client has ${this.#limits.perClientMax} webhooks, which is the most`);
    }
  }

  /** In the order of registering. */
  async list(clientId: string): Promise<Registration[]> {
    return await this.#database.db
      .selectFrom('webhooks')
      .selectAll()
      .where(ownedBy(clientId))
      .orderBy('created_at')
      .orderBy('webhook_id')
      .execute();
  }

  async delete(webhookId: string): Promise<void> {
    const deleted = await this.#database.db
      .deleteFrom('webhooks')
      .where('webhook_id', '=', webhookId)
      .returning('webhook_id')
      .executeTakeFirst();
    this.#changed();
    if (deleted === undefined) unknownWebhook();
  }

  /** A token of the client's parent, shown once. Throws 190 when too many are active. */
  async generateToken(clientId: string): Promise<{ readonly row: WebhookTokenRow; readonly token: string }> {
    // Without the comma that separates tokens.
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    const tokenId = newRecordId('T');
    const row = await this.#database.db.transaction().execute(async (transaction) => {
      const { parent_id } = await holdClient(transaction, clientId);
      // The tokens are the parent's, so the parent is locked against concurrent calls of its other clients.
      await holdClient(transaction, parent_id);
      const active = await transaction
        .selectFrom('webhook_tokens')
        .select('token_id')
        .where('parent_id', '=', parent_id)
        .where('retired_at', 'is', null)
        .execute();
      if (active.length >= ACTIVE_TOKENS_MAX) {
        throw new ApiError(190, `The parent client has ${ACTIVE_TOKENS_MAX} active tokens: retire one first`);
      }
      const values: WebhookTokenRow = {
        token_id: tokenId,
        parent_id,
        token_sealed: this.#secrets.seal(token, tokenContext(tokenId)),
        masked: `${token.slice(0, TOKEN_SHOWN)}${'*'.repeat(12)}`,
        created_at: this.#nowUs(),
        retired_at: null,
      };
      await transaction.insertInto('webhook_tokens').values(values).execute();
      return values;
    });
    this.#changed();
    return { row, token };
  }

  /** Tokens of the parent, newest first, retired ones included. */
  async tokens(parentId: string): Promise<WebhookTokenRow[]> {
    return await this.#database.db
      .selectFrom('webhook_tokens')
      .selectAll()
      .where('parent_id', '=', parentId)
      .orderBy('created_at', 'desc')
      .orderBy('token_id')
      .limit(LISTED_TOKENS_MAX)
      .execute();
  }

  /** A retired token is no longer sent; a retired token stays retired. */
  async retireToken(tokenId: string): Promise<WebhookTokenRow> {
    const row = await this.#database.db
      .updateTable('webhook_tokens')
      .set((column) => ({ retired_at: column.fn.coalesce('retired_at', column.val(this.#nowUs())) }))
      .where('token_id', '=', tokenId)
      .returningAll()
      .executeTakeFirst();
    this.#changed();
    if (row === undefined) throw new ApiError(404, 'There is no such token');
    return row;
  }

  /** Sets the client's key, generated unless one is given, and returns it as base64. */
  async setEncryptionKey(clientId: string, key: Buffer = randomBytes(ENCRYPTION_KEY_BYTES)): Promise<string> {
    const text = key.toString('base64');
    const values = {
      client_id: clientId,
      key_sealed: this.#secrets.seal(text, encryptionKeyContext(clientId)),
      created_at: this.#nowUs(),
    };
    await this.#database.db
      .insertInto('webhook_encryption_keys')
      .values(values)
      .onConflict((conflict) =>
        conflict.column('client_id').doUpdateSet({ key_sealed: values.key_sealed, created_at: values.created_at }),
      )
      .execute();
    this.#changed();
    return text;
  }

  /** Webhooks of the client are sent plain from now on. */
  async removeEncryptionKey(clientId: string): Promise<void> {
    await this.#database.db.deleteFrom('webhook_encryption_keys').where(ownedBy(clientId)).execute();
    this.#changed();
  }
}

/** The kind of record, and 64 random bits. */
function newRecordId(kind: 'T' | 'W'): string {
  return kind + randomBytes(8).toString('hex');
}

/** Locks the client until the transaction ends, so that concurrent calls cannot exceed a limit together. Throws 404. */
async function holdClient(transaction: Db, clientId: string): Promise<{ readonly parent_id: string }> {
  const query = transaction.selectFrom('clients').select('parent_id').where(ownedBy(clientId));
  const row = await rowsHeld(transaction, query).executeTakeFirst();
  if (row === undefined) throw new ApiError(404, 'There is no such client');
  return row;
}

function newSigningSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

function unknownWebhook(): never {
  throw new ApiError(404, 'There is no such webhook');
}
