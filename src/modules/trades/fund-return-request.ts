import Type from 'typebox';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { change } from '../shared/change/index.ts';
import type { ModuleServices } from '../shared/services.ts';
import { cancellationParameters, cancelTrade } from './cancellation.ts';
import type { PaymentRail } from './payment-rail.ts';
import { tradeEnd, tradeEndSchema } from './trade-fields.ts';
import { TRADE } from './trade-kind.ts';

export function fundReturnRequest(services: ModuleServices, rails: readonly PaymentRail[]): Method {
  return defineMethod({
    name: 'fundReturnRequest',
    verb: 'POST',
    group: 'Trades',
    summary: 'Cancels an investment and returns its money; use cancelInvestment',
    description: 'As cancelInvestment, without its own webhook; the webhooks of its effects are sent.',
    refusals: [TRADE.unknown, 190],
    deprecated: true,
    parameters: cancellationParameters,
    response: Type.Object({ tradeDetails: tradeEndSchema }),
    handler: change(services, async ({ client, values, ip }, db) => {
      const { tradeId, requestedBy, reason, notes, createdIpAddress = ip } = values;
      const asked = { requestedBy, reason, notes, ip: createdIpAddress, nowUs: services.nowUs() };
      const { row, webhooks } = await cancelTrade(db, { clientId: client.clientId, tradeId }, rails, asked);
      return { fields: { tradeDetails: tradeEnd(row) }, alsoFires: webhooks };
    }),
  });
}
