import Type from 'typebox';
import { type ReplaceCommand, replacedTermsOf } from '../../../exchange/api/index.ts';
import { type Call, defineMethod, type Method, TRADING_SCOPE } from '../../../http/methods/index.ts';
import { optional } from '../../../http/parameters/index.ts';
import {
  type AtsDeps,
  answerTo,
  malformed,
  replaceableParameters,
  submitForOwnOrder,
  yesOrNo,
} from '../shared/index.ts';
import { deadline, deadlineOf } from './deadline.ts';
import { namedOrder, orderNamed } from './named-order.ts';
import { orderDetails, orderDetailsSchema } from './order-answers.ts';
import * as kinds from './order-parameters.ts';

const CHANGES = {
  price: optional(kinds.price),
  contingencies: optional(kinds.contingencies),
  minimumThreshold: optional(kinds.deferred(kinds.minimumThreshold)),
  newToken: optional(kinds.newToken),
  ...replaceableParameters,
};
const parameters = {
  ...namedOrder,
  quantity: optional(kinds.quantity),
  ...CHANGES,
  deadline,
};

export function replaceOrder(deps: AtsDeps): Method {
  return defineMethod({
    name: 'replaceOrder',
    scope: TRADING_SCOPE,
    isOrder: true,
    summary: 'Changes an order',
    refusals: [136, 138, 148, 162, 190, 404, 503],
    description:
      'An extension. What is not sent keeps its value; quantity is the new total and must exceed what is filled. A ' +
      'smaller quantity at the same price keeps the priority; otherwise it is lost (lostPriority), and where the ' +
      'security wants each order approved, the order is Pending again. A token can name the order (H11); newToken ' +
      'gives it another one, which no live order of the client may have (H10). Another displayQuantity loses the ' +
      'priority (M19).',
    parameters,
    response: Type.Object({
      orderDetails: orderDetailsSchema,
      lostPriority: Type.Union([Type.Literal('Yes'), Type.Literal('No')]),
    }),
    idempotent: true,
    handler: async (call) => {
      const accepted = await submitForOwnOrder(deps, call, replaceCommand(deps, call));
      const { order, lostPriority } = accepted;
      return answerTo(accepted, { orderDetails: orderDetails(order), lostPriority: yesOrNo(lostPriority) });
    },
  });
}

/**
 * What depends on the order (type, filled quantity, contingency) is checked by the exchange, where it cannot change
 * meanwhile.
 */
function replaceCommand(
  { exchange }: AtsDeps,
  { client, values, idempotency }: Call<typeof parameters>,
): ReplaceCommand {
  const { quantity, price, contingencies, newToken } = values;
  const minimum = minimumOf(values);
  const optional = replacedTermsOf(values);
  if ([quantity, price, contingencies, minimum, newToken, optional].every((value) => value === undefined)) {
    throw malformed('quantity', `Missing, as are ${Object.keys(CHANGES).join(', ')}`);
  }
  return {
    type: 'replace',
    clientId: client.clientId,
    ...orderNamed(values),
    ...(quantity === undefined ? {} : { quantity }),
    ...(price === undefined ? {} : { price }),
    ...(contingencies === undefined ? {} : { contingency: contingencies }),
    ...(minimum === undefined ? {} : { minimum }),
    ...(newToken === undefined ? {} : { newToken }),
    ...(optional === undefined ? {} : { optional }),
    ...(idempotency === undefined ? {} : { idempotency }),
    ...deadlineOf(exchange, values),
  };
}

/** Ignored when the contingency becomes another one than Minimum Quantity. */
function minimumOf({ contingencies, minimumThreshold }: Call<typeof parameters>['values']): number | undefined {
  if (minimumThreshold === undefined) return undefined;
  if (contingencies !== undefined && contingencies !== 'Minimum Quantity') return undefined;
  return kinds.needed('minimumThreshold', minimumThreshold);
}
