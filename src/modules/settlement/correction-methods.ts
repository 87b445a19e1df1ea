import Type from 'typebox';
import { bustFields, type MatchId, priceText, reasonCodeOf, sharesText } from '../../exchange/api/index.ts';
import { defineMethod, type Method } from '../../http/methods/index.ts';
import { numericId, required, text } from '../../http/parameters/index.ts';
import { answerTo, bustSchema, malformed, orderParameters } from '../ats/index.ts';
import { holderOf, matchWithOrders } from './settled-match.ts';
import { amend, type SettlementServices } from './settlement-records.ts';

/** V65. */
export function adjustTrade(services: SettlementServices): Method {
  return defineMethod({
    name: 'adjustTrade',
    summary: 'Corrects the price or quantity of a match',
    description:
      'An extension, for operators (V65). price and quantity are what the match is for from then on. Both sides and ' +
      'the owner of the security are notified; positions follow, and the orders keep what was executed. An unknown ' +
      'match: 404. One that was canceled or busted, or is so already: 190.',
    refusals: [190, 404, 503],
    operator: true,
    fourEyes: true,
    parameters: {
      tradeID: required(numericId<MatchId>({ description: 'The match id.' })),
      price: required(orderParameters.price),
      quantity: required(orderParameters.quantity),
      reason: required(text({ maxLength: 500 })),
    },
    response: Type.Object({
      tradeDetails: Type.Object({
        tradeID: Type.String(),
        securityId: Type.String(),
        price: Type.String(),
        quantity: Type.String(),
        reason: Type.String(),
        reasonCode: Type.String(),
      }),
    }),
    idempotent: true,
    handler: async (call) => {
      const { tradeID, price, quantity, reason } = call.values;
      if (price === 0) throw malformed('price', 'must be above 0');
      const { match, buy, sell } = await matchWithOrders(services, tradeID);
      const matched = { price: match.price, quantity: match.quantity };
      const parties = { buyer: holderOf(buy), seller: holderOf(sell) };
      const terms = { matchId: match.matchId, price, quantity, matched };
      const accepted = await amend(services, call, { type: 'adjust', ...terms, ...parties, reason });
      return answerTo(accepted, {
        tradeDetails: {
          tradeID: String(match.matchId),
          securityId: String(match.securityId),
          price: priceText(price),
          quantity: sharesText(quantity),
          reason,
          reasonCode: reasonCodeOf('adjusted'),
        },
      });
    },
  });
}

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
