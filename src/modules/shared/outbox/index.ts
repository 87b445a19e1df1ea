/** Webhooks that no crash loses: written with their change, delivered after it. */
export { Outbox, type Registrations } from './outbox.ts';
export { stampOf } from './stamp.ts';
export { VenueOutbox } from './venue-outbox.ts';
export type { RegistrationOutbox, WebhookOutbox } from './webhook-outbox.ts';
