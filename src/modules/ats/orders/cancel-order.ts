import Type from 'typebox';
import type { CancelCommand } from '../../../exchange/api/index.ts';
import { ORDER_STATUSES } from '../../../exchange/api/index.ts';
import { defineMethod, type Method, TRADING_SCOPE } from '../../../http/methods/index.ts';
import { type AtsDeps, answerTo, submitForOwnOrder } from '../shared/index.ts';
import { namedOrder, orderNamed } from './named-order.ts';

export function cancelOrder(deps: AtsDeps): Method {
  return defineMethod({
    name: 'cancelOrder',
    scope: TRADING_SCOPE,
    isOrder: true,
    summary: 'Cancels an order',
    refusals: [190, 404, 503],
    description:
      'Pending, Live and Partially Executed orders become Cancelled; executed shares stay executed. ' +
      'A token can name the order in place of its id (an extension, H11).',
    parameters: namedOrder,
    response: Type.Object({ orderStatus: Type.Enum([...ORDER_STATUSES]) }),
    idempotent: true,
    handler: async (call) => {
      const { client, values, idempotency } = call;
      const command: CancelCommand = { type: 'cancel', clientId: client.clientId, ...orderNamed(values) };
      const keyed = idempotency === undefined ? command : { ...command, idempotency };
      const accepted = await submitForOwnOrder(deps, call, keyed);
      return answerTo(accepted, { orderStatus: accepted.order.status });
    },
  });
}
