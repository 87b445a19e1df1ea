/** The trades and purchases of an offering as the API shows them. */
import Type from 'typebox';
import type { OfferingRow, TradeRow } from '../../database/schema/index.ts';
import { textOrNull, textsSchema, timestamp } from '../shared/values/index.ts';
import { remainingShares } from './offering-fields.ts';
import type { Purchase } from './offering-trades.ts';

/** The key of the purchases of an offering. */
export const PURCHASED = 'Offering purchased details';

export const tradeSchema = textsSchema(
  'orderId',
  'accountId',
  'transactionType',
  'totalShares',
  'unitPrice',
  'totalAmount',
  'orderStatus',
  'field1',
  'field2',
  'field3',
  'RRApprovalStatus',
  'PrincipalApprovalStatus',
  'esignStatus',
);

export function tradeFields(trade: TradeRow) {
  return {
    orderId: String(trade.trade_id),
    accountId: trade.account_id,
    transactionType: trade.transaction_type,
    totalShares: trade.total_shares,
    unitPrice: trade.unit_price,
    totalAmount: trade.total_amount,
    orderStatus: trade.order_status,
    field1: trade.field1,
    field2: trade.field2,
    field3: trade.field3,
    RRApprovalStatus: trade.rr_approval_status,
    PrincipalApprovalStatus: trade.principal_approval_status,
    esignStatus: trade.esign_status,
  };
}

export const purchaseSchema = Type.Object({
  ...textsSchema('tradeId', 'accountId', 'offeringId', 'totalAmount', 'totalShares', 'purchaseDate').properties,
  accountName: textOrNull(),
  ...textsSchema('offeringTotalShares', 'targetAmount', 'remainingShares').properties,
});

export function purchaseFields(offering: OfferingRow, trade: Purchase) {
  return {
    tradeId: String(trade.trade_id),
    accountId: trade.account_id,
    offeringId: String(trade.offering_id),
    totalAmount: trade.total_amount,
    totalShares: trade.total_shares,
    purchaseDate: timestamp(trade.created_at),
    accountName: trade.account_name,
    offeringTotalShares: offering.total_shares,
    targetAmount: offering.target_amount,
    remainingShares: remainingShares(offering),
  };
}
