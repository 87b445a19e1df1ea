/** Deposits as the methods of trades ask of them. */
import type { TradeMoney } from '../trades/index.ts';
import { liveDeposit, moveDeposit } from './fund-move-records.ts';

export const custodyMoney: TradeMoney = {
  liveMove: async (db, trade) =>
    (await liveDeposit(db, trade.trade_id))?.status as Awaited<ReturnType<TradeMoney['liveMove']>>,
  voidPending: async (db, trade, nowUs) => {
    const live = await liveDeposit(db, trade.trade_id);
    if (live?.status === 'Pending') {
      await moveDeposit(db, { clientId: live.client_id, id: live.reference_number }, 'void', { nowUs });
    }
    // That a deposit was voided with its trade, the webhook of the trade tells.
    return [];
  },
};
