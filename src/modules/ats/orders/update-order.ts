import Type from 'typebox';
import type { DecideCommand, OrderId, OrderView, SecurityView } from '../../../exchange/api/index.ts';
import { type Call, defineMethod, type Method } from '../../../http/methods/index.ts';
import { choice, numericId, optional, required, text, type ValuesOf } from '../../../http/parameters/index.ts';
import {
  type AcceptedOrder,
  type AtsDeps,
  answerTo,
  orderById,
  orderNotFound,
  submitForLiveOrder,
} from '../shared/index.ts';
import { foreignOrderDetails, orderDetails, orderDetailsSchema } from './order-answers.ts';
import * as kinds from './order-parameters.ts';
import { requireSecurityOfIssuer } from './security-of-issuer.ts';

const parameters = {
  orderid: required(numericId<OrderId>()),
  issuerid: required(numericId({ description: 'The issuer of the security.' })),
  orderStatus: required(choice(['Live', 'Not Approved'], { description: 'Live approves, Not Approved refuses.' })),
  reason: optional(text({ maxLength: 500 })),
  quantity: optional(kinds.quantity),
  price: optional(kinds.price),
  contingencies: optional(kinds.contingencies),
};

/** updateOrder. The webhook of this name is not fired here: the venue fires it for every change of an order (V31). */
export function updateOrder(deps: AtsDeps): Method {
  return defineMethod({
    name: 'updateOrder',
    summary: 'Approves or refuses a Pending order',
    refusals: [136, 138, 162, 190, 404, 503],
    description:
      'By the client that owns the offering. An approved order takes its priority from this moment. With quantity, ' +
      'price and contingencies (an extension) the decision is about an order with these terms: one that was ' +
      'replaced since is left as it is (190).',
    parameters,
    response: Type.Object({ orderDetails: orderDetailsSchema }),
    idempotent: true,
    handler: async (call) => {
      const { order, security } = await orderToDecide(deps, call);
      const accepted = await decide(deps, call, order, security);
      const { order: decided } = accepted;
      const own = decided.ticket.clientId === call.client.clientId;
      return answerTo(accepted, { orderDetails: own ? orderDetails(decided) : foreignOrderDetails(decided) });
    },
  });
}

/** Only the client that owns the offering sees the order here; for all others it does not exist. */
async function orderToDecide(
  deps: AtsDeps,
  { client, values }: Call<typeof parameters>,
): Promise<{ order: OrderView; security: SecurityView }> {
  const order = await orderById(deps, values.orderid);
  const security = order && deps.exchange.security(order.ticket.securityId);
  if (security?.ownerClientId !== client.clientId || order === undefined) throw orderNotFound();
  return { order, security };
}

/** What the caller saw of the order, where it said so. */
function termsOf({ quantity, price, contingencies }: ValuesOf<typeof parameters>): Pick<DecideCommand, 'terms'> {
  if (quantity === undefined && price === undefined && contingencies === undefined) return {};
  return {
    terms: {
      ...(quantity === undefined ? {} : { quantity }),
      ...(price === undefined ? {} : { price }),
      ...(contingencies === undefined ? {} : { contingency: contingencies }),
    },
  };
}

async function decide(
  deps: AtsDeps,
  call: Call<typeof parameters>,
  order: OrderView,
  security: SecurityView,
): Promise<AcceptedOrder> {
  const { issuerid, orderStatus, reason } = call.values;
  await requireSecurityOfIssuer(deps, issuerid, security.securityId);
  const command: DecideCommand = {
    type: 'decide',
    clientId: call.client.clientId,
    orderId: order.orderId,
    issuerId: issuerid,
    approved: orderStatus === 'Live',
    reason: reason ?? null,
    ...termsOf(call.values),
  };
  // The owner of the security may know of each of its orders.
  return submitForLiveOrder(deps, call, command, () => true);
}
