/** Payments of every rail in one list. */
export { paymentsModule } from './get-payments.ts';
