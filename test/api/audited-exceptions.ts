/** Calls that are not done in the test of the audit log, and entries that name less than others. */

/** Of the caller, which the entry names itself; of the venue; and of orders and positions, which the journal names. */
export const WITHOUT_RECORDS: ReadonlySet<string> = new Set([
  ...['tightenLimits', 'updateSelfTradePrevention'],
  ...['readBankFiles', 'reloadWatchList', 'updateMarketHoliday'],
  ...['cancelOrders', 'loadPositions', 'cancelQuotes', 'setQuoteProtection'],
  ...['cancelOrders', 'loadPositions', 'setReminderTemplate'],
]);
/** The journal has the change; the values are those before; or nothing is written but what is sent or read. */
export const WITHOUT_CHANGES: ReadonlySet<string> = new Set([
  ...['createOrder', 'cancelOrder', 'cancelOrders', 'confirmBlock', 'declineBlock', 'cancelBlock', 'setTransferRules'],
  ...[
    'setAuctionPlan',
    'createCorporateAction',
    'cancelCorporateAction',
    'tenderShares',
    'updateSelfTradePrevention',
    'updateSecuritySettings',
    'updateSecurityReference',
    'updateMarketHoliday',
  ],
  ...['createSecurityMarketHours', 'deleteSecurityMarketHours', 'haltSecurity', 'resumeSecurity', 'sendNotice'],
  ...['setLimits', 'tightenLimits', 'setReferencePrice', 'setPosition', 'loadPositions', 'bustTrade', 'adjustTrade'],
  ...['updateIssuer', 'deleteIssuerAccount', 'updateOffering', 'changeAccount', 'updateTradeStatus'],
  ...['updateExternalFundMoveApprovedStatus', 'updateCCFundMoveApprovedStatus', 'setMethodPermissions'],
  ...['sendTestWebhook', 'replayDeliveries', 'reloadWatchList', 'readBankFiles', 'setReminderTemplate'],
  ...['replaceOrder', 'updateOrder', 'answerFirstRefusal', 'reportBlock', 'updateSecurityMarketHours'],
  ...['throwKillSwitch', 'releaseKillSwitch', 'setFeeSchedule'],
  ...['createQuote', 'replaceQuote', 'massQuote', 'acceptQuote'],
  ...['declineQuote', 'cancelQuote', 'cancelQuotes', 'setQuoteProtection'],
]);
/** Of clients: what no call of them does here, with the reason. */
export const REFUSED_OF_CLIENTS: Readonly<Record<string, string>> = {
  addCreditCard: 'deprecated: answers 999 and names linkCreditCard',
  getCreditCard: 'deprecated: answers 999 and names getLinkedCreditCard',
  updateCreditCard: 'deprecated: answers 999 and names updateLinkedCreditCard',
  advanceClock: 'the clock is that of a whole service, see test/service/clock',
  cancelScript: 'scripts are those of a whole service, see test/service/clock',
  createFault: 'faults are those of a whole service, see test/service/clock',
  endFault: 'faults are those of a whole service, see test/service/clock',
  scriptCounterparty: 'scripts are those of a whole service, see test/service/clock',
  scriptProvider: 'scripts are those of a whole service, see test/service/clock',
  setClock: 'the clock is that of a whole service, see test/service/clock',
  startRecording: 'recordings are those of a whole service, see test/service/clock',
  endRecording: 'recordings are those of a whole service, see test/service/clock',
  endSession: 'of users of the database alone, see the test of them',
  removePasskey: 'of users of the database alone, see the test of them',
  removeProviderAccount: 'of users of the database alone, see the test of them',
};
/** Of operators: there is one node here, no alert, no action that waits, and no folder that could be saved. */
export const REFUSED_OF_OPERATORS = [
  ...['handOverVenue', 'updateAlert', 'approveAction', 'rejectAction'],
  ...['saveSnapshot', 'restoreSnapshot', 'resetSandbox'],
];
