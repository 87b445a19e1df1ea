import type { Method } from '../../http/methods/index.ts';
import { getEvents, getTimeAndSales } from './events/index.ts';
import { listAtsOrders, listAtsTrades, readAtsOrder, readAtsTrade } from './lists/index.ts';
import {
  getClob,
  getMarketCalendar,
  getMarketHolidays,
  getMarketHours,
  getMarketStatus,
  haltSecurity,
  resumeSecurity,
  securityMarketHours,
  updateMarketHoliday,
} from './market/index.ts';
import {
  cancelAllAfter,
  cancelOrder,
  cancelOrders,
  createOrder,
  explainOrder,
  getMatchedTrade,
  getOrder,
  getOrderHistory,
  getOrdersForApproval,
  replaceOrder,
  updateOrder,
  updateSelfTradePrevention,
  validateOrder,
} from './orders/index.ts';
import {
  getIssuerApprovedSecurities,
  getSecurities,
  getSecuritySettings,
  updateSecuritySettings,
} from './reference/index.ts';
import type { AtsServices } from './shared/index.ts';

export {
  bustsIn,
  cursorAt,
  marketEventsIn,
  matchesIn,
  noticesToAllIn,
  ownEventOf,
  ownEventsIn,
  readCursor,
  tradingDaysOf,
} from './events/index.ts';
export { foreignOrderDetails, orderDetailsSchema, orderForApprovalSchema, orderParameters } from './orders/index.ts';
export {
  type AccountBook,
  answerTo,
  EventWaits,
  errorOf,
  InOrder,
  knownSecurity,
  malformed,
  matchById,
  missing,
  type OrderHistory,
  type OrderSources,
  orderById,
  orderNotFound,
  orderWithMatches,
  type QuotesOnOrder,
  type Reference,
  refusalError,
  type Settlement,
  type SwitchKind,
  scopeOf,
  sideText,
  submit,
  submitForOrder,
  type VenueRecords,
  yesOrNo,
} from './shared/index.ts';

/** The venue's methods (docs/venue/venue.md). */
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
