import type { Method } from '../../http/methods/index.ts';
import { type ChangeServices, keepAnswer } from '../shared/change/index.ts';
import { createClient, getClients, updateClient } from './client-methods.ts';
import {
  createApiKey,
  getApiKeys,
  revokeApiKey,
  rotateApiKey,
  setFieldPermissions,
  setMethodPermissions,
  setScopes,
} from './key-methods.ts';
import type { AdminServices } from './services.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhookDeliveries,
  getWebhooks,
  setWebhookEncryptionKey,
} from './webhook-methods.ts';
import { generateWebhookToken, getWebhookTokens, retireWebhookToken } from './webhook-token-methods.ts';

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
    rotateApiKey(services),
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
