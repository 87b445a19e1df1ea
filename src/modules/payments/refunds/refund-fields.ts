/** A refund as methods and webhooks show it. */
import type { RefundRow } from '../../../database/schema/index.ts';
import { webhooksIn } from '../../../http/openapi/index.ts';
import { piiTable } from '../../shared/record/index.ts';
import {
  changedTimestamp,
  choicesSchema,
  orNull,
  says,
  textOrNull,
  timestamp,
  view,
} from '../../shared/values/index.ts';
import type { TradeWebhook } from '../../trades/index.ts';
import { PAYMENT_STATES } from '../lifecycle/index.ts';
import { REFUND_RAILS, type RefundRail, type Source } from './sources.ts';

/** Of what is to be given back: now, or once the bank cannot take it back any more. */
export const DERIVED_STATUSES = ['Due', 'Waiting'] as const;
export const REFUND_STATUSES = [...DERIVED_STATUSES, ...PAYMENT_STATES] as const;
type RefundStatus = (typeof REFUND_STATUSES)[number];

/** A refund, or what is to be given back of a payment. */
export type Listed = Pick<
  RefundRow,
  'client_id' | 'offering_id' | 'account_id' | 'trade_id' | 'rail' | 'payment' | 'amount' | 'status'
> & {
  readonly refund?: RefundRow;
  readonly source?: Source;
};

const ofRow = (column: 'reference' | 'reason' | 'errors' | 'batch_day' | 'trace_number', description: string) =>
  [textOrNull(description), ({ refund }: Listed) => refund?.[column] ?? null] as const;

const REFUND_VIEW = view<Listed>('Refund')({
  refundId: [
    textOrNull('null: it is to be made'),
    ({ refund }) => (refund === undefined ? null : String(refund.refund_id)),
  ],
  status: [choicesSchema(REFUND_STATUSES), ({ status }) => status as RefundStatus],
  rail: [choicesSchema(REFUND_RAILS), ({ rail }) => rail as RefundRail],
  paymentNumber: orNull('payment', 'of the payment or receipt that it gives back; null: none in particular'),
  amount: 'amount',
  tradeId: 'trade_id',
  offeringId: 'offering_id',
  accountId: 'account_id',
  waitsUntil: [
    textOrNull('YYYY-MM-DD; until then the bank may take the payment back (A30)'),
    ({ source }) => source?.waitsUntil ?? null,
  ],
  reference: ofRow('reference', 'of the operator'),
  reason: ofRow('reason', 'why it was made, or what the operator said of its end'),
  errors: ofRow('errors', 'why it was returned or voided'),
  batchDay: ofRow('batch_day', 'the bank business day of its batch, YYYY-MM-DD'),
  traceNumber: ofRow('trace_number', 'its 15 digits at the bank'),
  createdDate: [textOrNull(), ({ refund }) => (refund === undefined ? null : timestamp(refund.created_at))],
  updatedDate: says(({ refund }) => changedTimestamp(refund?.updated_at ?? null)),
});

export const refundSchema = REFUND_VIEW.schema;
export const shownRefund = (listed: Listed) => REFUND_VIEW.show(listed);

export function refundFields(refund: RefundRow) {
  return REFUND_VIEW.show({ ...refund, refund });
}

export function refundWebhook(refund: RefundRow): TradeWebhook {
  return { clientId: refund.client_id, method: 'updateRefundStatus', fields: refundFields(refund) };
}

export const REFUND_WEBHOOKS = webhooksIn('Payments', {
  updateRefundStatus: {
    summary: 'A refund was made, or its status is another: by this method, by the bank or by the card processor',
    fields: Object.keys(REFUND_VIEW.parts),
  },
});

export const REFUND_LEVELS = piiTable('trade.read', {
  none: `refundId status rail paymentNumber amount tradeId offeringId accountId waitsUntil batchDay traceNumber
    createdDate updatedDate clientId nextCursor`,
  pii_medium: 'reference reason errors',
});
