import Type from 'typebox';
import { easternDate } from '../../../calendar/eastern-time.ts';
import { formatInstant } from '../../../calendar/format-time.ts';
import type { MatchRow } from '../../../database/schema/index.ts';
import { type Amendment, type MatchId, priceText, type SecurityId, sharesText } from '../../../exchange/api/index.ts';
import { defineMethod, inPieces, type Method, namedObject } from '../../../http/methods/index.ts';
import { numericId, optional, required } from '../../../http/parameters/index.ts';
import { pageRead } from '../../shared/list/index.ts';
import { moreSchema, pageLimit, pageOf } from '../../shared/values/index.ts';
import { type AtsDeps, auctionFieldOf, auctionMark, knownSecurity, upToDate, yesOrNo } from '../shared/index.ts';
import { tradesOn } from './market-reading.ts';

const TRADES_MAX = 1000;

const yesOrNoSchema = Type.Union([Type.Literal('Yes'), Type.Literal('No')]);

/** N12. */
export function getTimeAndSales(deps: AtsDeps): Method {
  const method = defineMethod({
    name: 'getTimeAndSales',
    deprecatedAliases: ['getTape'],
    summary: "Lists today's trades of a security, newest first",
    description:
      'An extension (N12): the trades of this trading day (US Eastern), as the channel trades sends them (S24).',
    refusals: [138],
    parameters: {
      securityId: required(numericId<SecurityId>()),
      before: optional(numericId<MatchId>({ description: 'Trades with a lower tradeId than this, which are older.' })),
      limit: pageLimit('Trades', TRADES_MAX),
    },
    response: Type.Object({
      trades: Type.Array(
        namedObject('Sale', {
          tradeId: Type.String(),
          time: Type.String({ description: 'RFC 3339, UTC, with microseconds.' }),
          price: Type.String(),
          quantity: Type.String(),
          side: Type.Union([Type.Literal('Buy'), Type.Literal('Sell'), Type.Null()], {
            description: 'Of the incoming order; null for a block.',
          }),
          block: yesOrNoSchema,
          auctionId: auctionMark,
          busted: yesOrNoSchema,
          adjusted: Type.Union([Type.Literal('Yes'), Type.Literal('No')], {
            description: 'Whether the operator corrected price or quantity; they are shown as they are now (V65).',
          }),
        }),
      ),
      more: moreSchema,
    }),
    handler: async ({ values: { securityId, before, limit = TRADES_MAX } }) => {
      const { exchange, records } = deps;
      knownSecurity(deps, securityId);
      const date = easternDate(exchange.nowUs());
      const range = {
        securityId,
        before: before ?? (Number.MAX_SAFE_INTEGER as MatchId),
        upTo: exchange.lastEventSeq(),
        limit: limit + 1,
      };
      const found = await pageRead(records, limit, (on) => tradesOn(on, date, range));
      const { page, more } = pageOf(found, limit);
      const amendments = await exchange.amendmentsOf(page.map(({ match_id }) => match_id));
      const fieldsOf = (match: MatchRow) => tradeFields(match, amendments.get(match.match_id));
      return { fields: { trades: await inPieces(page, (piece) => piece.map(fieldsOf)), more } };
    },
  });
  return upToDate(deps, method);
}

function tradeFields(match: MatchRow, amendment: Amendment | undefined) {
  const isBlock = match.block === 1;
  const terms = amendment?.adjusted ?? match;
  const side = match.hub_order_id === match.buy_order_id ? ('Buy' as const) : ('Sell' as const);
  return {
    tradeId: String(match.match_id),
    time: formatInstant(match.matched_at),
    price: priceText(terms.price),
    quantity: sharesText(terms.quantity),
    side: isBlock ? null : side,
    block: yesOrNo(isBlock),
    ...auctionFieldOf(match.auction),
    busted: yesOrNo(amendment !== undefined && amendment.bustedAt !== null),
    adjusted: yesOrNo(amendment !== undefined && amendment.adjusted !== null),
  };
}
