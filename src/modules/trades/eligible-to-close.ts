/** Whether a trade is ready for the closing of its offering (T9). */
import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { TradeRow } from '../../database/tables/trades.ts';

const REVIEWED: ReadonlySet<string> = new Set(['auto approved', 'manually approved']);

/** 1 when it is, else 0, as it is stored; of a trade as it will be after the change that is under way. */
export async function eligibility(db: Kysely<Schema>, trade: TradeRow): Promise<0 | 1> {
  if (trade.order_status !== 'FUNDED' || !isApproved(trade) || !isSigned(trade)) return 0;
  const account = await db
    .selectFrom('accounts')
    .select(['kyc_status', 'aml_status'])
    .where('account_id', '=', trade.account_id)
    .executeTakeFirst();
  if (account === undefined) return 0;
  return [account.kyc_status, account.aml_status].every((status) => REVIEWED.has(status.toLowerCase())) ? 1 : 0;
}

function isApproved(trade: TradeRow): boolean {
  return trade.rr_approval_status === 'Approved' && trade.principal_approval_status === 'Approved';
}

/** Where no documents were sent to be signed, none is waited for. */
function isSigned(trade: TradeRow): boolean {
  return trade.esign_status === 'SIGNED' || (trade.esign_status === 'NOTSIGNED' && trade.document_key === null);
}
