/** What webhooks tell of a trade. */
import type { TradeRow } from '../../database/tables/trades.ts';
import { approvalFields, tradeRecord } from './trade-fields.ts';

/** A webhook to the client that a trade belongs to, to be written in the transaction of the change. */
export interface TradeWebhook {
  readonly clientId: string;
  readonly method: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

type Fields = TradeWebhook['fields'];

/** updateTradeStatus: the whole record. */
export function statusWebhook(trade: TradeRow): Fields {
  const { orderId, developerAPIKey: _, ...record } = tradeRecord(trade);
  return { tradeId: orderId, ...record, ...closeId(trade) };
}

/** What updateTrade answers. */
export function updateFields(trade: TradeRow) {
  return {
    tradeId: String(trade.trade_id),
    accountId: trade.account_id,
    offeringId: String(trade.offering_id),
    orderStatus: trade.order_status,
    ...approvalFields(trade),
    field1: trade.field1,
    field2: trade.field2,
    field3: trade.field3,
    closeId: trade.close_id,
  };
}

/** updateTrade. */
export function updateWebhook(trade: TradeRow): Fields {
  return { ...updateFields(trade), ...closeId(trade) };
}

/** Sent only when it has a value. */
export function closeId(trade: TradeRow): { readonly closeId: string | null } {
  return { closeId: trade.close_id === '' ? null : trade.close_id };
}
