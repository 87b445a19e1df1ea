/** A payment by card as the methods and webhooks show it. */
import Type, { type TObject } from 'typebox';
import type { CardFundMoveRow } from '../../../database/schema/index.ts';
import { textOrNull, textsSchema, timestamp } from '../../shared/values/index.ts';

/** What ccFundMove and ccFundMovement answer and send: ccreferencenumber is the RefNum of the other methods. */
export const newMoveSchema = textsSchema(
  'accountId',
  'tradeId',
  'offeringId',
  'totalAmount',
  'ccreferencenumber',
  'fundStatus',
  'transactionstatus',
);

export function newMoveFields(move: CardFundMoveRow) {
  return {
    accountId: move.account_id,
    tradeId: String(move.trade_id),
    offeringId: String(move.offering_id),
    totalAmount: move.total_amount,
    ccreferencenumber: String(move.ref_num),
    fundStatus: move.fund_status,
    transactionstatus: move.transaction_status,
  };
}

export const moveSchema: TObject = Type.Object({
  ...textsSchema(
    'accountId',
    'tradeId',
    'offeringId',
    'totalAmount',
    'RefNum',
    'transactionstatus',
    'fundStatus',
    'createdDate',
  ).properties,
  processorTransactionId: textOrNull(),
  processorTransactionMessage: textOrNull(),
  processorTokenMessage: textOrNull('JSON of the other values from the processor'),
  errors: textOrNull('why it was returned, or what went back of it'),
});

export function moveFields(move: CardFundMoveRow) {
  return {
    accountId: move.account_id,
    tradeId: String(move.trade_id),
    offeringId: String(move.offering_id),
    totalAmount: move.total_amount,
    processorTransactionId: move.processor_transaction_id,
    processorTransactionMessage: move.processor_transaction_message,
    processorTokenMessage: move.processor_token_message,
    RefNum: String(move.ref_num),
    errors: move.errors,
    transactionstatus: move.transaction_status,
    fundStatus: move.fund_status,
    createdDate: timestamp(move.created_at),
  };
}
