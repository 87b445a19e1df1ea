/** What is sent: the webhooks of the venue's events, the records that a webhook is about, and the form of the body. */
export { encodeForm } from './encoding.ts';
export { type RecordKey, recordsOf } from './records.ts';
export { numberedStamp, stampOf } from './stamp.ts';
export { orderForApprovalFields, type VenueWebhookOptions, venueWebhooks } from './venue-events.ts';
