import type { RegistrationOutbox } from '../../webhooks/index.ts';
import type { AdminServices } from '../admin/index.ts';
import type { ModuleServices } from '../shared/services.ts';

/** The services that a client's methods for its own webhooks use. */
export interface WebhookServices extends ModuleServices {
  readonly administration: Pick<AdminServices, 'webhooks' | 'deliveries' | 'webhookUrlPolicy'>;
  readonly registrationOutbox: RegistrationOutbox;
  readonly webhookRates: WebhookRates;
}

/** The most webhooks a minute of one client, and the same number to one host from all clients. */
interface WebhookRates {
  readonly testsPerMinuteMax: number;
  readonly replaysPerMinuteMax: number;
}
