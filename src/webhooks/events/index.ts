/** The content of webhooks: those of the venue's events, the records that a webhook is about, the form of the body. */
export { encodeForm } from './encoding.ts';
export { type RecordKey, recordsOf } from './records.ts';
export { numberedStamp } from './stamp.ts';
export {
  hasReceivers,
  orderForApprovalFields,
  type SecurityOf,
  webhooksOf,
} from './venue-events.ts';
export type { VenueWebhook } from './venue-webhook.ts';
export { VENUE_WEBHOOKS } from './venue-webhook-list.ts';
