import { demoOrder } from './demo.ts';
import type { ExampleIds } from './ids.ts';

const REFERENCE = {
  symbol: 'EXMP',
  isin: 'US0378331005',
  cusip: '037833100',
  figi: 'BBG000B9XRY4',
  currency: 'USD',
  tickSizes: [
    { from: '0', tick: '0.0001' },
    { from: '1', tick: '0.01' },
  ],
  lotSize: 1,
  minimumQuantity: 1,
  maximumQuantity: 1000000,
  priceCollar: '50',
};

const PLAN = {
  auctions: [{ at: 'Close', callSeconds: 300, noCancelSeconds: 60, randomEndSeconds: 10 }],
  collar: '15',
};

/** Calls of the methods of the venue. */
export function marketRequests(ids: ExampleIds) {
  const { issuerId, securityId, orderId } = ids;
  return {
    getMarketHours: {},
    getMarketHolidays: {},
    getMarketCalendar: { year: 2030 },
    updateMarketHoliday: { date: '12-24-2030', closed: 'Yes', name: 'Special closing' },
    getMarketStatus: { securityId },
    getSecurities: {},
    getTimeAndSales: { securityId, limit: 10 },
    getBars: { securityId, interval: '1h' },
    createSecurityMarketHours: { securityId, mondayHoursStart: '10:00', mondayHoursEnd: '15:00', mondayClosed: 'No' },
    updateSecurityMarketHours: { securityId, mondayHoursStart: '09:30', mondayHoursEnd: '16:00', mondayClosed: 'No' },
    getSecurityMarketHours: { securityId },
    deleteSecurityMarketHours: { securityId },
    getSecuritySettings: { securityId },
    updateSecuritySettings: { securityId, orderApproval: 'No' },
    updateSecurityReference: { securityId, reference: REFERENCE },
    getSecurityReference: { securityId },
    setAuctionPlan: { securityId, plan: PLAN },
    getAuctionPlan: { securityId },
    getAuction: { securityId },
    getAuctions: { securityId, limit: 10 },
    getIssuerApprovedSecurities: { issuerID: issuerId },
    getClob: { securityID: securityId, issuerID: issuerId },
    getDepth: { securityId, levels: 3 },
    getTops: { limit: 2 },
    createOrder: demoOrder(ids),
    getOrder: { orderid: orderId },
    getOrderHistory: { orderid: orderId },
    explainOrder: { orderid: orderId },
    getEvents: { limit: 2 },
    listAtsOrders: { limit: 1, filter: { orderStatus: 'Live' } },
    readAtsOrder: { id: orderId },
    listAtsTrades: { limit: 1 },
    readAtsTrade: { id: ids.matchId },
    getOrdersForApproval: { securityId },
    getMatchedTrade: { matchId: ids.matchId },
    replaceOrder: { orderid: orderId, quantity: 4000 },
    haltSecurity: { securityId, reason: 'News is pending' },
    resumeSecurity: { securityId, reason: 'The news is out' },
    sendNotice: { text: 'The venue closes at 13:00 today', severity: 'warning', securityId },
    getNotices: { limit: 1 },
    cancelOrder: { orderid: orderId },
    cancelOrders: { securityid: securityId, action: 'Buy' },
    cancelAllAfter: { seconds: 60 },
    updateSelfTradePrevention: { selfTradePrevention: 'None' },
    validateOrder: demoOrder(ids),
    ...limitRequests(ids),
    ...feeRequests(ids),
  };
}

const FEES = {
  initiator: { perShare: '0.003', minimum: '1', maximum: '50' },
  contra: { percent: '0.05' },
};

/** Calls of the methods of fees. */
function feeRequests({ clientId, orderId }: ExampleIds) {
  return {
    setFeeSchedule: { clientId, schedule: FEES, effectiveDate: '2031-01-02' },
    getFeeSchedule: {},
    getFees: { orderid: orderId, limit: 10 },
    getFeeInvoice: { month: '2026-11' },
  };
}

/** Calls of the methods of limits, positions and kill switches. */
function limitRequests({ clientId, accountId, securityId }: ExampleIds) {
  const limits = { maxOrderQuantity: 100000, maxOrderValue: '5000000', maxOpenOrders: 1000, priceBand: '50' };
  return {
    setReferencePrice: { securityid: securityId, price: '10.25' },
    setLimits: { clientId, limits },
    tightenLimits: { accountid: accountId, limits: { maxOrderQuantity: 50000, noShortSale: 'No' } },
    getLimits: { accountid: accountId },
    setPosition: { clientId, securityid: securityId, quantity: 2500 },
    loadPositions: { positions: `clientId,accountId,securityId,quantity\n${clientId},,${securityId},2500\n` },
    getPositions: { securityid: securityId },
    throwKillSwitch: { scope: 'account', accountid: accountId, reason: 'An algorithm is out of control' },
    getKillSwitches: {},
    releaseKillSwitch: { scope: 'account', accountid: accountId },
  };
}

/** Calls of the methods of quotes on RFQ orders. */
export function quoteRequests({ securityId, rfqOrderId, quoteId }: ExampleIds) {
  return {
    createQuote: { orderid: rfqOrderId, memberid: '2', price: '10.30', quantity: 100, token: 'my-quote-1' },
    getRfqOrders: { securityId },
    replaceQuote: { quoteId, version: 1, quantity: 90, seconds: 600 },
    massQuote: {
      memberid: '2',
      quotes: [
        { orderid: rfqOrderId, price: '10.35', quantity: 50, seconds: 600 },
        { quoteId, price: '10.30' },
      ],
    },
    getQuotes: { orderid: rfqOrderId },
    setQuoteProtection: { fills: 10, shares: 5000, seconds: 60 },
    getQuoteProtection: {},
    acceptQuote: { quoteId },
    declineQuote: { quoteId, reason: 'The price is above what we pay' },
    cancelQuote: { quoteId },
    cancelQuotes: { orderid: rfqOrderId },
  };
}

/** The order that the quotes are on. */
export function demoRfqOrder(ids: ExampleIds) {
  return { ...demoOrder(ids), type: 'RFQ', quantity: 1000, price: 0 };
}

/** Calls of the methods of negotiated blocks: the other side is the operator's client. */
export function blockRequests({ securityId, blockId }: ExampleIds) {
  const terms = { securityid: securityId, action: 'Buy', quantity: 5000, price: '10.30' };
  return {
    reportBlock: { ...terms, memberid: '2', counterpartyId: 'C00000001', token: 'my-block-1' },
    getBlocks: {},
    cancelBlock: { blockId, reason: 'Reported twice' },
  };
}

/** Calls of the methods of settlement. */
export function settlementRequests({ issuerId, matchId }: ExampleIds) {
  return {
    notifySettlement: { memberid: '1', issuerid: issuerId, tradeID: matchId, tradeStatus: 'Settled' },
    getSettlementStatus: { tradeID: matchId },
    adjustTrade: { tradeID: matchId, price: '10.20', quantity: 40, reason: 'The price was entered by mistake' },
    bustTrade: { tradeID: matchId, reason: 'Entered by mistake, as both sides agree' },
  };
}

/** Calls of the methods of transfer rules, registers and corporate actions. */
export function transferRequests({ securityId, clientId }: ExampleIds) {
  return {
    setTransferRules: { securityId, holdersMax: 2000, firstRefusalHours: 48, firstRefusalUnanswered: 'Waive' },
    getTransferRules: { securityId },
    setHoldings: {
      ...{ securityId, reason: 'Shares issued in the round of January' },
      holdings: [{ clientId, lots: [{ date: '2026-01-15', quantity: 5000 }] }],
    },
    getHoldings: { securityId },
    getHolderChanges: { securityId },
    getRegister: { securityId },
    getHolderEntries: { securityId, clientId },
    getRegisterChanges: { securityId },
    getOrdersForFirstRefusal: { securityId },
    createCorporateAction: {
      securityId,
      ...{ kind: 'Tender', mostShares: 10_000, price: '12.50', redeemedShares: 'Treasury', exDate: '12-02-2030' },
      ...{ recordDate: '12-02-2030', payDate: '12-09-2030', note: 'Decided by the board' },
    },
    getCorporateActions: { securityId, limit: 10 },
    tenderShares: { securityId, actionId: '1', quantity: 400 },
    getTenders: { securityId, actionId: '1' },
    getActionPayments: { securityId, actionId: '1', format: 'CSV' },
    cancelCorporateAction: { securityId, actionId: '1', reason: 'The board decided otherwise' },
  };
}
