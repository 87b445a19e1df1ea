import type { WebhookUrlPolicy } from '../../webhooks/webhook-url.ts';
import type { ClientRecords } from './client-records.ts';
import type { DeliveryLog } from './delivery-log.ts';
import type { KeyRecords } from './key-records.ts';
import type { PermissionCatalogue } from './permissions.ts';
import type { StoppedClients } from './stopped-clients.ts';
import type { WebhookRecords } from './webhook-records.ts';

/** What the methods of the administration are built from. */
export interface AdminServices {
  readonly clients: ClientRecords;
  readonly keys: KeyRecords;
  readonly webhooks: WebhookRecords;
  readonly deliveries: DeliveryLog;
  readonly catalogue: () => PermissionCatalogue;
  readonly webhookUrlPolicy: WebhookUrlPolicy;
  /**
   * Told when a key or a client, with the clients below it, may no longer do something, so that what it has open can
   * be ended.
   */
  readonly accessEnded: (clientId: string) => void;
  readonly stopped: StoppedClients;
}
