import Type from 'typebox';
import { formatInstant, formatTimestamp } from '../../../calendar/format-time.ts';
import { type MatchId, type MatchView, ownFeeFields, priceText, sharesText } from '../../../exchange/api/index.ts';
import { type Client, defineMethod, type Method } from '../../../http/methods/index.ts';
import { numericId, required } from '../../../http/parameters/index.ts';
import {
  type AtsDeps,
  auctionFieldOf,
  auctionMark,
  blockFieldOf,
  blockMark,
  eventTimeOfMatch,
  matchById,
  ownFeesSchema,
  refusalError,
  sideText,
} from '../shared/index.ts';

export function getMatchedTrade(deps: AtsDeps): Method {
  return defineMethod({
    name: 'getMatchedTrade',
    summary: 'Reads a match',
    refusals: [404],
    description: 'A match belongs to both of its clients; for all others, and when it is unknown: 404.',
    parameters: { matchId: required(numericId<MatchId>()) },
    response: Type.Object({
      matchedTradeDetails: Type.Object({
        executionTime: Type.String({ description: 'YYYY-MM-DD HH:MM:SS, UTC.' }),
        eventTime: eventTimeOfMatch,
        numberOfShares: Type.String(),
        Price: Type.String(),
        ordersMatched: Type.Object({ askOrderId: Type.String(), bidOrderId: Type.String() }),
        initiator: Type.Optional(
          Type.Union([Type.Literal('Bid'), Type.Literal('Offer')], {
            description: 'An extension: the order that came to the other one, which was there. Absent of a block.',
          }),
        ),
        block: blockMark,
        auctionId: auctionMark,
        ...ownFeesSchema,
      }),
    }),
    handler: async ({ client, values }) => {
      const match = await matchById(deps, values.matchId);
      if (match === undefined || !mayRead(client, match)) throw refusalError('unknown match');
      const fees = ownFeeFields(match, client.master ? undefined : client.clientId);
      return { fields: { matchedTradeDetails: { ...detailsOf(match), ...fees } } };
    },
  });
}

function mayRead(client: Client, match: MatchView): boolean {
  return client.master || match.buyClientId === client.clientId || match.sellClientId === client.clientId;
}

function detailsOf(match: MatchView) {
  return {
    executionTime: formatTimestamp(match.time),
    eventTime: formatInstant(match.time),
    numberOfShares: sharesText(match.quantity),
    Price: priceText(match.price),
    ordersMatched: { askOrderId: String(match.sellOrderId), bidOrderId: String(match.buyOrderId) },
    ...(match.block ? {} : { initiator: sideText(match.initiatorOrderId === match.buyOrderId ? 'buy' : 'sell') }),
    ...blockFieldOf(match.block === true),
    ...auctionFieldOf(match.auction),
  };
}
