/** The states of a payment, and how the payments of every instrument are found, held, moved and voided. */

export type { PaymentTable } from './instrument.ts';
export { type HeldPayment, InstrumentRail, type MovedPayment, type StepDetails } from './instrument-rail.ts';
export {
  DEPOSIT_LIFECYCLE,
  PAYMENT_LIFECYCLE,
  PAYMENT_STATES,
  type PaymentState,
  type PaymentTrigger,
  REPORTED,
} from './payment-lifecycle.ts';
export { stateFields } from './state-fields.ts';
