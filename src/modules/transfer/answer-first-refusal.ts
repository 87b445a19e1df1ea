import Type from 'typebox';
import type { OrderId } from '../../exchange/api/index.ts';
import { defineMethod, type Method, TRADING_SCOPE } from '../../http/methods/index.ts';
import { choice, numericId, optional, required, text } from '../../http/parameters/index.ts';
import { answerTo, foreignOrderDetails, orderDetailsSchema, submitForOrder } from '../ats/index.ts';
import { GROUP, type TransferServices } from './transfer-services.ts';

export function answerFirstRefusal(services: TransferServices): Method {
  return defineMethod({
    name: 'answerFirstRefusal',
    verb: 'POST',
    group: GROUP,
    scope: TRADING_SCOPE,
    summary: 'Uses, or does not use, the right of first refusal on an order',
    description:
      'An extension (F7). By the client that owns the offering. Waive lets the order trade; Exercise ends it, and ' +
      'the purchase happens outside of the venue. Unknown orders, orders that have ended, and orders in offerings of ' +
      'other clients: 404; an order that does not wait for this answer: 190.',
    refusals: [190, 404, 503],
    parameters: {
      orderid: required(numericId<OrderId>()),
      answer: required(choice(['Waive', 'Exercise'])),
      reason: optional(text({ maxLength: 500, description: 'Shown to the client of the order when it ends.' })),
    },
    response: Type.Object({ orderDetails: orderDetailsSchema }),
    idempotent: true,
    handler: async (call) => {
      const { client, values } = call;
      const accepted = await submitForOrder(services.exchange, call, {
        type: 'firstRefusal',
        clientId: client.clientId,
        orderId: values.orderid,
        exercised: values.answer === 'Exercise',
        reason: values.reason ?? null,
      });
      return answerTo(accepted, { orderDetails: foreignOrderDetails(accepted.order) });
    },
  });
}
