import type { TradeMoney } from '../../trades/index.ts';
import { liveMovesOf, moveCard } from './card-move-records.ts';
import type { CardWebhook } from './card-webhooks.ts';

/** Payments by card, as the methods of trades ask of them. */
export const cardMoney: TradeMoney = {
  liveMove: async (transaction, { trade_id }) => {
    const [live] = await liveMovesOf(transaction, [trade_id]);
    return live?.fund_status as 'Pending' | 'Submitted' | 'Settled' | undefined;
  },
  voidPending: async (transaction, tradeIds, { nowUs, errors = null }) => {
    const webhooks: CardWebhook[] = [];
    for (const move of await liveMovesOf(transaction, tradeIds)) {
      if (move.fund_status !== 'Pending') continue;
      const change = { trigger: 'void', values: { errors } } as const;
      webhooks.push(...(await moveCard(transaction, { move, trade: undefined }, change, nowUs)).webhooks);
    }
    return webhooks;
  },
};
