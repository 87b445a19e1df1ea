import Type from 'typebox';
import { bustFields, type MatchId } from '../../exchange/api/index.ts';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, required, text } from '../../http/parameters/index.ts';
import { answerTo, bustSchema } from '../ats/index.ts';
import { amend } from './amendments.ts';
import { holderOf, matchWithOrders } from './settled-match.ts';
import type { SettlementServices } from './settlement-services.ts';

/** V45. */
export function bustTrade(services: SettlementServices): Method {
  return defineMethod({
    name: 'bustTrade',
    summary: 'Declares a match void',
    description:
      'An extension, for operators (V45). Both sides and the owner of the security are notified; shares do not ' +
      'come back to the orders. An unknown match: 404. One that was canceled or busted before: 190.',
    refusals: [190, 404, 503],
    operator: true,
    fourEyes: true,
    parameters: {
      tradeID: required(numericId<MatchId>({ description: 'The match id.' })),
      reason: required(text({ maxLength: 500 })),
    },
    response: Type.Object({
      tradeDetails: Type.Object(bustSchema),
    }),
    idempotent: true,
    handler: async (call) => {
      const { tradeID: matchId, reason } = call.values;
      const { match, buy, sell } = await matchWithOrders(services, matchId);
      const matched = { price: match.price, quantity: match.quantity };
      const named = { matchId, reason, buyer: holderOf(buy), seller: holderOf(sell) };
      const accepted = await amend(services, call, { type: 'bust', ...named, matched });
      const busted = (await services.exchange.amendmentsOf([matchId])).get(matchId);
      if (busted?.bustedAt == null) throw new Error(`the bust of match ${matchId} is not known`);
      return answerTo(accepted, { tradeDetails: bustFields(named, busted.adjusted ?? matched, busted.bustedAt) });
    },
  });
}
