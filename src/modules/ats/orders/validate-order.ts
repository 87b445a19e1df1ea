import Type from 'typebox';
import { defineMethod, type Method } from '../../../http/methods/index.ts';
import { type AtsDeps, acceptedOrder } from '../shared/index.ts';
import { checkedEntry, enterParameters, ignoredFields } from './create-order.ts';
import { orderDetails, orderDetailsSchema } from './order-answers.ts';

const { id: _, orderId: __, ...detailsSchema } = orderDetailsSchema.properties;

/** V55. */
export function validateOrder(deps: AtsDeps): Method {
  return defineMethod({
    name: 'validateOrder',
    summary: 'Shows what createOrder would answer, without placing the order',
    refusals: [136, 138, 148, 162, 190],
    description:
      'An extension (V55). Takes and refuses what createOrder would now, and otherwise answers the order as it ' +
      'would enter, without an id, Live whether or not it would match. ignoredFields have no effect. Changes and ' +
      'counts nothing.',
    parameters: enterParameters,
    response: Type.Object({
      orderDetails: Type.Object(detailsSchema),
      ignoredFields: Type.Array(Type.String()),
    }),
    handler: async (call) => {
      const command = await checkedEntry(deps, call);
      const { order } = acceptedOrder(await deps.exchange.risk.wouldEnter(command));
      const { id: _, orderId: __, ...details } = orderDetails(order);
      return { fields: { orderDetails: details, ignoredFields: ignoredFields(call.values) } };
    },
  });
}
