/** Payments of every rail in one list. */
export { paymentsModule } from './get-payments.ts';
export { type Payment, RAIL_NAMES, RAILS, type Rail, readPayments } from './payment-rows.ts';
