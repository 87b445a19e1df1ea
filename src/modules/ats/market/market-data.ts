/** What the stream shows of the books, read over HTTP (S40, S41). */
import Type from 'typebox';
import { formatInstant } from '../../../calendar/format-time.ts';
import {
  type DepthLevel,
  MARKET_STATES,
  NO_SECURITY,
  type PricedTop,
  priceText,
  type SecurityId,
  type SecurityView,
  type TopOfBook,
  type TopSide,
} from '../../../exchange/api/index.ts';
import {
  ApiError,
  type Client,
  defineMethod,
  inPieces,
  type Method,
  namedObject,
  turnFor,
} from '../../../http/methods/index.ts';
import { numericId, optional, required, wholeNumber } from '../../../http/parameters/index.ts';
import { moreSchema, pageAfter, pageOf } from '../../shared/values/index.ts';
import { type AtsDeps, knownSecurity, symbolField, symbolSchema } from '../shared/index.ts';

const LEVELS = { most: 100, usual: 10 } as const;
const PAGE_MAX = 1000;

const counted = { quantity: Type.Integer({ description: 'Shares.' }), orders: Type.Integer() };
const priced = { price: Type.String({ description: 'Six decimals.' }), ...counted };
const levelSchema = namedObject('PriceLevel', {
  ...priced,
  contingent: Type.Optional(
    namedObject('ContingentOrders', counted, { description: 'Orders with a contingency (S8).' }),
  ),
});
const sideSchema = Type.Union([
  Type.Null(),
  Type.Object({ rfq: Type.Literal(true) }),
  namedObject('BestPrice', { ...levelSchema.properties, firm: Type.Optional(Type.Object(priced)) }),
]);
const seqSchema = (description: string) => Type.Integer({ description });
const stateSchema = {
  time: Type.String({ description: 'RFC 3339, UTC, with microseconds.' }),
  market: Type.Enum([...MARKET_STATES]),
};

export function getDepth({ exchange }: AtsDeps): Method {
  return defineMethod({
    name: 'getDepth',
    summary: 'Reads the disclosed price levels of a security',
    refusals: [111, 138],
    description:
      'An extension (S40): the snapshot of the channel depth. ' +
      'Subscribe with its `seq` as `after` to get the changes since then.',
    parameters: {
      securityId: required(numericId<SecurityId>()),
      levels: optional(
        wholeNumber({ minimum: 1, maximum: LEVELS.most, description: `Of each side; ${LEVELS.usual} when absent.` }),
      ),
    },
    response: Type.Object({
      depth: Type.Object({
        securityId: Type.String(),
        symbol: symbolSchema,
        seq: seqSchema('Of the last event that changed these levels (S27): the same as on the stream with as many.'),
        ...stateSchema,
        bids: Type.Array(levelSchema, { description: 'The highest price first.' }),
        offers: Type.Array(levelSchema, { description: 'The lowest price first.' }),
        bidRfq: Type.Boolean({ description: 'Whether the side has no level but a live request for quote.' }),
        offerRfq: Type.Boolean(),
      }),
    }),
    handler: ({ client, values: { securityId, levels = LEVELS.usual } }) => {
      requireMarketData(client);
      const security = knownSecurity({ exchange }, securityId);
      const { market } = security;
      const { seq, bids, offers, ...rfq } = exchange.depth(securityId, levels)!;
      const time = formatInstant(exchange.nowUs());
      const sides = { bids: bids.map(levelFields), offers: offers.map(levelFields) };
      const named = { securityId: String(securityId), ...symbolField(security) };
      return { fields: { depth: { ...named, seq, time, market, ...sides, ...rfq } } };
    },
  });
}

export function getTops({ exchange }: AtsDeps): Method {
  return defineMethod({
    name: 'getTops',
    summary: 'Reads the top of the book of all securities, in pages',
    refusals: [111],
    description:
      'An extension (S41): the snapshots of the channel topOfBook, by security. ' +
      'Subscribe with a `seq` as `after` to get the changes since then.',
    parameters: pageAfter<SecurityId>('Securities', 'securityId', PAGE_MAX),
    response: Type.Object({
      tops: Type.Array(
        Type.Object({
          securityId: Type.String(),
          symbol: symbolSchema,
          seq: seqSchema('Counts the changes of this top (S10).'),
          ...stateSchema,
          bid: sideSchema,
          offer: sideSchema,
        }),
      ),
      moreTops: moreSchema,
    }),
    handler: async ({ client, values: { after = NO_SECURITY, limit = PAGE_MAX } }) => {
      requireMarketData(client);
      await turnFor(limit);
      const { page, more } = pageOf(exchange.securitiesAfter(after, limit + 1), limit);
      const shown = (security: SecurityView) => {
        const { securityId, market } = security;
        const { seq, time, bid, offer } = exchange.topOfBook(securityId) as TopOfBook;
        const at = formatInstant(seq === 0 ? exchange.nowUs() : time);
        return {
          securityId: String(securityId),
          ...symbolField(security),
          seq,
          time: at,
          market,
          bid: sideFields(bid),
          offer: sideFields(offer),
        };
      };
      return { fields: { tops: await inPieces(page, (piece) => piece.map(shown)), moreTops: more } };
    },
  });
}

/** A key that may not call getClob may not stream either (S3). */
function requireMarketData({ deniedMethods }: Client): void {
  if (deniedMethods.has('getClob')) throw new ApiError(111);
}

function levelFields({ price, quantity, orders, contingentQuantity, contingentOrders }: DepthLevel) {
  const plain = { price: priceText(price), quantity, orders };
  if (contingentOrders === 0) return plain;
  return { ...plain, contingent: { quantity: contingentQuantity, orders: contingentOrders } };
}

function sideFields(side: TopSide) {
  if (side === null) return null;
  return side === 'RFQ' ? { rfq: true as const } : pricedFields(side);
}

function pricedFields({ firm, ...level }: PricedTop) {
  if (firm === null) return levelFields(level);
  return { ...levelFields(level), firm: { ...firm, price: priceText(firm.price) } };
}
