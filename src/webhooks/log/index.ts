/** The log of deliveries: every attempt, for three days of replays and for the list of deliveries. */
export { DeliveryLog, type DeliveryLogSettings, type LoggedDelivery } from './delivery-log.ts';
export type { WebhookDeliveryRecord, WebhookOutcome } from './delivery-record.ts';
export { keptToReplay } from './kept-webhooks.ts';
