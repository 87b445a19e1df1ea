/** ACH as the methods of trades ask it. */
import type { Kysely } from 'kysely';
import type { Schema } from '../../database/schema.ts';
import type { AchFundMoveRow } from '../../database/tables/ach.ts';
import type { TradeMoney, TradeWebhook } from '../trades/index.ts';
import { liveFundMove, moveFunds } from './fund-move-records.ts';
import { fundStatusWebhook } from './fund-move-webhooks.ts';

export const achMoney: TradeMoney = {
  liveMove: async (db, trade) => {
    const live = await liveFundMove(db, trade.trade_id);
    return live?.fund_status as Awaited<ReturnType<TradeMoney['liveMove']>>;
  },
  voidPending: async (db, trade, nowUs) => {
    const live = await liveFundMove(db, trade.trade_id);
    return live?.fund_status === 'Pending' ? voidFunds(db, live, { nowUs }) : [];
  },
};

/** Voids a Pending debit that is held; answers the webhook of that. */
export async function voidFunds(
  transaction: Kysely<Schema>,
  move: AchFundMoveRow,
  details: { readonly nowUs: number; readonly errors?: string },
): Promise<readonly TradeWebhook[]> {
  const { row } = await moveFunds(transaction, move, 'void', details);
  return [{ clientId: row.client_id, method: 'requestForVoidACH', fields: fundStatusWebhook(row) }];
}
