/** Payments by card (K6): the payments of one instrument. */
import { toMillionths } from '../../shared/values/index.ts';
import { InstrumentRail, PAYMENT_LIFECYCLE } from '../lifecycle/index.ts';
import { cardLimits } from './card-limits.ts';
import { stepWebhook } from './card-webhooks.ts';

export const cardRail = new InstrumentRail({
  kind: { table: 'card_fund_moves', id: 'ref_num', form: /^[0-9]{1,15}$/, unknown: 212 },
  state: 'fund_status',
  approval: 'transaction_status',
  lifecycle: PAYMENT_LIFECYCLE,
  noErrors: null,
  // The processor is not asked about a payment that has ended.
  changes: (trigger, nowUs) => ({ ask_at: null, ...(trigger === 'submit' ? { submitted_at: nowUs } : {}) }),
  webhooks: (payment, trigger) => [stepWebhook(payment, trigger)],
  limits: cardLimits(),
  received: ({ total_amount, refunded_amount }) => toMillionths(total_amount) - toMillionths(refunded_amount),
});
