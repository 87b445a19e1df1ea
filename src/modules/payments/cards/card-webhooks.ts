/** What webhooks tell of a payment by card. */
import type { CardFundMoveRow } from '../../../database/tables/cards.ts';
import type { WebhookDeclaration } from '../../../http/openapi/webhooks.ts';
import type { TradeWebhook } from '../../trades/index.ts';
import { GROUP } from './cards-services.ts';

/** A webhook to the client that a payment belongs to, to be written in the transaction of the change. */
export type CardWebhook = TradeWebhook;

function stateFields(move: CardFundMoveRow) {
  return {
    accountId: move.account_id,
    tradeId: String(move.trade_id),
    transactionstatus: move.transaction_status,
    fundStatus: move.fund_status,
    RefNum: String(move.ref_num),
    errors: move.errors ?? '',
  };
}

/** The processor told what became of it. */
export function processedWebhook(move: CardFundMoveRow): CardWebhook {
  return { clientId: move.client_id, method: 'stripePaymentProcess', fields: stateFields(move) };
}

/** fundStatus is another; not sent of a void. */
export function statusWebhook(move: CardFundMoveRow): CardWebhook {
  const processorTransactionMessage = move.processor_transaction_message;
  const fields = { ...stateFields(move), processorTransactionMessage };
  return { clientId: move.client_id, method: 'updateCCFundMoveStatus', fields };
}

/** transactionstatus was set. */
export function approvalWebhook(move: CardFundMoveRow): CardWebhook {
  return { clientId: move.client_id, method: 'updateCCFundMoveApprovedStatus', fields: stateFields(move) };
}

export function voidWebhook(move: CardFundMoveRow): CardWebhook {
  return { clientId: move.client_id, method: 'requestForVoidCCTransaction', fields: stateFields(move) };
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
export const CARD_WEBHOOKS: readonly WebhookDeclaration[] = [
  { name: 'ccFundMove', group: GROUP, summary: 'A payment by card of the amount of a trade was ordered', fields: NEW },
  { name: 'ccFundMovement', group: GROUP, summary: 'A payment by card for a trade was ordered', fields: NEW },
  {
    name: 'stripePaymentProcess',
    group: GROUP,
    summary: 'The card processor told what became of a payment',
    fields: STATE,
  },
  {
    name: 'updateCCFundMoveStatus',
    group: GROUP,
    summary: 'The fundStatus of a payment by card is another, or a part went back; not sent when it is voided',
    fields: [...STATE, 'processorTransactionMessage'],
  },
  {
    name: 'updateCCFundMoveApprovedStatus',
    group: GROUP,
    summary: 'A payment by card was approved or declined by the operator',
    fields: STATE,
  },
  { name: 'requestForVoidCCTransaction', group: GROUP, summary: 'A payment by card was voided', fields: STATE },
];
