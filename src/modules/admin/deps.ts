import type { DeliveryLog, WebhookNames, WebhookRecords, WebhookUrlPolicy } from '../../webhooks/index.ts';
import type { ClientRecords } from './client-records.ts';
import type { KeyRecords } from './key-records.ts';
import type { PermissionCatalogue } from './permissions.ts';
import type { StoppedClients } from './stopped-clients.ts';

/** The services that the methods of the administration use. */
export interface AdminDeps {
  readonly clients: ClientRecords;
  readonly keys: KeyRecords;
  readonly webhooks: WebhookRecords;
  readonly webhookNames: WebhookNames;
  readonly deliveries: DeliveryLog;
  readonly catalogue: () => PermissionCatalogue;
  readonly webhookUrlPolicy: WebhookUrlPolicy;
  /**
   * Called when a key, or a client and the clients below it, lost a permission, so that open connections can be closed.
   */
  readonly accessEnded: (clientId: string) => void;
  readonly stopped: StoppedClients;
}
