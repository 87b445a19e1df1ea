import { DEMO_SECURITY, demoOffering } from './demo.ts';
import type { ExampleIds } from './ids.ts';

/** Calls of the methods of offerings. */
export function offeringRequests(ids: ExampleIds) {
  const { issuerId, securityId: offeringId } = ids;
  return {
    createOffering: demoOffering(issuerId, DEMO_SECURITY),
    updateOffering: { offeringId, offeringStatus: 'Approved' },
    getOffering: { offeringId },
    getOfferingStatus: { offeringId },
    getOfferingDetails: { offeringId },
    getAllOffers: {},
    searchOffering: { issuerId, searchKeyword: 'Example' },
    putOfferingEscrow: {
      offeringId,
      escrowAccountNumber: '7000800090',
      name: 'Example Escrow',
    },
    getCustodianDetailsforOffering: { offeringId },
    getTradesForOffering: { offeringId },
    getOfferingPurchaseHistory: { offeringId },
    addDocumentsforOffering: {
      offeringId,
      documentTitle: 'documentTitle0=Prospectus',
      documentFileReferenceCode: '1001',
      file_name: 'filename0=prospectus.pdf',
    },
    getDocumentsforOffering: { offeringId },
    updateOfferingDocument: {
      documentId: ids.offeringDocumentId,
      offeringId,
      documentTitle: 'Prospectus of 2030',
      documentFileReferenceCode: '1002',
    },
    'legacy.getTradeStatusesForOffering': { offeringId },
    'legacy.getAccount': { securityid: offeringId },
  };
}
