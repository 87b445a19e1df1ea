/** The amounts of trades, the limits of investments, and the payments of a trade. */
export { requireEditAllowed, requireMinimum, requireWithinLimits } from './investment-limits.ts';
export { askForInvestor, requireInvestor } from './investors.ts';
export * from './payment-rail.ts';
export { refundMoney } from './refunds.ts';
export { refusalsToPay, requirePayableOffering, type SentPayment } from './refusals-to-pay.ts';
export { totalAmount } from './trade-amounts.ts';
