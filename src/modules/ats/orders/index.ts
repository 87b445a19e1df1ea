/** The methods that enter, change, cancel, decide and read orders. */

export { cancelAllAfter } from './cancel-all-after.ts';
export { cancelOrder } from './cancel-order.ts';
export { cancelOrders } from './cancel-orders.ts';
export { createOrder } from './create-order.ts';
export { explainOrder } from './explain-order.ts';
export { getOrder } from './get-order.ts';
export { getOrderHistory } from './get-order-history.ts';
export { getMatchedTrade } from './matched-trade.ts';
export { namedSecurity, securityNamed } from './named-security.ts';
export { foreignOrderDetails, orderDetailsSchema } from './order-answers.ts';
export * as orderParameters from './order-parameters.ts';
export { getOrdersForApproval, orderForApproval, orderForApprovalSchema } from './orders-for-approval.ts';
export { replaceOrder } from './replace-order.ts';
export { requireSecurityOfIssuer } from './security-of-issuer.ts';
export { updateOrder } from './update-order.ts';
export { updateSelfTradePrevention } from './update-self-trade-prevention.ts';
export { validateOrder } from './validate-order.ts';
