/** Whether a trade is ready for the closing of its offering (T9), whatever its answer hangs on changes. */
import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { TradeRow } from '../../database/tables/trades.ts';
import { ownedBy } from './record/index.ts';

const REVIEWED: ReadonlySet<string> = new Set(['auto approved', 'manually approved']);

/** 1 when it is, else 0, as it is stored; of a trade as it will be after the change that is under way. */
export async function eligibility(db: Kysely<Schema>, trade: TradeRow): Promise<0 | 1> {
  if (trade.order_status !== 'FUNDED' || !isApproved(trade)) return 0;
  const account = await db
    .selectFrom('accounts')
    .select(['kyc_status', 'aml_status'])
    .where('account_id', '=', trade.account_id)
    .executeTakeFirst();
  if (account === undefined) return 0;
  const isReviewed = [account.kyc_status, account.aml_status].every((status) => REVIEWED.has(status.toLowerCase()));
  return isReviewed && (await isSigned(db, trade)) ? 1 : 0;
}

/** updateEligibleToCloseStatus: the trade can be closed from now on. */
export function eligibleWebhook(trade: TradeRow) {
  return {
    clientId: trade.client_id,
    method: 'updateEligibleToCloseStatus',
    fields: {
      tradeId: String(trade.trade_id),
      offeringId: String(trade.offering_id),
      accountId: trade.account_id,
      closeId: trade.close_id === '' ? null : trade.close_id,
      eligibleToClose: 'yes',
      escrowStatus: 'Eligible to Close',
    },
  };
}

/**
 * Asks again for the trades of an account whose KYC or AML status was changed in the transaction; answers the webhooks of
 * those that can be closed from now on.
 */
export async function recheckTradesOf(
  transaction: Kysely<Schema>,
  of: { readonly clientId: string; readonly accountId: string },
): Promise<ReturnType<typeof eligibleWebhook>[]> {
  const trades = await transaction
    .selectFrom('trades')
    .selectAll()
    .where(ownedBy(of.clientId))
    .where('account_id', '=', of.accountId)
    .where('order_status', '=', 'FUNDED')
    .where('deleted_at', 'is', null)
    .orderBy('trade_id')
    .execute();
  const webhooks: ReturnType<typeof eligibleWebhook>[] = [];
  for (const trade of trades.filter(isApproved)) {
    const eligible_to_close = await eligibility(transaction, trade);
    if (eligible_to_close === trade.eligible_to_close) continue;
    await transaction.updateTable('trades').set({ eligible_to_close }).where('trade_id', '=', trade.trade_id).execute();
    if (eligible_to_close === 1) webhooks.push(eligibleWebhook(trade));
  }
  return webhooks;
}

function isApproved(trade: TradeRow): boolean {
  return trade.rr_approval_status === 'Approved' && trade.principal_approval_status === 'Approved';
}

/** Where the offering has no subscription template there is nothing to sign. */
async function isSigned(db: Kysely<Schema>, trade: TradeRow): Promise<boolean> {
  if (trade.esign_status === 'SIGNED') return true;
  const template = await db
    .selectFrom('subscription_templates')
    .select('template_id')
    .where('offering_id', '=', trade.offering_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return template === undefined;
}
