import type { Method } from '../../http/methods/index.ts';
import { getIssuerApprovedSecurities } from './approved-securities.ts';
import { cancelAllAfter } from './cancel-all-after.ts';
import { cancelOrder } from './cancel-order.ts';
import { cancelOrders } from './cancel-orders.ts';
import { getClob } from './clob.ts';
import { createOrder } from './create-order.ts';
import { explainOrder } from './explain-order.ts';
import { getEvents } from './get-events.ts';
import { getOrder } from './get-order.ts';
import { getOrderHistory } from './get-order-history.ts';
import { getTimeAndSales } from './get-time-and-sales.ts';
import { listAtsOrders } from './list-ats-orders.ts';
import { listAtsTrades } from './list-ats-trades.ts';
import { getMarketCalendar, updateMarketHoliday } from './market-calendar.ts';
import { getMarketHolidays, getMarketHours } from './market-hours.ts';
import { getMarketStatus, haltSecurity, resumeSecurity } from './market-status.ts';
import { getMatchedTrade } from './matched-trade.ts';
import { getOrdersForApproval } from './orders-for-approval.ts';
import { readAtsOrder } from './read-ats-order.ts';
import { readAtsTrade } from './read-ats-trade.ts';
import { replaceOrder } from './replace-order.ts';
import { getSecurities } from './securities.ts';
import { securityMarketHours } from './security-market-hours.ts';
import { getSecuritySettings, updateSecuritySettings } from './security-settings.ts';
import type { AtsServices } from './services.ts';
import { updateOrder } from './update-order.ts';
import { updateSelfTradePrevention } from './update-self-trade-prevention.ts';
import { validateOrder } from './validate-order.ts';

export { cursorAt, readCursor } from './event-cursor.ts';
export { EventWaits } from './event-waits.ts';
export { amountText, sideText, yesOrNo } from './formats.ts';
export { InOrder } from './in-order.ts';
export { type SwitchKind, scopeOf } from './limit-refusals.ts';
export { bustsIn, marketEventsIn, matchesIn, noticesToAllIn, tradingDaysOf } from './market-reading.ts';
export { foreignOrderDetails, orderDetailsSchema } from './order-answers.ts';
export * as orderParameters from './order-parameters.ts';
export { matchById, type OrderSources, orderById, orderWithMatches } from './order-reading.ts';
export { orderForApprovalSchema } from './orders-for-approval.ts';
export { ownEventOf, ownEventsIn } from './own-events.ts';
export { errorOf, knownSecurity, malformed, missing, orderNotFound, refusalError } from './refusals.ts';
export type { AccountBook, OrderHistory, QuotesOnOrder, Reference, Settlement, VenueRecords } from './services.ts';
export { answerTo, submit, submitForOrder } from './submission.ts';

/** The venue's methods (docs/venue.md). */
export function atsModule(services: AtsServices): Method[] {
  return [
    createOrder(services),
    replaceOrder(services),
    cancelOrder(services),
    cancelOrders(services),
    cancelAllAfter(services),
    updateSelfTradePrevention(services),
    validateOrder(services),
    updateOrder(services),
    getOrder(services),
    getOrderHistory(services),
    explainOrder(services),
    getEvents(services),
    listAtsOrders(services),
    readAtsOrder(services),
    listAtsTrades(services),
    readAtsTrade(services),
    getOrdersForApproval(services),
    getMatchedTrade(services),
    getClob(services),
    getIssuerApprovedSecurities(services),
    getSecuritySettings(services),
    updateSecuritySettings(services),
    getMarketStatus(services),
    getSecurities(services),
    getTimeAndSales(services),
    haltSecurity(services),
    resumeSecurity(services),
    getMarketHours(services),
    getMarketHolidays(services),
    ...securityMarketHours(services),
    getMarketCalendar(services),
    updateMarketHoliday(services),
  ];
}
