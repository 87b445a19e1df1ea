import type { Generated } from 'kysely';

/** Webhooks that are to be delivered. */
export interface OutboxTables {
  webhook_outbox: OutboxRow;
  venue_webhook_positions: VenueWebhookPositionRow;
  kept_webhooks: KeptWebhookRow;
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
  /** The records that it tells of, separated by commas: orders by their ids, others by kind and id; empty: none. */
  about: string;
  /** 1: with the identifying headers; 0: the venue sends it. */
  identified: number;
  /** Microseconds. */
  fired_at: number;
  /**
   * 1: the registration asked for deliveries that failed to be made again; and for record by record, when it was
   * written.
   */
  retries: Generated<number>;
  ordered: Generated<number>;
  /** Attempts that were made. */
  attempts: Generated<number>;
  /** Not sent before this time, in microseconds; 0: at once. */
  due_at: Generated<number>;
}

/** A webhook whose delivery has ended, so that its client can have it delivered again; gone after three days. */
export interface KeptWebhookRow
  extends Pick<
    OutboxRow,
    'delivery_id' | 'client_id' | 'method' | 'webhook_id' | 'form_sealed' | 'about' | 'identified' | 'fired_at'
  > {
  /** Counts up in the order in which deliveries ended. */
  kept_seq: Generated<number>;
  /** 1 or 0. */
  delivered: number;
}

/** Up to which event of the venue the outbox has its webhooks. */
export interface VenueWebhookPositionRow {
  shard: number;
  event_seq: number;
}
