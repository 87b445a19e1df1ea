/** Payments of every rail in one list. */
export { paymentsModule } from './get-payments.ts';
export { type Payment, readPayments } from './payment-rows.ts';
