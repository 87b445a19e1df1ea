/** Deposits as the methods of trades ask of them. */
import type { LiveMove, TradeMoney } from '../../trades/index.ts';
import { liveDeposits, moveDeposit } from './fund-move-records.ts';

export const custodyMoney: TradeMoney = {
  liveMove: async (db, trade) => (await liveDeposits(db, [trade.trade_id]))[0]?.status as LiveMove | undefined,
  // A deposit that is voided with its trade or offering has no webhook of its own; theirs say so.
  voidPending: async (db, tradeIds, details) => {
    for (const { client_id: clientId, reference_number: id, status } of await liveDeposits(db, tradeIds)) {
      if (status === 'Pending') await moveDeposit(db, { clientId, id }, 'void', details);
    }
    return [];
  },
};
