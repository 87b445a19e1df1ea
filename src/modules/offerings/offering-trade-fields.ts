/** The trades and purchases of an offering as the API shows them. */
import type { TradeRow } from '../../database/schema/index.ts';
import { at, orNull, says, view } from '../shared/values/index.ts';
import type { Subscribed } from './offering-subscriptions.ts';
import { remainingShares } from './offering-terms.ts';
import type { Purchase } from './offering-trades.ts';

/** The key of the purchases of an offering. */
export const PURCHASED = 'Offering purchased details';

export const TRADE_VIEW = view<TradeRow>()({
  orderId: 'trade_id',
  accountId: 'account_id',
  transactionType: 'transaction_type',
  totalShares: 'total_shares',
  unitPrice: 'unit_price',
  totalAmount: 'total_amount',
  orderStatus: 'order_status',
  field1: 'field1',
  field2: 'field2',
  field3: 'field3',
  RRApprovalStatus: 'rr_approval_status',
  PrincipalApprovalStatus: 'principal_approval_status',
  esignStatus: 'esign_status',
});

export const PURCHASE_VIEW = view<Purchase & { readonly offering: Subscribed }>()({
  tradeId: 'trade_id',
  accountId: 'account_id',
  offeringId: 'offering_id',
  totalAmount: 'total_amount',
  totalShares: 'total_shares',
  purchaseDate: at('created_at'),
  accountName: orNull('account_name'),
  offeringTotalShares: says(({ offering }) => offering.total_shares),
  targetAmount: says(({ offering }) => offering.target_amount),
  remainingShares: says(({ offering }) => remainingShares(offering)),
});
