import type { Generated } from 'kysely';

/** Clients, their keys and what each key may do, webhook registrations and tokens. */
export interface ClientTables {
  clients: ClientRow;
  stopped_clients: StoppedClientRow;
  api_keys: ApiKeyRow;
  webhooks: WebhookRow;
  webhook_tokens: WebhookTokenRow;
  webhook_encryption_keys: WebhookEncryptionKeyRow;
  webhook_deliveries: WebhookDeliveryRow;
}

export interface ClientRow {
  /** C and eight digits. */
  client_id: string;
  /** The parent client; its own id when it is a parent. */
  parent_id: string;
  name: string;
  /** 1 or 0: the keys of an inactive client are not accepted. */
  active: number;
  created_at: number;
}

/** An inactive client whose orders, and those of the clients below it, are stopped (V56). */
interface StoppedClientRow {
  client_id: string;
}

export interface ApiKeyRow {
  key_id: string;
  client_id: string;
  /** SHA-256 of the key, hexadecimal; the key itself is not stored. */
  key_hash: string;
  /** 1 or 0. */
  master: number;
  /** * for all, including those of later releases; else a JSON array of names. */
  scopes: string;
  /** A JSON array of names. */
  denied_methods: string;
  /** As scopes. */
  field_permissions: string;
  created_at: number;
  revoked_at: number | null;
}

export interface WebhookRow {
  webhook_id: string;
  client_id: string;
  method: string;
  url: string;
  created_at: number;
  /** Encrypted at rest; null: deliveries are not signed. */
  secret_sealed: Generated<string | null>;
  /** The previous secret, which also signs until the time, in microseconds. */
  old_secret_sealed: Generated<string | null>;
  old_secret_until: Generated<number | null>;
  /** 1 or 0: a failed delivery is retried. */
  retries: Generated<number>;
  /** 1 or 0: later deliveries about a record wait for one that is being retried. */
  ordered: Generated<number>;
  /** 1: the platform's form of a webhook that the venue sends too, with identifying headers; 0: the usual one. */
  platform: Generated<number>;
}

export interface WebhookTokenRow {
  token_id: string;
  parent_id: string;
  /** Encrypted at rest and not hashed, because it is sent with webhooks. */
  token_sealed: string;
  /** The form in lists: the first characters, then stars. */
  masked: string;
  created_at: number;
  retired_at: number | null;
}

interface WebhookEncryptionKeyRow {
  client_id: string;
  /** Encrypted at rest. */
  key_sealed: string;
  created_at: number;
}

/** One attempt to deliver a webhook. */
export interface WebhookDeliveryRow {
  /** Ascending in the order of recording. */
  delivery_seq: Generated<number>;
  delivery_id: string;
  webhook_id: string;
  client_id: string;
  method: string;
  url: string;
  outcome: string;
  /** HTTP status of the receiver's response; null without a response. */
  http_status: number | null;
  detail: string | null;
  duration_ms: number;
  fired_at: number;
  /** The number of the attempt. */
  attempt: Generated<number>;
  /** The time of the next attempt, in microseconds; null after the last one. */
  retry_at: Generated<number | null>;
}
