import type { AdminServices } from '../admin/index.ts';
import type { RegistrationOutbox } from '../shared/outbox/index.ts';
import type { ModuleServices } from '../shared/services.ts';

/** What a client's methods for its own webhooks are built from. */
export interface WebhookServices extends ModuleServices {
  readonly administration: Pick<AdminServices, 'webhooks' | 'deliveries' | 'webhookUrlPolicy'>;
  readonly registrationOutbox: RegistrationOutbox;
}
