import type { ExampleIds } from './ids.ts';

/** Calls of the operator’s methods. */
export function adminRequests(ids: ExampleIds) {
  const { clientId, keyId, userId } = ids;
  return {
    'legacy.getApiCount': {},
    getBilledCalls: {},
    listReports: { limit: 10 },
    getPendingActions: { limit: 10 },
    getAlerts: { status: 'Closed', limit: 10 },
    getAlertCounts: {},
    getSurveillanceRules: {},
    setSurveillanceThresholds: { priceBandPercent: 5, reason: 'Volatile since the announcement' },
    getCluster: {},
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
    rotateApiKey: { keyId, overlapMinutes: 60 },
    revokeApiKey: { keyId },
    createUser: { clientId, name: 'Jane Doe', email: 'jane.doe@example.com', roles: ['trader'] },
    getUsers: { clientId },
    updateUser: { userId, roles: ['trader', 'backOffice'] },
    inviteUser: { userId },
    getSessions: { userId },
    endSession: { userId },
    getPasskeys: {},
    getProviderAccounts: { userId },
  };
}

/** Calls with which a client manages its own webhooks. */
export function webhookRequests({ ownWebhookId: id }: ExampleIds) {
  return {
    registerWebhook: {
      method: 'updateTradeStatus',
      url: 'https://receiver.example.com/trades',
      signed: 'Yes',
      retries: 'Yes',
    },
    getWebhookRegistrations: {},
    rotateWebhookSecret: { id },
    sendTestWebhook: { id },
    getDeliveryLog: { webhookId: id },
    replayDeliveries: { id, firedFrom: '2026-01-02 15:04:05' },
    unregisterWebhook: { id },
  };
}

/** Calls of the methods of the sandbox's clock. */
export function clockRequests({ advanceId }: ExampleIds) {
  return {
    getClock: {},
    advanceClock: { by: '15m' },
    getClockAdvance: { advanceId, limit: 10 },
    setClock: { mode: 'running' },
  };
}

/** Calls of other sides by script. */
export function scriptRequests({ rfqOrderId: orderId, refNum, scriptId }: ExampleIds) {
  return {
    scriptCounterparty: { action: 'quote', orderId, quantity: 10, price: '10.40', after: '10m' },
    scriptProvider: { action: 'returnDebit', refNum, code: 'R01', after: '2w' },
    getScripts: {},
    cancelScript: { scriptId },
  };
}

/** Calls of faults on demand, of recordings and of snapshots. */
export function faultRequests({ faultId }: ExampleIds) {
  return {
    startRecording: {},
    getRecording: { script: 'Yes' },
    endRecording: {},
    createFault: { kind: 'dropAnswer', methods: ['createOrder'] },
    getFaults: {},
    endFault: { faultId },
    getSnapshots: {},
  };
}

/** Calls that end records, after those that need them. */
export function deletionRequests(ids: ExampleIds) {
  const { issuerId, accountId, partyId, entityId, securityId: offeringId } = ids;
  return {
    deleteKycAml: { partyId },
    deleteDocumentsforOffering: { documentId: ids.offeringDocumentId },
    deletePartyDocument: { partyId, documentId: ids.partyDocumentId },
    deleteEntityDocument: { partyId: entityId, documentId: ids.entityDocumentId },
    deleteAccountDocument: { accountId, documentId: ids.accountDocumentId },
    deleteSuitability: { accountId },
    deleteLink: { id: ids.linkId },
    deleteParty: { partyId },
    deleteEntity: { partyId: entityId },
    deleteExternalAccount: { types: 'Account', accountId },
    deleteAccount: { accountId },
    closeOffering: { offeringId },
    admitOffering: { offeringId },
    cancelOffering: { offeringId },
    reopenOffering: { offeringId },
    deleteOffering: { offeringId },
    deleteIssuerAccount: { issuerId },
    deleteIssuer: { issuerId },
  };
}
