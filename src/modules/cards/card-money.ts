import type { TradeMoney } from '../trades/index.ts';
import { holdMove, liveMoveOf, moveCard } from './card-move-records.ts';

/** Payments by card, as the methods of trades ask of them. */
export const cardMoney: TradeMoney = {
  liveMove: async (transaction, { trade_id }) => {
    const live = await liveMoveOf(transaction, trade_id);
    return live?.fund_status as 'Pending' | 'Submitted' | 'Settled' | undefined;
  },
  voidPending: async (transaction, { trade_id }, nowUs) => {
    const live = await liveMoveOf(transaction, trade_id);
    if (live?.fund_status !== 'Pending') return [];
    const held = await holdMove(transaction, live.ref_num);
    if (held === undefined) return [];
    return (await moveCard(transaction, held, { trigger: 'void' }, nowUs)).webhooks;
  },
};
