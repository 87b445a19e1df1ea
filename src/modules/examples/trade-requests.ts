import type { ExampleIds } from './ids.ts';

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
