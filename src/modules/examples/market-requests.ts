import { demoOrder } from './demo.ts';
import type { ExampleIds } from './ids.ts';
import { limitRequests } from './limit-requests.ts';

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
    getIssuerApprovedSecurities: { issuerID: issuerId },
    getClob: { securityID: securityId, issuerID: issuerId },
    getDepth: { securityId, levels: 3 },
    getTops: { limit: 2 },
    createOrder: demoOrder(ids),
    getOrder: { orderid: orderId },
    getOrderHistory: { orderid: orderId },
    explainOrder: { orderid: orderId },
    getEvents: { limit: 2 },
    listAtsOrders: { limit: 1, filter: '{"orderStatus":"Live"}' },
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
  };
}
