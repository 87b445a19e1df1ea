import type { Method } from '../../http/methods/index.ts';
import { addSubscriptionsforOffering } from './add-subscriptions-for-offering.ts';
import { deleteSubscriptionsforOffering } from './delete-subscriptions-for-offering.ts';
import { fetchSubscriptionDocuments } from './fetch-subscription-documents.ts';
import { getAllSignedDocument } from './get-all-signed-document.ts';
import { getSignedDocument } from './get-signed-document.ts';
import { getSubscriptionsforOffering } from './get-subscriptions-for-offering.ts';
import { resendSubscriptionDocuments } from './resend-subscription-documents.ts';
import { sendNda } from './send-nda.ts';
import { sendSubscriptionDocument } from './send-subscription-document.ts';
import { sendSubscriptionDocumentClient } from './send-subscription-document-client.ts';
import type { SignatureServices } from './signature-services.ts';
import { updateSubscriptionsforOffering } from './update-subscriptions-for-offering.ts';

/** Documents that investors sign: templates of offerings, subscription documents of trades, NDAs. */
export function signaturesModule(services: SignatureServices): Method[] {
  return [
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
  ];
}
