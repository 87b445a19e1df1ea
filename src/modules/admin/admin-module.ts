import type { Method } from '../../http/method.ts';
import { clientMethods } from './client-methods.ts';
import { keyMethods } from './key-methods.ts';
import type { AdminServices } from './services.ts';
import { webhookMethods } from './webhook-methods.ts';
import { webhookSecretMethods } from './webhook-secret-methods.ts';

/** The operator's methods for clients, keys and webhooks, all under /v3/admin. */
export function adminModule(services: AdminServices): Method[] {
  return [
    ...clientMethods(services),
    ...keyMethods(services),
    ...webhookMethods(services),
    ...webhookSecretMethods(services),
  ];
}
