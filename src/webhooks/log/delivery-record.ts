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
  /** How long the attempt took, without waiting in the queue; 0 without an attempt. */
  readonly durationMs: number;
  readonly outcome: WebhookOutcome;
  /** null when no answer came. */
  readonly httpStatus: number | null;
  /**
   * A short fixed code: ECONNREFUSED, CERT_HAS_EXPIRED, connect, total, queue full; null when the outcome says it all.
   */
  readonly detail: string | null;
  /** The number of the attempt; the first when absent. */
  readonly attempt?: number;
  /** When it is made again, in milliseconds since 1970; absent where this was the last attempt. */
  readonly retryAtMs?: number;
}
