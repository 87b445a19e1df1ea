import type { ExampleIds } from './ids.ts';

/** Calls of the methods of documents that are signed. */
export function signatureRequests(ids: ExampleIds): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const { securityId: offeringId, accountId, tradeId, templateId } = ids;
  const document = { offeringId, accountId, tradeId };
  return {
    fetchSubscriptionDocuments: {},
    addSubscriptionsforOffering: {
      offeringId,
      file_name: 'templatename0=example-subscription-agreement--Subscription Agreement',
    },
    getSubscriptionsforOffering: { offeringId },
    updateSubscriptionsforOffering: { offeringId, templateId, templatename: 'Subscription Agreement of 2030' },
    sendSubscriptionDocument: document,
    sendSubscriptionDocumentClient: document,
    resendSubscriptionDocuments: document,
    sendNda: { accountId, offeringId },
    getSignedDocument: { tradeId },
    getAllSignedDocument: { tradeId },
    listSignatures: { limit: 10 },
    readSignature: { signatureId: ids.signatureId },
    deleteSubscriptionsforOffering: { templateId },
  };
}
