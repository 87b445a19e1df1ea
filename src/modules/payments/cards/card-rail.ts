/** Payments by card (K6): the payments of one instrument. */
import type { CardFundMoveRow, TradeRow } from '../../../database/schema/index.ts';
import { toMillionths } from '../../shared/values/index.ts';
import { InstrumentRail, PAYMENT_LIFECYCLE } from '../lifecycle/index.ts';
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
  paysFor,
});

/** Whether the payment, without what was refunded of it, is enough for the trade. */
export function paysFor({ total_amount, refunded_amount }: CardFundMoveRow, trade: TradeRow): boolean {
  return toMillionths(total_amount) - toMillionths(refunded_amount) >= toMillionths(trade.total_amount);
}
