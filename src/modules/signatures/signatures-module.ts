import { inGroup, type Method } from '../../http/methods/index.ts';
import type { SignatureDeps } from './signature-deps.ts';
import { SIGNATURE_LEVELS, signatureReads } from './signature-resource.ts';
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
export function signaturesModule(deps: SignatureDeps): Method[] {
  return inGroup({ group: 'Documents', levels: SIGNATURE_LEVELS }, [
    fetchSubscriptionDocuments(deps),
    addSubscriptionsforOffering(deps),
    getSubscriptionsforOffering(deps),
    updateSubscriptionsforOffering(deps),
    deleteSubscriptionsforOffering(deps),
    sendSubscriptionDocument(deps),
    sendSubscriptionDocumentClient(deps),
    resendSubscriptionDocuments(deps),
    sendNda(deps),
    getSignedDocument(deps),
    getAllSignedDocument(deps),
    ...signatureReads(deps),
  ]);
}
