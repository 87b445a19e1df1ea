/** What webhooks tell of a debit. */
import type { AchFundMoveRow } from '../../../database/tables/ach.ts';
import type { TradeWebhook } from '../../trades/index.ts';
import type { MovedFunds } from './fund-move-records.ts';

/** Of updateExternalFundMoveStatus, updateExternalFundMoveApprovedStatus and requestForVoidACH. */
export function fundStatusWebhook(row: AchFundMoveRow) {
  return {
    accountId: row.account_id,
    tradeId: String(row.trade_id),
    transactionstatus: row.transaction_status,
    fundStatus: row.fund_status,
    RefNum: String(row.ref_num),
    errors: row.errors ?? '',
  };
}

/** To the client of a debit that went another step, whoever moved it: of the step, and of the trade. */
export function movedWebhooks({ row, tradeWebhooks }: MovedFunds): TradeWebhook[] {
  const step = { clientId: row.client_id, method: 'updateExternalFundMoveStatus', fields: fundStatusWebhook(row) };
  return [step, ...tradeWebhooks];
}
