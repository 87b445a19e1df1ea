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
