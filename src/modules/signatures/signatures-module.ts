import { inGroup, type Method } from '../../http/methods/index.ts';
import { SIGNATURE_LEVELS, signatureReads } from './signature-resource.ts';
import type { SignatureServices } from './signature-services.ts';
import {
  getAllSignedDocument,
  getSignedDocument,
  resendSubscriptionDocuments,
  sendNda,
  sendSubscriptionDocument,
  sendSubscriptionDocumentClient,
} from './signing-methods.ts';
import {
  addSubscriptionsforOffering,
  deleteSubscriptionsforOffering,
  fetchSubscriptionDocuments,
  getSubscriptionsforOffering,
  updateSubscriptionsforOffering,
} from './subscription-methods.ts';

/** Documents that investors sign: templates of offerings, subscription documents of trades, NDAs. */
export function signaturesModule(services: SignatureServices): Method[] {
  return inGroup({ group: 'Documents', levels: SIGNATURE_LEVELS }, [
    fetchSubscriptionDocuments(services),
    addSubscriptionsforOffering(services),
    getSubscriptionsforOffering(services),
    updateSubscriptionsforOffering(services),
    deleteSubscriptionsforOffering(services),
    sendSubscriptionDocument(services),
    sendSubscriptionDocumentClient(services),
    resendSubscriptionDocuments(services),
    sendNda(services),
    getSignedDocument(services),
    getAllSignedDocument(services),
    ...signatureReads(services),
  ]);
}
