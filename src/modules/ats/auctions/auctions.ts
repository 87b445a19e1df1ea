import Type from 'typebox';
import { formatInstant } from '../../../calendar/format-time.ts';
import {
  AUCTION_KINDS,
  type AuctionCall,
  type AuctionResult,
  type EndedAuction,
  type Indicated,
  MARKET_STATES,
  type PlannedCall,
  priceText,
  type SecurityId,
  sharesText,
  surplusSideOf,
} from '../../../exchange/api/index.ts';
import { defineMethod, type Method, namedObject } from '../../../http/methods/index.ts';
import { numericId, optional, required } from '../../../http/parameters/index.ts';
import { moreSchema, pageLimit, pageOf, textOrNull } from '../../shared/values/index.ts';
import { type AtsDeps, knownSecurity, yesOrNo } from '../shared/index.ts';

const AUCTIONS_MAX = 1000;

const kind = Type.Enum(Object.values(AUCTION_KINDS), { description: 'Halt: after a halt.' });
const auctionId = Type.String({ description: 'Counts the auctions of the security from 1.' });
const instant = (description: string) => Type.String({ description: `RFC 3339, microseconds. ${description}` });

const surplus = Type.String({ description: 'Shares that are left over at the price.' });
const surplusSide = Type.Union([Type.Enum(['Buy', 'Sell']), Type.Null()], { description: 'Of which side they are.' });

const indicationSchema = namedObject('AuctionIndication', {
  time: instant('The last change that it takes into account.'),
  price: textOrNull('null: no orders cross.'),
  volume: Type.String(),
  surplus,
  surplusSide,
});

const callSchema = namedObject('AuctionCall', {
  auctionId,
  kind,
  calledAt: instant('When the call began.'),
  endsAt: instant('The earliest end.'),
  latestEnd: instant('The latest end.'),
  noCancelFrom: instant('From then on orders are binding (Q10).'),
  extended: Type.Enum(['Yes', 'No'], { description: 'The price was outside of the collar once (Q12).' }),
  indication: Type.Union([indicationSchema, Type.Null()], { description: 'null: it is not computed yet (Q15).' }),
});

const nextSchema = namedObject('PlannedCall', {
  kind,
  begins: instant('When the call begins.'),
  ends: instant('The earliest end.'),
});

const endedSchema = namedObject('Auction', {
  auctionId,
  kind,
  calledAt: instant('When its call began.'),
  endedAt: instant('When it was over.'),
  uncrossed: Type.Enum(['Yes', 'No'], { description: 'No: the call ended without an auction (Q11, Q12).' }),
  price: textOrNull('null: nothing traded.'),
  volume: Type.String(),
  surplus,
  surplusSide,
  extended: Type.Enum(['Yes', 'No']),
});

/** Q13. */
export function getAuction(deps: AtsDeps): Method {
  return defineMethod({
    name: 'getAuction',
    verb: 'POST',
    summary: 'Shows the call of a security, or when the next one begins',
    refusals: [138],
    description:
      'An extension (Q13). `call` is null while none is on, `next` where the plan has none. Unknown security: 138.',
    parameters: { securityId: required(numericId<SecurityId>()) },
    response: Type.Object({
      auction: Type.Object({
        securityId: Type.String(),
        market: Type.Enum([...MARKET_STATES]),
        call: Type.Union([callSchema, Type.Null()]),
        next: Type.Union([nextSchema, Type.Null()]),
      }),
    }),
    handler: ({ values }) => {
      const { auctions, market, securityId } = knownSecurity(deps, values.securityId);
      const call = auctions?.call ?? null;
      const next = call === null ? deps.exchange.nextCall(securityId) : null;
      return {
        fields: {
          auction: {
            securityId: String(securityId),
            market,
            call: call && callFields(call, deps.exchange.indicated(securityId)),
            next: next && nextFields(next),
          },
        },
      };
    },
  });
}

/** Q13. */
export function getAuctions(deps: AtsDeps): Method {
  return defineMethod({
    name: 'getAuctions',
    verb: 'POST',
    summary: 'Lists the auctions of a security that are over, newest first',
    refusals: [138],
    description: 'An extension (Q13): the newest 1,000 of the security. Unknown security: 138.',
    parameters: {
      securityId: required(numericId<SecurityId>()),
      before: optional(numericId({ description: 'Auctions with a lower auctionId than this, which are older.' })),
      limit: pageLimit('Auctions', AUCTIONS_MAX),
    },
    response: Type.Object({ auctions: Type.Array(endedSchema), more: moreSchema }),
    handler: ({ values: { securityId, before = Number.MAX_SAFE_INTEGER, limit = AUCTIONS_MAX } }) => {
      knownSecurity(deps, securityId);
      const { page, more } = pageOf(deps.exchange.endedAuctions(securityId, before, limit + 1), limit);
      return { fields: { auctions: page.map(endedFields), more } };
    },
  });
}

function callFields(call: AuctionCall, indicated: Indicated | null) {
  return {
    auctionId: String(call.auctionId),
    kind: AUCTION_KINDS[call.kind],
    calledAt: formatInstant(call.calledAt),
    endsAt: formatInstant(call.endsAt),
    latestEnd: formatInstant(call.latestEnd),
    noCancelFrom: formatInstant(call.noCancelFrom),
    extended: yesOrNo(call.isExtended),
    indication: indicated?.indication
      ? { time: formatInstant(indicated.time), ...resultFields(indicated.indication) }
      : null,
  };
}

function nextFields({ begins, ends, kind: of }: PlannedCall) {
  return { kind: AUCTION_KINDS[of], begins: formatInstant(begins), ends: formatInstant(ends) };
}

function endedFields(ended: EndedAuction) {
  return {
    auctionId: String(ended.auctionId),
    kind: AUCTION_KINDS[ended.kind],
    calledAt: formatInstant(ended.calledAt),
    endedAt: formatInstant(ended.endedAt),
    uncrossed: yesOrNo(ended.isUncrossed),
    ...resultFields(ended),
    extended: yesOrNo(ended.isExtended),
  };
}

function resultFields(result: AuctionResult) {
  const { price, volume, surplus } = result;
  return {
    price: price === null ? null : priceText(price),
    volume: sharesText(volume),
    surplus: sharesText(Math.abs(surplus)),
    surplusSide: surplusSideOf(result),
  };
}
