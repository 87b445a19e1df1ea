import type { Method } from '../../http/methods/index.ts';
import { type ChangeServices, keepAnswer } from '../shared/change/index.ts';
import { createApiKey } from './create-api-key.ts';
import { createClient } from './create-client.ts';
import { createWebhook } from './create-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { generateWebhookToken } from './generate-webhook-token.ts';
import { getApiKeys } from './get-api-keys.ts';
import { getClients } from './get-clients.ts';
import { getWebhookDeliveries } from './get-webhook-deliveries.ts';
import { getWebhookTokens } from './get-webhook-tokens.ts';
import { getWebhooks } from './get-webhooks.ts';
import { retireWebhookToken } from './retire-webhook-token.ts';
import { revokeApiKey } from './revoke-api-key.ts';
import type { AdminServices } from './services.ts';
import { setFieldPermissions } from './set-field-permissions.ts';
import { setMethodPermissions } from './set-method-permissions.ts';
import { setScopes } from './set-scopes.ts';
import { setWebhookEncryptionKey } from './set-webhook-encryption-key.ts';
import { updateClient } from './update-client.ts';

/** The operator's methods for clients, keys and webhooks, all under /v3/admin. */
export function adminModule(services: AdminServices, changes: ChangeServices): Method[] {
  return adminMethods(services).map((method) => {
    if (method.name.startsWith('get')) return method;
    return { ...method, idempotent: true, handler: keepAnswer(changes, method.handler) };
  });
}

function adminMethods(services: AdminServices): Method[] {
  return [
    createClient(services),
    getClients(services),
    updateClient(services),
    createApiKey(services),
    getApiKeys(services),
    revokeApiKey(services),
    setScopes(services),
    setMethodPermissions(services),
    setFieldPermissions(services),
    createWebhook(services),
    getWebhooks(services),
    deleteWebhook(services),
    getWebhookDeliveries(services),
    generateWebhookToken(services),
    getWebhookTokens(services),
    retireWebhookToken(services),
    setWebhookEncryptionKey(services),
  ];
}
