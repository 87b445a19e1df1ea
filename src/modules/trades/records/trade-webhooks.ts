/** Webhooks of a trade. */
import type { Db, TradeRow } from '../../../database/schema/index.ts';
import { offeringOfTrade } from '../../offerings/index.ts';
import { ownedBy } from '../../shared/record/index.ts';
import { approvalFields, tradeRecord } from './trade-fields.ts';

/** A webhook to the client that a trade belongs to, to be written in the transaction of the change. */
export interface TradeWebhook {
  readonly clientId: string;
  readonly method: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

type Fields = TradeWebhook['fields'];

/** Parties of an account that one webhook names. */
const USERS_MAX = 100;

/** updateTradeStatus: the whole record, with the escrow institution of its offering and the parties of its account. */
export async function statusWebhook(transaction: Db, trade: TradeRow): Promise<Fields> {
  const { orderId, developerAPIKey: _, ...record } = tradeRecord(trade);
  const { provider_id } = await offeringOfTrade(transaction, trade.offering_id);
  const parties = await transaction
    .selectFrom('links')
    .select('related_entry')
    .where(ownedBy(trade.client_id))
    .where('first_entry', '=', trade.account_id)
    .where('related_entry_type', '!=', 'Account')
    .where('deleted_at', 'is', null)
    .orderBy('link_id')
    .limit(USERS_MAX)
    .execute();
  const users = parties.map(({ related_entry }) => related_entry).join(',');
  return { tradeId: orderId, ...record, escrowId: textOf(provider_id), users, ...closeId(trade) };
}

function textOf(id: number | null): string | null {
  return id === null ? null : String(id);
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
