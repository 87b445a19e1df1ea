import type { Generated } from 'kysely';

/** Webhooks to deliver. */
export interface OutboxTables {
  webhook_outbox: OutboxRow;
  venue_webhook_positions: VenueWebhookPositionRow;
  kept_webhooks: KeptWebhookRow;
}

/** A webhook for one registration; removed once its delivery has ended and is in the log. */
export interface OutboxRow {
  /** Ascending in the order of writing. */
  outbox_seq: Generated<number>;
  /** Random; the receiver gets it, the same for each attempt. */
  delivery_id: string;
  client_id: string;
  /** The name of the registration. */
  method: string;
  webhook_id: string;
  /** The registered URL at the time of the change. */
  url: string;
  /** Scheme, host and port of the URL: deliveries to one receiver share a queue. */
  receiver: string;
  /** The form-encoded body, encrypted because it has personal data. */
  form_sealed: string;
  /** Its records, separated by commas: orders by their ids, others by kind and id; may be empty. */
  about: string;
  /** 1: with the identifying headers; 0: the venue sends it. */
  identified: number;
  /** Microseconds. */
  fired_at: number;
  /** 1: the registration had retries, or order by record, at the time of the change. */
  retries: Generated<number>;
  ordered: Generated<number>;
  /** Attempts that were made. */
  attempts: Generated<number>;
  /** Not sent before this time, in microseconds; 0: at once. */
  due_at: Generated<number>;
}

/** A webhook whose delivery has ended, kept for three days so that its client can have it delivered again. */
export interface KeptWebhookRow
  extends Pick<
    OutboxRow,
    'delivery_id' | 'client_id' | 'method' | 'webhook_id' | 'form_sealed' | 'about' | 'identified' | 'fired_at'
  > {
  /** Ascending in the order in which deliveries ended. */
  kept_seq: Generated<number>;
  /** 1 or 0. */
  delivered: number;
}

/** The last event of the venue whose webhooks are in the outbox. */
interface VenueWebhookPositionRow {
  shard: number;
  event_seq: number;
}
