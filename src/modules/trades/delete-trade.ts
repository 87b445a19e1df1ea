import Type from 'typebox';
import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, optional, required, text } from '../../http/parameters/index.ts';
import { change } from '../shared/change/index.ts';
import { found } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { livePaymentOf, type PaymentRail } from './payment-rail.ts';
import { tradeEnd, tradeEndSchema } from './trade-fields.ts';
import { TRADE } from './trade-kind.ts';
import { changeTrade, holdTrade, ofAccount } from './trade-records.ts';

export function deleteTrade(services: ModuleServices, rails: readonly PaymentRail[]): Method {
  return defineMethod({
    name: 'deleteTrade',
    verb: 'POST',
    group: 'Trades',
    summary: 'Withdraws a trade before its money is under way; it becomes CANCELED',
    description: 'The units go back to the offering. In another state than CREATED: 190; with a live fund move: 150.',
    refusals: [TRADE.unknown, 190, 150],
    parameters: {
      accountId: required(text({ description: 'the account of the trade', maxLength: 100 })),
      tradeId: required(numericId({ description: 'trade id' })),
      errDesc: optional(text({ description: 'kept as errors' })),
    },
    response: Type.Object({ tradeDetails: tradeEndSchema }),
    handler: change(services, async ({ client, values }, db) => {
      const held = await holdTrade(db, { clientId: client.clientId, tradeId: values.tradeId });
      const trade = found(TRADE, ofAccount(held, values.accountId));
      if (trade.order_status !== 'CREATED') throw new ApiError(190, `the state is ${trade.order_status}`);
      if ((await livePaymentOf(db, trade, rails)) !== undefined) throw new ApiError(150);
      const changes = { trigger: 'withdraw', values: { errors: values.errDesc } } as const;
      const { row, webhooks } = await changeTrade(db, trade, changes, services.nowUs());
      const webhook = { tradeId: String(row.trade_id) };
      return { fields: { tradeDetails: tradeEnd(row) }, webhook, alsoFires: webhooks };
    }),
  });
}
