import { DEMO_ISSUER, DEMO_SECURITY, demoOffering } from './demo.ts';
import type { ExampleIds } from './ids.ts';

/** Calls of the methods of issuers. */
export function issuerRequests(ids: ExampleIds) {
  const { issuerId } = ids;
  return {
    createIssuer: DEMO_ISSUER,
    getIssuer: { issuerId },
    updateIssuer: { issuerId, ...DEMO_ISSUER, updatedIpAddress: '192.0.2.1' },
    getAllIssuers: {},
    searchIssuer: { searchKeyword: 'Last' },
    listIssuers: { limit: 10 },
    createIssuerAccount: {
      issuerId,
      companyName: 'Example Issuer LLC',
      companyState: 'DE',
      entityType: 'LLC',
      issuingCountry: 'USA',
      createdIpAddress: '192.0.2.1',
    },
    updateIssuerAccount: { issuerId, companyName: 'Example Issuer Inc' },
    putIssuerCustodianAccount: {
      issuerId,
      providerId: '1',
      custodianName: 'Example Custodian',
      custodianAccountNumber: '1000200030',
      routingNumber: '021000021',
      accountNumber: '4000500060',
      accountName: 'Example Issuer LLC',
    },
    getIssuerAccount: { issuerId },
  };
}

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

/** Calls of the methods of trades; each call that ends a trade has its own trade. */
export function tradeRequests(ids: ExampleIds): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const { securityId: offeringId, accountId, tradeId } = ids;
  return {
    createTrade: {
      offeringId,
      accountId,
      transactionType: 'ACH',
      transactionUnits: '25',
      fees: '12.50',
      RRApprovalStatus: 'Approved',
      RRName: 'First Last',
      RRApprovalDate: '01-31-2030',
      closeId: '1',
    },
    getTrade: { accountId, tradeId },
    getTradeStatus: { tradeId },
    listTrades: { limit: 10 },
    readTrade: { tradeId },
    editTrade: { accountId, offeringId, tradeId, shares: '30' },
    editTradeUnits: { accountId, tradeId, unitPrice: '9.75', totalShares: '30' },
    updateTradeTransactionType: { tradeId, transactionType: 'Wire' },
    updateTrade: { tradeId, accountId, PrincipalApprovalStatus: 'Approved', PrincipalName: 'Last First' },
    updateTradeStatus: { tradeId, accountId, orderStatus: 'FUNDED' },
    updateTradeArchivestatus: { tradeId, archiveStatus: '0' },
    getAccountTradeHistory: { accountId },
    getAllTrades: {},
    addTradeNote: { tradeId, authorName: 'Example Adviser', notes: 'The wire was announced by telephone' },
    getTradeNote: { tradeId },
    updateTradeNote: { noteId: ids.noteId, notes: 'The wire has arrived' },
    deleteTradeNote: { noteId: ids.noteId },
    uploadTradeDocument: { tradeId, documentTitle: 'documentTitle0=Receipt', file_name: 'filename0=receipt.pdf' },
    getTradeDocument: { tradeId },
    updateTradeDocArchivestatus: { tradeId, documentId: ids.tradeDocumentId, archiveStatus: '1' },
    deleteTradeDocument: { tradeId, documentId: ids.tradeDocumentId },
    deleteTrade: { accountId, tradeId: ids.endedTradeId, errDesc: 'The investor changed their mind' },
    cancelInvestment: { tradeId: ids.endedTradeId, requestedBy: 'First Last', reason: 'The investor asked for it' },
    fundReturnRequest: { tradeId: ids.endedTradeId, requestedBy: 'First Last', reason: 'The investor asked for it' },
  };
}

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
