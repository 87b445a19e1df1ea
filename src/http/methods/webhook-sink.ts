import type { WebhookFields } from './method.ts';

/** Where the webhooks of successful calls go. */
export interface WebhookSink {
  /**
   * Sends the webhook of a method to the addresses registered for it. Returns at once and never throws.
   * @param clientId whose call it was
   * @param method the name that was called; an alias counts as itself (C40)
   * @param fields the payload
   */
  fire(clientId: string, method: string, fields: WebhookFields): void;
}
