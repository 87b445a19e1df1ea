/** ACH as the methods of trades ask it. */
import type { TradeMoney } from '../trades/index.ts';
import { liveFundMove, moveFunds } from './fund-move-records.ts';
import { fundStatusWebhook } from './fund-move-webhooks.ts';

export const achMoney: TradeMoney = {
  liveMove: async (db, trade) => {
    const live = await liveFundMove(db, trade.trade_id);
    return live?.fund_status as Awaited<ReturnType<TradeMoney['liveMove']>>;
  },
  voidPending: async (db, trade, nowUs) => {
    const live = await liveFundMove(db, trade.trade_id);
    if (live?.fund_status !== 'Pending') return [];
    const { row } = await moveFunds(db, live, 'void', { nowUs });
    return [{ clientId: row.client_id, method: 'requestForVoidACH', fields: fundStatusWebhook(row) }];
  },
};
