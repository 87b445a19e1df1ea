import type { ExampleIds } from './ids.ts';

const BANK_ACCOUNT = {
  types: 'Account',
  ExtAccountfullname: 'Example Investor',
  Extnickname: 'Example bank',
  ExtRoutingnumber: '123456780',
  ExtAccountnumber: '4000500060',
  accountType: 'Checking',
};

/** Calls of the methods of bank accounts and debits. */
export function achRequests(ids: ExampleIds): Readonly<Record<string, Readonly<Record<string, unknown>>>> {
  const { securityId: offeringId, accountId, endedTradeId: tradeId, refNum: RefNum } = ids;
  return {
    validateABARoutingNumber: { routingNumber: '123456780' },
    linkExternalAccount: { accountId },
    createExternalAccount: { accountId, ...BANK_ACCOUNT },
    updateExternalAccount: { accountId, ...BANK_ACCOUNT, accountType: 'Savings' },
    getExternalAccount: { types: 'Account', accountId },
    updateLinkExternalAccount: { accountId },
    getPaymentLimits: { accountId },
    externalFundMove: {
      accountId,
      offeringId,
      tradeId,
      amount: '262.50',
      description: '25 units of Example Security',
      checkNumber: tradeId,
    },
    getAchPendingId: { accountId },
    getExternalFundMove: { accountId, RefNum },
    getExternalFundMoveInfo: { accountId, RefNum },
    getExternalFundMoveHistory: { accountId },
    updateExternalFundMoveApprovedStatus: { RefNum, transactionstatus: 'Approved' },
    requestForVoidACH: { RefNum },
    updateExternalFundMoveStatus: { RefNum, fundStatus: 'Settled' },
    getAchBatches: { limit: 10 },
    getAchFiles: { limit: 10 },
    readBankFiles: {},
    getAchNotices: { outcome: 'no such debit' },
  };
}

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

const MAILING = {
  mailingAddressLine1: '1 Example Street',
  mailingCity: 'Example City',
  mailingState: 'NY',
  mailingZipCode: '10001',
  mailingCountry: 'USA',
};

/** Calls of the methods of custody accounts. */
export function custodyRequests(ids: ExampleIds) {
  const { accountId, partyId } = ids;
  return {
    createCustodyAgreementAttestation: {
      accountId,
      isAttested: true,
      documentUrl: 'https://documents.example.com/custody-agreement.pdf',
    },
    getCustodyAgreementAttestation: { accountId },
    createCustodyAccountRequest: { accountId },
    getCustodyAccountReviews: { limit: 10 },
    updateCustodyAccountRequest: { custAccRequestID: ids.custodyRequestId, custAccRequestStatus: 'New Info Added' },
    reviewCustodyAccountRequest: {
      custAccRequestID: ids.custodyRequestId,
      custAccStatus: 'Approved',
    },
    getCustodyAccountRequest: { accountId },
    createCustodyAccountSupplement: {
      accountId,
      appointmentOfInvestmentManager: '2',
      proxyVotingPreferences: '1',
      methodOfContributionOrFunding: '2',
      methodOfContributionTaxYear: '2026',
      bankFirmName1: 'Example Bank',
      bankAccountNumber1: '1000200030',
      ...MAILING,
    },
    updateCustodyAccountSupplement: { accountId, proxyVotingPreferences: '3' },
    getCustodyAccountSupplement: { accountId },
    createCustodyPartySupplement: { partyId, relationship: 'owner', salutation: '3', authorizedSigner: 'Yes' },
    updateCustodyPartySupplement: { partyId, controlPerson: 'No' },
    getCustodyPartySupplement: { partyId },
    setCustodyDepositLimit: { clientId: ids.clientId, amountMax: '50000.00' },
    createCustodyFundMove: { accountId, amount: '2500.00', description: 'First deposit' },
    getCustodyFundMove: { referenceNumber: ids.depositNumber },
    getCustodyFundMoves: { accountId },
    updateCustodyFundMove: { referenceNumber: ids.depositNumber, status: 'void' },
    createCustodyFundDisbursement: {
      accountId,
      amount: '100.50',
      type: 'wire_domestic',
      bankId: '021000021',
      bankAccountId: '4000500060',
    },
    getCustodyFundDisbursements: { filter: { accountId } },
    reviewCustodyFundDisbursement: { requestId: ids.disbursementId, status: 'terminated' },
    closeCustodyAccount: { custAccRequestID: ids.custodyRequestId },
    listCustodyAccounts: { limit: 10 },
    readCustodyAccount: { custAccRequestID: ids.custodyRequestId },
    readCustodyDisbursement: { requestId: ids.disbursementId },
    getReconciliation: { day: '2030-01-02' },
    getPayments: { limit: 10 },
    getLedger: { tradeId: ids.tradeId },
  };
}

/** Calls of the methods of wires and checks: a check bounces, and a wire pays a trade. */
export function receiptRequests(ids: ExampleIds) {
  const { securityId: offeringId, endedTradeId: tradeId, receiptId } = ids;
  const said = { offeringId, receivedDate: '2026-11-20', payer: 'First Last' };
  return {
    recordCheck: { ...said, amount: '75.00', reference: '1001' },
    returnReceipt: { receiptId, reason: 'Not sufficient funds' },
    recordWire: { ...said, amount: '300.00', reference: '20261120MMQFMP9N000001' },
    matchReceipt: { receiptId, tradeId, amount: '275.00' },
    getReceipts: { status: 'Partly', limit: 10 },
    takeDifference: { kind: 'receipt', record: receiptId, note: 'Asked the bank for the payer' },
    getDifferences: { kind: 'receipt' },
  };
}

/** Calls of the methods of refunds: what a wire brought too much is sent back, and comes back. */
export function refundRequests(ids: ExampleIds) {
  const { endedTradeId: tradeId, refundId } = ids;
  return {
    performRefund: { tradeId, rail: 'WIRE', reference: '20261123MMQFMP9N000002', reason: 'Paid too much' },
    updateRefundStatus: { refundId, status: 'Returned', reason: 'The bank of the investor sent it back' },
    getRefunds: { status: 'Due', limit: 10 },
  };
}
