import type { Method } from '../../http/methods/index.ts';
import { type ChangeDeps, keepAnswer } from '../shared/change/index.ts';
import { createClient, getClients, updateClient } from './client-methods.ts';
import type { AdminDeps } from './deps.ts';
import {
  createApiKey,
  getApiKeys,
  revokeApiKey,
  rotateApiKey,
  setFieldPermissions,
  setMethodPermissions,
  setScopes,
} from './key-methods.ts';
import {
  createWebhook,
  deleteWebhook,
  getWebhookDeliveries,
  getWebhooks,
  setWebhookEncryptionKey,
} from './webhook-methods.ts';
import { generateWebhookToken, getWebhookTokens, retireWebhookToken } from './webhook-token-methods.ts';

/** The operator's methods for clients, keys and webhooks, all under /v3/admin. */
export function adminModule(deps: AdminDeps, changes: ChangeDeps): Method[] {
  return adminMethods(deps).map((method) => {
    if (method.name.startsWith('get')) return method;
    return { ...method, idempotent: true, handler: keepAnswer(changes, method.handler) };
  });
}

function adminMethods(deps: AdminDeps): Method[] {
  return [
    createClient(deps),
    getClients(deps),
    updateClient(deps),
    createApiKey(deps),
    getApiKeys(deps),
    revokeApiKey(deps),
    rotateApiKey(deps),
    setScopes(deps),
    setMethodPermissions(deps),
    setFieldPermissions(deps),
    createWebhook(deps),
    getWebhooks(deps),
    deleteWebhook(deps),
    getWebhookDeliveries(deps),
    generateWebhookToken(deps),
    getWebhookTokens(deps),
    retireWebhookToken(deps),
    setWebhookEncryptionKey(deps),
  ];
}
