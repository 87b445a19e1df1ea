import type { ExampleIds } from './ids.ts';

/** Calls of the methods of cards: one payment is voided, and another one made. */
export function cardRequests(ids: ExampleIds): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const { accountId, endedTradeId: tradeId, cardRefNum: RefNum } = ids;
  const createdIpAddress = '192.0.2.1';
  return {
    linkCreditCard: { accountId },
    getLinkedCreditCard: { accountId },
    updateLinkedCreditCard: { accountId },
    setCardLimit: { clientId: ids.clientId, amountMax: '2500' },
    ccFundMove: { accountId, tradeId, createdIpAddress },
    getCCFundMoveHistory: { accountId },
    getCCFundMoveInfo: { accountId, RefNum },
    requestForVoidCCTransaction: { RefNum },
    deleteCreditCard: { accountId: ids.sellerAccountId },
    ccFundMovement: { accountId, tradeId, amount: '262.50', createdIpAddress },
    updateCCFundMoveApprovedStatus: { RefNum, transactionstatus: 'Approved' },
    updateCCFundMoveStatus: { RefNum, fundStatus: 'Submitted', processorTransactionMessage: 'Taken by telephone' },
    // An offering is closed once its trades are paid.
    settlePayment: { tradeId, outcome: 'Settled' },
  };
}
