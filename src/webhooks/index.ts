/**
 * Webhooks, from event to delivered:
 * 1. A change, or an event of the venue, makes a webhook (events/) for the URLs that a client registered (registry/).
 * 2. The outbox writes it to the database, in the transaction of the change (outbox/).
 * 3. After the commit it waits for its turn in the queue of its endpoint, and is sent (delivery/).
 * 4. Its outcome is logged and its row removed; a failed delivery that is retried waits in the outbox (log/).
 */

export {
  Dispatcher,
  FaultyDispatcher,
  type WebhookFault,
  type WebhookFaults,
  type WebhookNetwork,
} from './delivery/index.ts';
export { orderForApprovalFields, type RecordKey, VENUE_WEBHOOKS, webhooksOf } from './events/index.ts';
export {
  DeliveryLog,
  type DeliveryLogSettings,
  keptToReplay,
  type LoggedDelivery,
  type WebhookDeliveryRecord,
  type WebhookOutcome,
} from './log/index.ts';
export {
  Outbox,
  type RegistrationOutbox,
  VenueOutbox,
  type WebhookOutbox,
} from './outbox/index.ts';
export {
  checkWebhookUrl,
  ENCRYPTION_KEY_BYTES,
  type Registration,
  WEBHOOK_URL_LENGTH_MAX,
  WebhookDirectory,
  type WebhookLimits,
  WebhookNames,
  WebhookRecords,
  type WebhookUrlPolicy,
} from './registry/index.ts';
