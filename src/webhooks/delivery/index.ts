/** How it is sent: queues for each endpoint, one attempt with its limits, and the time of the next one. */
export { type Delivery, Dispatcher, type WebhookNetwork } from './dispatcher.ts';
export { FaultyDispatcher, type WebhookFault, type WebhookFaults } from './faulty-dispatcher.ts';
export { nextReadMs } from './retry-schedule.ts';
