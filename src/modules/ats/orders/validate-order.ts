import Type from 'typebox';
import { type FeeRole, feeText, type OrderView, withExecution } from '../../../exchange/api/index.ts';
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
      estimatedFees: Type.Optional(
        Type.Object(
          { initiator: Type.String(), contra: Type.String(), auction: Type.String() },
          { description: 'Dollars, if all of the order executes at its price in this role (X9). Absent without fees.' },
        ),
      ),
    }),
    handler: async (call) => {
      const command = await checkedEntry(deps, call);
      const { order } = acceptedOrder(await deps.exchange.risk.wouldEnter(command));
      const { id: _, orderId: __, ...details } = orderDetails(order);
      const estimate = await estimateOf(deps, order);
      const fees = estimate === undefined ? {} : { estimatedFees: estimate };
      return { fields: { orderDetails: details, ignoredFields: ignoredFields(call.values), ...fees } };
    },
  });
}

/** Undefined where no schedule names the order, or it has no price. */
async function estimateOf({ exchange }: AtsDeps, { ticket, price, quantity }: OrderView) {
  if (ticket.type !== 'Limit') return undefined;
  const begun = await exchange.fees.firstOf(ticket);
  if (begun === undefined) return undefined;
  const inRole = (role: FeeRole) => feeText(withExecution(begun, role, { price, quantity }).charged);
  return { initiator: inRole('initiator'), contra: inRole('contra'), auction: inRole('auction') };
}
