import type { AdminServices } from '../admin/index.ts';
import type { RegistrationOutbox } from '../shared/outbox/index.ts';
import type { ModuleServices } from '../shared/services.ts';

/** What a client's methods for its own webhooks are built from. */
export interface WebhookServices extends ModuleServices {
  readonly administration: Pick<AdminServices, 'webhooks' | 'deliveries' | 'webhookUrlPolicy'>;
  readonly registrationOutbox: RegistrationOutbox;
  readonly webhookRates: WebhookRates;
}

/** Webhooks a minute of one client, and as many to one host from all clients. */
export interface WebhookRates {
  readonly testsPerMinuteMax: number;
  readonly replaysPerMinuteMax: number;
}
