/** Webhooks of payments by card. */
import type { CardFundMoveRow } from '../../../database/schema/index.ts';
import { webhooksIn } from '../../../http/openapi/index.ts';
import type { TradeWebhook } from '../../trades/index.ts';
import { type PaymentTrigger, stateFields } from '../lifecycle/index.ts';

/** The processor reported the outcome. */
export function processedWebhook(payment: CardFundMoveRow): TradeWebhook {
  return { clientId: payment.client_id, method: 'stripePaymentProcess', fields: stateFields(payment) };
}

/** fundStatus is another: of a void requestForVoidCCTransaction, otherwise updateCCFundMoveStatus. */
export function stepWebhook(payment: CardFundMoveRow, trigger: PaymentTrigger): TradeWebhook {
  const fields = stateFields(payment);
  if (trigger === 'void') return { clientId: payment.client_id, method: 'requestForVoidCCTransaction', fields };
  const { processor_transaction_message: processorTransactionMessage } = payment;
  return {
    clientId: payment.client_id,
    method: 'updateCCFundMoveStatus',
    fields: { ...fields, processorTransactionMessage },
  };
}

const STATE = ['accountId', 'tradeId', 'transactionstatus', 'fundStatus', 'RefNum', 'errors'];
const NEW = [
  'accountId',
  'tradeId',
  'offeringId',
  'totalAmount',
  'ccreferencenumber',
  'fundStatus',
  'transactionstatus',
];

/** The webhooks of this module, for the reference page. */
export const CARD_WEBHOOKS = webhooksIn('Credit cards', {
  ccFundMove: { summary: 'A payment by card of the amount of a trade was ordered', fields: NEW },
  ccFundMovement: { summary: 'A payment by card for a trade was ordered', fields: NEW },
  stripePaymentProcess: {
    summary: 'The card processor reported the outcome of a payment',
    fields: STATE,
  },
  updateCCFundMoveStatus: {
    summary: 'The fundStatus of a payment by card is another, or a part went back; not sent when it is voided',
    fields: [...STATE, 'processorTransactionMessage'],
  },
  updateCCFundMoveApprovedStatus: {
    summary: 'A payment by card was approved or declined by the operator',
    fields: STATE,
  },
  requestForVoidCCTransaction: { summary: 'A payment by card was voided', fields: STATE },
});
