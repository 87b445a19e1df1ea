/** The fields that several messages of the stream have. */
import Type, { type TObject, type TProperties } from 'typebox';
import { AUCTION_KINDS, MARKET_STATES } from '../../exchange/api/index.ts';
import { CHANNEL_NAMES } from '../requests/index.ts';

export const price = Type.String({ pattern: '^\\d+\\.\\d{6}$', description: 'Dollars, six decimals.' });
export const shares = Type.Integer({ minimum: 0, description: 'Whole shares.' });
export const count = Type.Integer({ minimum: 0 });
export const time = Type.String({ format: 'date-time', description: 'RFC 3339, UTC, microseconds.' });
export const seq = Type.Integer({ minimum: 0 });
export const cursor = Type.String({ description: 'For since, and for GET /v3/events (S22).' });
export const securityId = Type.String({ pattern: '^[1-9]\\d{0,14}$' });
export const market = Type.Enum([...MARKET_STATES]);
const textOrNull = Type.Union([Type.String(), Type.Null()]);
const priceOrNull = Type.Union([price, Type.Null()]);
export const channelName = Type.Enum([...CHANNEL_NAMES]);
/** Of the request that is answered; absent when it had none. */
export const id = Type.Optional(Type.Union([Type.String(), Type.Integer()]));
export const securityIds = Type.Array(Type.String({ description: 'A security id, or * for all.' }));

export function strict<P extends TProperties>(fields: P, description: string): TObject<P> {
  return Type.Object(fields, { additionalProperties: false, description });
}

const counted = { quantity: shares, orders: count };
const contingent = Type.Optional(Type.Object(counted, { additionalProperties: false, description: 'S8' }));
const topSide = Type.Union([
  Type.Null(),
  strict({ rfq: Type.Literal(true) }, 'No disclosed limit order, but a live RFQ (S6)'),
  strict(
    { price, ...counted, contingent, firm: Type.Optional(Type.Object({ price, ...counted })) },
    'The best disclosed price (S7, S8)',
  ),
]);
export const top = { bid: topSide, offer: topSide };
const level = strict({ price, ...counted, contingent }, 'S26; gone where quantity is 0 and contingent absent (S27)');
export const checksum = Type.Optional(
  Type.Integer({ minimum: 0, maximum: 4_294_967_295, description: 'CRC-32 (S28)' }),
);
export const levels = { bids: Type.Array(level), offers: Type.Array(level) };
export const range = Type.Union([strict({ high: price, low: price }, 'Prices'), Type.Null()]);
export const refusedResume = {
  resumed: Type.Optional(Type.Literal(false)),
  reason: Type.Optional(Type.Literal('too-old')),
};
export const day = strict(
  {
    date: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\d$', description: 'US Eastern.' }),
    open: priceOrNull,
    high: priceOrNull,
    low: priceOrNull,
    last: priceOrNull,
    volume: shares,
    trades: count,
  },
  'S25',
);
export const nextChange = Type.Union([
  strict({ at: time, market: Type.Enum(['open', 'closed', 'call']) }, 'V26'),
  Type.Null(),
]);
export const reference = strict(
  {
    symbol: Type.Optional(Type.String()),
    isin: Type.Optional(Type.String()),
    cusip: Type.Optional(Type.String()),
    figi: Type.Optional(Type.String()),
    currency: Type.Optional(Type.String()),
    tickSizes: Type.Optional(Type.Array(strict({ from: price, tick: price }, 'V68'))),
    lotSize: Type.Optional(shares),
    minimumQuantity: Type.Optional(shares),
    maximumQuantity: Type.Optional(shares),
    priceCollar: Type.Optional(Type.String({ description: 'Percent.' })),
  },
  'The reference data of the security (V66); absent while it never had any',
);
export const marketState = { market, reason: textOrNull, reasonCode: textOrNull };

const auctionResult = {
  price: priceOrNull,
  volume: shares,
  surplus: shares,
  surplusSide: Type.Union([Type.Enum(['Buy', 'Sell']), Type.Null()], { description: 'Of whom shares are left over.' }),
};
const auctionId = Type.String({ description: 'Counts the auctions of the security from 1.' });
const auctionKind = Type.Enum(Object.values(AUCTION_KINDS));
export const auctionState = {
  call: Type.Union([
    Type.Null(),
    strict(
      {
        auctionId,
        kind: auctionKind,
        calledAt: time,
        endsAt: time,
        latestEnd: time,
        noCancelFrom: time,
        extended: Type.Boolean(),
        indication: Type.Union([Type.Null(), strict(auctionResult, 'What the disclosed orders would trade (Q15)')]),
      },
      'The call that is on (Q8)',
    ),
  ]),
  last: Type.Union([
    Type.Null(),
    strict(
      { auctionId, kind: auctionKind, endedAt: time, uncrossed: Type.Boolean(), ...auctionResult },
      'The newest auction that is over',
    ),
  ]),
};

/** Of the request, where it had one. */
export const subscription = Type.Optional(Type.String({ description: 'The name of the subscription (S43)' }));

/** Of the securities of a channel: what identifies a message. */
export function of<const T extends string, const C extends string>(type: T, channel: C) {
  return { type: Type.Literal(type), channel: Type.Literal(channel), subscription, securityId };
}

export const subscribed = {
  channel: channelName,
  subscription,
  mode: Type.Enum(['every', 'conflated']),
  intervalMs: Type.Optional(Type.Integer({ minimum: 50, maximum: 10_000 })),
  levels: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 100 }), Type.Literal('all')])),
  checksum: Type.Optional(Type.Boolean()),
  clients: Type.Optional(Type.Enum(['own', 'all'])),
};
