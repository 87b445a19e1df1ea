/** ACH as the methods of trades ask it. */
import type { Kysely } from 'kysely';
import type { Schema } from '../../../database/schema.ts';
import type { AchFundMoveRow } from '../../../database/tables/ach.ts';
import type { TradeMoney, TradeWebhook } from '../../trades/index.ts';
import { liveFundMoves, moveFunds } from './fund-move-records.ts';
import { fundStatusWebhook } from './fund-move-webhooks.ts';

export const achMoney: TradeMoney = {
  liveMove: async (db, trade) => {
    const [live] = await liveFundMoves(db, [trade.trade_id]);
    return live?.fund_status as Awaited<ReturnType<TradeMoney['liveMove']>>;
  },
  voidPending: async (db, tradeIds, details) => {
    const webhooks: TradeWebhook[] = [];
    for (const move of await liveFundMoves(db, tradeIds)) {
      if (move.fund_status === 'Pending') webhooks.push(...(await voidFunds(db, move, details)));
    }
    return webhooks;
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
