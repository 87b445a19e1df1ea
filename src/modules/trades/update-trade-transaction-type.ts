import Type from 'typebox';
import type { TradeRow } from '../../database/schema/index.ts';
import { ApiError, defineMethod, type Method } from '../../http/methods/index.ts';
import { required } from '../../http/parameters/index.ts';
import { change } from '../shared/change/index.ts';
import { found } from '../shared/record/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { MASKED, textsSchema } from '../shared/values/index.ts';
import { livePaymentOf, type PaymentRail } from './payment-rail.ts';
import { anyTradeId, tradeCore, transactionType } from './trade-fields.ts';
import { TRADE } from './trade-kind.ts';
import { changeTrade, holdTrade } from './trade-records.ts';

const SHOWN = [
  ...['orderId', 'id', 'transactionType', 'offeringId', 'accountId', 'partyId', 'party_type', 'totalAmount'],
  ...['totalShares', 'orderStatus'],
] as const;

export function updateTradeTransactionType(services: ModuleServices, rails: readonly PaymentRail[]): Method {
  return defineMethod({
    name: 'updateTradeTransactionType',
    verb: 'POST',
    group: 'Trades',
    summary: 'Changes the way in which a trade is paid',
    description: 'Only while the trade is CREATED (190) and no money is under way (150).',
    refusals: [TRADE.unknown, 190, 150],
    parameters: { tradeId: required(anyTradeId()), transactionType: required(transactionType()) },
    response: Type.Object({ TradeDetails: Type.Array(textsSchema('developerAPIKey', ...SHOWN)) }),
    handler: change(services, async ({ client, values }, db) => {
      const of = { clientId: client.clientId, tradeId: values.tradeId };
      const trade = found(TRADE, await holdTrade(db, of));
      if (trade.order_status !== 'CREATED') throw new ApiError(190);
      if ((await livePaymentOf(db, trade, rails)) !== undefined) throw new ApiError(150);
      const changes = { values: { transaction_type: values.transactionType } };
      const { row, webhooks } = await changeTrade(db, trade, changes, services.nowUs());
      const webhook = { tradeId: String(row.trade_id), transactionType: row.transaction_type };
      return { fields: { TradeDetails: [shown(row)] }, webhook, alsoFires: webhooks };
    }),
  });
}

function shown(trade: TradeRow): Readonly<Record<string, unknown>> {
  const record: Readonly<Record<string, unknown>> = tradeCore(trade);
  return { ...Object.fromEntries(SHOWN.map((name) => [name, record[name]])), developerAPIKey: MASKED };
}
