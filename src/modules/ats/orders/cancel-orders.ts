import Type from 'typebox';
import { type CancelOrdersCommand, NO_SECURITY, type SecurityId } from '../../../exchange/api/index.ts';
import { type Call, defineMethod, type Method, TRADING_SCOPE } from '../../../http/methods/index.ts';
import { numericId, optional, text } from '../../../http/parameters/index.ts';
import { type AtsDeps, answerTo, malformed, refusalError, storedOrder, submit } from '../shared/index.ts';
import { securityNamed } from './named-security.ts';
import * as kinds from './order-parameters.ts';

const parameters = {
  securityid: optional(numericId<SecurityId>({ description: 'The offering id; or symbol.' })),
  symbol: optional(kinds.symbol),
  action: optional(kinds.action),
  accountid: optional(kinds.accountId),
  memberid: optional(kinds.memberId),
  clientId: optional(text({ maxLength: 200, description: 'Whose orders; with a master key only.' })),
};

/** V47. */
export function cancelOrders(deps: AtsDeps): Method {
  return defineMethod({
    name: 'cancelOrders',
    scope: TRADING_SCOPE,
    isOrder: true,
    summary: 'Cancels many orders at once',
    refusals: [138, 503],
    description:
      "An extension. Cancels the client's live orders, open quotes and reported blocks (V47) that have all of what " +
      'is sent, without anything all of them, in one step; answers the ids of the orders, oldest first. A master key ' +
      'cancels those of clientId, or, with a security, those of all clients. Each order sends updateOrder.',
    parameters,
    response: Type.Object({ cancelledOrders: Type.Array(Type.String({ description: 'The order id.' })) }),
    idempotent: true,
    handler: async (call) => {
      const { exchange } = deps;
      const securityId = securityMeant(deps, call);
      const isUnknown = securityId === NO_SECURITY;
      if (isUnknown && (await storedOrder(exchange, call)) === undefined) throw refusalError('unknown security');
      const accepted = await submit(exchange, call, cancelCommand(call, securityId));
      return answerTo(accepted, { cancelledOrders: (accepted.cancelled ?? []).map(String) });
    },
  });
}

/** Undefined: all of them; 0, which none has: an unknown symbol. */
function securityMeant({ exchange }: AtsDeps, { values }: Call<typeof parameters>): SecurityId | undefined {
  const { securityid, symbol } = values;
  return securityid === undefined && symbol === undefined ? undefined : securityNamed(exchange, securityid, symbol);
}

function cancelCommand(
  { client, values }: Call<typeof parameters>,
  securityId: SecurityId | undefined,
): CancelOrdersCommand {
  const { action, accountid, memberid, clientId } = values;
  if (!client.master && clientId !== undefined) throw malformed('clientId', 'is for master keys');
  if (client.master && clientId === undefined && securityId === undefined) {
    throw malformed('clientId', 'Missing, as is securityid');
  }
  return {
    type: 'cancelOrders',
    clientId: client.master ? (clientId ?? '') : client.clientId,
    filter: {
      ...(securityId === undefined ? {} : { securityId }),
      ...(action === undefined ? {} : { side: action === 'Buy' ? 'buy' : 'sell' }),
      ...(accountid === undefined ? {} : { accountId: accountid }),
      ...(memberid === undefined ? {} : { memberId: memberid }),
    },
    byOperator: client.master,
  };
}
