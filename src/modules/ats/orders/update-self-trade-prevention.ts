import Type from 'typebox';
import { defineMethod, type Method, TRADING_SCOPE } from '../../../http/methods/index.ts';
import { optional, required } from '../../../http/parameters/index.ts';
import { type AtsDeps, answerTo, optionalParameters, refusalError, submit } from '../shared/index.ts';
import * as kinds from './order-parameters.ts';

/** V46. */
export function updateSelfTradePrevention(deps: AtsDeps): Method {
  return defineMethod({
    name: 'updateSelfTradePrevention',
    scope: TRADING_SCOPE,
    summary: 'Sets the handling of orders that would trade with each other and have the same owner',
    refusals: [148, 503],
    description:
      'An extension (M15). For later orders that name no mode. That of an account comes before that of its client.',
    parameters: {
      accountid: optional(kinds.accountId),
      selfTradePrevention: required(optionalParameters.selfTradePrevention),
    },
    response: Type.Object({
      accountId: Type.Optional(Type.String()),
      selfTradePrevention: Type.String(),
    }),
    idempotent: true,
    handler: async (call) => {
      const { client, values } = call;
      const { accountid, selfTradePrevention } = values;
      if (accountid !== undefined && !(await deps.accounts.isActive(client.clientId, accountid))) {
        throw refusalError('unknown account');
      }
      const whose = { clientId: client.clientId, accountId: accountid ?? null };
      const command = { type: 'selfTrade', ...whose, mode: selfTradePrevention } as const;
      const accepted = await submit(deps.exchange, call, command);
      return answerTo(accepted, { ...(accountid === undefined ? {} : { accountId: accountid }), selfTradePrevention });
    },
  });
}
