import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { change } from '../shared/change/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { cancellationParameters, cancelTrade } from './cancellation.ts';
import type { PaymentRail } from './payment-rail.ts';
import { tradeCore, tradeCoreSchema } from './trade-fields.ts';
import { TRADE } from './trade-kind.ts';

export function cancelInvestment(services: ModuleServices, rails: readonly PaymentRail[]): Method {
  return defineMethod({
    name: 'cancelInvestment',
    verb: 'POST',
    group: 'Trades',
    summary: 'Cancels an investment fully, and returns its money',
    description:
      'Without money under way the trade becomes CANCELED, a Pending fund move being voided; otherwise it becomes ' +
      'UNWIND PENDING until its money is back. A trade that has ended is refused (190). Who asked, and why, is a note.',
    refusals: [TRADE.unknown, 190],
    parameters: cancellationParameters,
    response: Type.Object({ 'Canceled investment details': Type.Array(tradeCoreSchema) }),
    handler: change(services, async ({ client, values, ip }, db) => {
      const { tradeId, requestedBy, reason, notes, createdIpAddress = ip } = values;
      const asked = { requestedBy, reason, notes, ip: createdIpAddress, nowUs: services.nowUs() };
      const { row, webhooks } = await cancelTrade(db, { clientId: client.clientId, tradeId }, rails, asked);
      return {
        fields: { 'Canceled investment details': [tradeCore(row)] },
        webhook: {
          accountId: row.account_id,
          OrderId: String(row.trade_id),
          'Transaction Type': row.transaction_type,
          OrderStatus: row.order_status,
        },
        firesFirst: webhooks,
      };
    }),
  });
}
