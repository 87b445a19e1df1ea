/** A client's own orders and trades as lists (H1, H2). */

export { listAtsOrders } from './list-ats-orders.ts';
export { listAtsTrades } from './list-ats-trades.ts';
export { readAtsOrder } from './read-ats-order.ts';
export { readAtsTrade } from './read-ats-trade.ts';
