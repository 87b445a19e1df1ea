import Type from 'typebox';
import type { CancelOrdersCommand, SecurityId } from '../../../exchange/api/index.ts';
import { type Call, defineMethod, type Method, TRADING_SCOPE } from '../../../http/methods/index.ts';
import { numericId, optional, text } from '../../../http/parameters/index.ts';
import { type AtsServices, answerTo, malformed, submit } from '../shared/index.ts';
import * as kinds from './order-parameters.ts';

const parameters = {
  securityid: optional(numericId<SecurityId>({ description: 'The offering id.' })),
  action: optional(kinds.action),
  accountid: optional(kinds.accountId),
  memberid: optional(kinds.memberId),
  clientId: optional(text({ maxLength: 200, description: 'Whose orders; with a master key only.' })),
};

/** V47. */
export function cancelOrders(services: AtsServices): Method {
  return defineMethod({
    name: 'cancelOrders',
    scope: TRADING_SCOPE,
    isOrder: true,
    summary: 'Cancels many orders at once',
    refusals: [503],
    description:
      "An extension. Cancels the client's live orders that have all of what is sent, without anything all of them, " +
      'in one step, in which none of them trades; answers their ids, oldest first. With a master key it means the ' +
      'orders of the client that clientId names, or, with a security, those of all clients. Without such orders ' +
      'the list of ids is empty. Each order sends updateOrder.',
    parameters,
    response: Type.Object({ cancelledOrders: Type.Array(Type.String({ description: 'The order id.' })) }),
    idempotent: true,
    handler: async (call) => {
      const accepted = await submit(services.exchange, call, cancelCommand(call));
      return answerTo(accepted, { cancelledOrders: (accepted.cancelled ?? []).map(String) });
    },
  });
}

function cancelCommand({ client, values }: Call<typeof parameters>): CancelOrdersCommand {
  const { securityid, action, accountid, memberid, clientId } = values;
  if (!client.master && clientId !== undefined) throw malformed('clientId', 'is for master keys');
  if (client.master && clientId === undefined && securityid === undefined) {
    throw malformed('clientId', 'Missing, as is securityid');
  }
  return {
    type: 'cancelOrders',
    clientId: client.master ? (clientId ?? '') : client.clientId,
    filter: {
      ...(securityid === undefined ? {} : { securityId: securityid }),
      ...(action === undefined ? {} : { side: action === 'Buy' ? 'buy' : 'sell' }),
      ...(accountid === undefined ? {} : { accountId: accountid }),
      ...(memberid === undefined ? {} : { memberId: memberid }),
    },
    byOperator: client.master,
  };
}
