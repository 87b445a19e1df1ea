import type { ExampleIds } from './ids.ts';

/** Calls of the operator’s methods. */
export function adminRequests(ids: ExampleIds) {
  const { clientId, keyId } = ids;
  return {
    'legacy.getApiCount': {},
    getBilledCalls: {},
    listReports: { limit: 10 },
    getPendingActions: { limit: 10 },
    getAlerts: { status: 'Closed', limit: 10 },
    getAuditLog: { method: 'createIssuer', limit: 1 },
    getAudit: { method: 'createIssuer', limit: 1 },
    createClient: { name: 'Example Broker' },
    getClients: {},
    updateClient: { clientId, name: 'Example Broker' },
    updateAchSettings: { clientId, singleAmountMax: '50000' },
    updateAchBlock: { accountId: ids.accountId, blocked: 'No' },
    createApiKey: { clientId },
    getApiKeys: { clientId },
    setScopes: { keyId, scopes: ['account.read', 'issuer.read'] },
    setMethodPermissions: { keyId, deniedMethods: ['deleteIssuer'] },
    setFieldPermissions: { keyId, fieldPermissions: ['createIssuer.email'] },
    createWebhook: { clientId, method: 'updateOrder', url: 'https://receiver.example.com/orders' },
    getWebhooks: { clientId },
    deleteWebhook: { id: ids.webhookId },
    getWebhookDeliveries: { clientId },
    generateWebhookToken: { clientId },
    getWebhookTokens: { clientId },
    retireWebhookToken: { tokenId: ids.tokenId },
    setWebhookEncryptionKey: { clientId, remove: 'Yes' },
    revokeApiKey: { keyId },
  };
}
