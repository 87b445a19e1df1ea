/** The amounts of trades, the limits of investments, and the payments of a trade. */
export * from './can-be-paid.ts';
export { requireEditAllowed, requireMinimum, requireWithinLimits } from './investment-limits.ts';
export { askForInvestor, requireInvestor } from './investors.ts';
export * from './payment-rail.ts';
export { refundMoney } from './refunds.ts';
export { totalAmount } from './trade-amounts.ts';
export * from './trade-balance.ts';
