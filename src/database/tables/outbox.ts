import type { Generated } from 'kysely';

/** Webhooks that are to be delivered. */
export interface OutboxTables {
  webhook_outbox: OutboxRow;
  venue_webhook_positions: VenueWebhookPositionRow;
}

/** A webhook for one registration; gone once its delivery has ended and is in the log. */
export interface OutboxRow {
  /** Counts up in the order of writing. */
  outbox_seq: Generated<number>;
  /** Random; the receiver sees it, the same again where an attempt is made again. */
  delivery_id: string;
  client_id: string;
  /** The name of the registration. */
  method: string;
  webhook_id: string;
  /** As it was registered when the change was made. */
  url: string;
  /** Scheme, host and port of the URL: deliveries to one receiver stand in one lane. */
  receiver: string;
  /** The form-encoded body, encrypted: it holds personal data. */
  form_sealed: string;
  /** The ids of the orders that it tells of, separated by commas; empty where there are none. */
  about: string;
  /** 1: with the identifying headers; 0: the venue sends it. */
  identified: number;
  /** Microseconds. */
  fired_at: number;
}

/** Up to which event of the venue the outbox has its webhooks. */
export interface VenueWebhookPositionRow {
  shard: number;
  event_seq: number;
}
