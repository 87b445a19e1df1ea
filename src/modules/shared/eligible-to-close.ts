/** Whether a trade is ready for the closing of its offering (T9), recomputed after each change that it depends on. */
import { rowsHeld } from '../../database/queries/index.ts';
import type { Db, TradeRow } from '../../database/schema/index.ts';
import { ownedBy } from './record/index.ts';

const REVIEWED: ReadonlySet<string> = new Set(['auto approved', 'manually approved']);

/** Ids in one statement. */
const IDS_MAX = 500;

/**
 * The stored value, 1 or 0, of a trade after the change that is under way. The records that it depends on are locked: a
 * concurrent change of them recomputes this trade after this change.
 */
export async function eligibility(transaction: Db, trade: TradeRow): Promise<0 | 1> {
  if (trade.order_status !== 'FUNDED' || !isApproved(trade)) return 0;
  const query = transaction
    .selectFrom('accounts')
    .select(['kyc_status', 'aml_status'])
    .where('account_id', '=', trade.account_id);
  const account = await rowsHeld(transaction, query).executeTakeFirst();
  if (account === undefined) return 0;
  return isReviewed(account) && (await isSigned(transaction, trade)) ? 1 : 0;
}

/** updateEligibleToCloseStatus: the trade can be closed now. */
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
 * Recomputes the trades of an offering whose templates were changed in the transaction: with a template, unsigned
 * trades cannot be closed; without templates nothing needs a signature. Returns the webhooks of trades that can be
 * closed now.
 */
export async function recheckTradesOfOffering(
  transaction: Db,
  of: { readonly clientId: string; readonly offeringId: number },
): Promise<ReturnType<typeof eligibleWebhook>[]> {
  await holdOfferingRow(transaction, of.offeringId);
  const eligible_to_close = (await hasTemplate(transaction, of.offeringId)) ? 0 : 1;
  const query = transaction
    .selectFrom('trades')
    .innerJoin('accounts', 'accounts.account_id', 'trades.account_id')
    .selectAll('trades')
    .select(['accounts.kyc_status', 'accounts.aml_status'])
    .where(ownedBy(of.clientId, 'trades'))
    .where('trades.offering_id', '=', of.offeringId)
    .where('trades.order_status', '=', 'FUNDED')
    .where('trades.esign_status', '!=', 'SIGNED')
    .where('trades.eligible_to_close', '!=', eligible_to_close)
    .where('trades.deleted_at', 'is', null)
    .orderBy('trades.trade_id');
  const unsigned = await rowsHeld(transaction, query).execute();
  const changed = unsigned.filter((trade) => eligible_to_close === 0 || (isApproved(trade) && isReviewed(trade)));
  const ids = changed.map(({ trade_id }) => trade_id);
  for (let at = 0; at < ids.length; at += IDS_MAX) {
    const some = ids.slice(at, at + IDS_MAX);
    await transaction.updateTable('trades').set({ eligible_to_close }).where('trade_id', 'in', some).execute();
  }
  return eligible_to_close === 0 ? [] : changed.map(eligibleWebhook);
}

/**
 * Recomputes the trades of an account whose KYC or AML status was changed in the transaction; returns the webhooks of
 * trades that can be closed now.
 */
export async function recheckTradesOf(
  transaction: Db,
  of: { readonly clientId: string; readonly accountId: string },
): Promise<ReturnType<typeof eligibleWebhook>[]> {
  const query = transaction
    .selectFrom('trades')
    .selectAll()
    .where(ownedBy(of.clientId))
    .where('account_id', '=', of.accountId)
    .where('order_status', '=', 'FUNDED')
    .where('deleted_at', 'is', null)
    .orderBy('trade_id');
  const trades = await rowsHeld(transaction, query).execute();
  const webhooks: ReturnType<typeof eligibleWebhook>[] = [];
  for (const trade of trades.filter(isApproved)) {
    const eligible_to_close = await eligibility(transaction, trade);
    if (eligible_to_close === trade.eligible_to_close) continue;
    await transaction.updateTable('trades').set({ eligible_to_close }).where('trade_id', '=', trade.trade_id).execute();
    if (eligible_to_close === 1) webhooks.push(eligibleWebhook(trade));
  }
  return webhooks;
}

function isReviewed({ kyc_status, aml_status }: { readonly kyc_status: string; readonly aml_status: string }): boolean {
  return [kyc_status, aml_status].every((status) => REVIEWED.has(status.toLowerCase()));
}

function isApproved(trade: TradeRow): boolean {
  return trade.rr_approval_status === 'Approved' && trade.principal_approval_status === 'Approved';
}

/** An offering without subscription templates needs no signature. */
async function isSigned(transaction: Db, trade: TradeRow): Promise<boolean> {
  if (trade.esign_status === 'SIGNED') return true;
  await holdOfferingRow(transaction, trade.offering_id);
  return !(await hasTemplate(transaction, trade.offering_id));
}

/** Locks the offering; code that changes or reads its templates does that first. */
async function holdOfferingRow(transaction: Db, offeringId: number): Promise<void> {
  const query = transaction.selectFrom('offerings').select('offering_id').where('offering_id', '=', offeringId);
  await rowsHeld(transaction, query).execute();
}

async function hasTemplate(db: Db, offeringId: number): Promise<boolean> {
  const template = await db
    .selectFrom('subscription_templates')
    .select('template_id')
    .where('offering_id', '=', offeringId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return template !== undefined;
}
