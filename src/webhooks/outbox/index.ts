/** The outbox: rows that are written with their change, and handed to the delivery after it. */
export { Outbox } from './outbox.ts';
export { VenueOutbox } from './venue-outbox.ts';
export type { RegistrationOutbox, WebhookOutbox } from './webhook-outbox.ts';
