import Type from 'typebox';
import { easternDate } from '../../calendar/eastern-time.ts';
import { formatInstant } from '../../calendar/format-time.ts';
import { priceText, sharesText } from '../../exchange/units.ts';
import { defineMethod, type Method } from '../../http/method.ts';
import { numericId, required } from '../../http/parameters/index.ts';
import { inPieces, turnFor } from '../../http/pieces.ts';
import { pageLimit } from '../shared/pages.ts';
import { yesOrNo } from './formats.ts';
import { knownSecurity } from './refusals.ts';
import type { AtsServices } from './services.ts';
import { type ReadTrade, tapeOf } from './tape-reading.ts';
import { upToDate } from './up-to-date.ts';

const TRADES_MAX = 1000;

const yesOrNoSchema = Type.Union([Type.Literal('Yes'), Type.Literal('No')]);

/** N12. */
export function getTape(services: AtsServices): Method {
  const method = defineMethod({
    name: 'getTape',
    verb: 'POST',
    group: 'ATS',
    summary: "Lists today's trades of a security, newest first",
    description:
      'An extension (N12): what the channel trades of the stream (S24) told since the trading day began (US ' +
      'Eastern), for those who begin to listen later. The newest ones, and of a venue with many matches those among ' +
      'its last 50,000; what they all add up to is told by the channel (S25).',
    refusals: [138],
    parameters: {
      securityId: required(numericId()),
      limit: pageLimit('Trades', TRADES_MAX),
    },
    response: Type.Object({
      tape: Type.Array(
        Type.Object({
          tradeId: Type.String(),
          time: Type.String({ description: 'RFC 3339, UTC, with microseconds.' }),
          price: Type.String(),
          quantity: Type.String(),
          side: Type.Union([Type.Literal('Buy'), Type.Literal('Sell'), Type.Null()], {
            description: 'Of the order that came; null of a block.',
          }),
          block: yesOrNoSchema,
          busted: yesOrNoSchema,
        }),
      ),
    }),
    handler: async ({ values: { securityId, limit = TRADES_MAX } }) => {
      const { exchange, records } = services;
      knownSecurity(services, securityId);
      await turnFor(limit);
      const date = easternDate(exchange.nowUs());
      const trades = await tapeOf(records.db, { securityId, date, upTo: exchange.lastEventSeq(), limit });
      return { fields: { tape: await inPieces(trades, (piece) => piece.map(tradeFields)) } };
    },
  });
  return upToDate(services, method);
}

function tradeFields({ match, isBusted }: ReadTrade) {
  const isBlock = match.block === 1;
  return {
    tradeId: String(match.match_id),
    time: formatInstant(match.matched_at),
    price: priceText(match.price),
    quantity: sharesText(match.quantity),
    // The initiator came, unless it was negotiated: then nobody did.
    side: isBlock ? null : match.hub_order_id === match.buy_order_id ? 'Buy' : 'Sell',
    block: yesOrNo(isBlock),
    busted: yesOrNo(isBusted),
  };
}
