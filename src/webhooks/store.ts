/** What webhook delivery asks of the database, and what it leaves there. */

/** One registration: a URL for a method of a client, with what it asks for beside the usual (C76). */
export interface WebhookTarget {
  readonly id: string;
  readonly url: string;
  /** A delivery that failed is made again, for three days. */
  readonly retries?: boolean;
  /** While a delivery about a record waits to be made again, later ones about the record wait too. */
  readonly ordered?: boolean;
  /** It gets the platform's form of a webhook that the venue sends too (V33). */
  readonly platform?: boolean;
}

export type WebhookOutcome =
  /** Any 2xx (C42). */
  | 'delivered'
  /** The URL breaks the rules, or one of its addresses is not public; nothing was connected to. */
  | 'refused address'
  | 'time-out'
  /** Any other status; redirects are not followed. */
  | `status ${number}`
  /** No name, no connection, no valid certificate, or an answer that is not HTTP. */
  | 'connection error'
  /** Never sent, or cut off by the stop of the service. */
  | 'dropped';

/** One delivery that ended. Holds no body, no token, no key. */
export interface WebhookDeliveryRecord {
  readonly id: string;
  /** The registration it was for. */
  readonly webhookId: string;
  readonly clientId: string;
  readonly method: string;
  /** Without the query, where receivers keep secrets. */
  readonly url: string;
  /** When it was fired, in milliseconds since 1970. */
  readonly timeMs: number;
  /** How long the attempt took, without waiting in the queue; 0 when there was none. */
  readonly durationMs: number;
  readonly outcome: WebhookOutcome;
  /** null when no answer came. */
  readonly httpStatus: number | null;
  /**
   * A short fixed code: ECONNREFUSED, CERT_HAS_EXPIRED, connect, total, queue full; null when the outcome says it all.
   */
  readonly detail: string | null;
  /** Which attempt it was; the first when absent. */
  readonly attempt?: number;
  /** When it is made again, in milliseconds since 1970; absent where this was the last attempt. */
  readonly retryAtMs?: number;
}

/** Answers at once or later; lookups that answer at once cost an order path least. */
type Eventually<T> = T | Promise<T>;

export interface WebhookStore {
  /** Registrations of the client for the method, in the order of registering; empty when there are none. */
  targetsOf(clientId: string, method: string): Eventually<readonly WebhookTarget[]>;
  /** The parent of a client: the client itself when it is one. */
  parentOf(clientId: string): Eventually<string>;
  /** Active identification tokens of the parent client, oldest first (C44). */
  tokensOf(parentId: string): Eventually<readonly string[]>;
  /** 32 bytes, or null when the client wants plain bodies (C45). */
  encryptionKeyOf(clientId: string): Eventually<Buffer | null>;
  /**
   * The signing secrets of a registration (whsec_ and base64), the newest first: of two, the second is on its way out.
   * Empty when its deliveries are not signed, or it has ended.
   */
  signingSecretsOf(clientId: string, webhookId: string): Eventually<readonly string[]>;
  /** Must be quick; what it throws is logged and forgotten. */
  recordDelivery(delivery: WebhookDeliveryRecord): void;
}
