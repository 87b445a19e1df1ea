import Type, { type Static, type TInteger, type TLiteral, type TProperties, type TSchema, type TString } from 'typebox';
import { MARKET_STATES, ORDER_STATUSES } from '../../../exchange/api/index.ts';
import { namedObject } from '../../../http/methods/index.ts';
import { textOrNull, textsSchema } from '../../shared/values/index.ts';
import {
  adjustSchema,
  auctionMark,
  blockDetailsSchema,
  blockMark,
  bustSchema,
  corporateActionSchema,
  executionOf,
  noticeSchema,
  orderChangeWord,
  ownFeesSchema,
  ownSidesSchema,
  previousTokenSchema,
  quoteSchema,
  rfqSchema,
  settlementSchema,
  shownTermsSchema,
} from '../shared/index.ts';

const ofMaster = Type.Optional(Type.String({ description: 'With a master key, and of clients below (S32).' }));

const orderSchema = executionOf({
  ...textsSchema('orderId', 'securityId', 'memberId').properties,
  action: Type.Enum(['Bid', 'Offer']),
  type: Type.Enum(['Limit', 'RFQ', 'Block']),
  change: orderChangeWord,
  orderStatus: Type.Enum([...ORDER_STATUSES]),
  ...textsSchema('number_shares', 'shares_remaining', 'price_per_share').properties,
  accountId: textOrNull(),
  token: textOrNull('The one that the order has after this change.'),
  previousToken: previousTokenSchema,
  reason: textOrNull(),
  reasonCode: textOrNull(),
  ...shownTermsSchema,
  clientId: ofMaster,
});

const matchSchema = Type.Object({
  ...textsSchema('matchId', 'securityId', 'price', 'quantity', 'askOrderId', 'bidOrderId').properties,
  block: blockMark,
  auctionId: auctionMark,
});

const marketSchema = Type.Object({
  securityId: Type.String(),
  market: Type.Enum([...MARKET_STATES]),
  reason: textOrNull(),
  reasonCode: textOrNull(),
});

/** What the database holds of, and journals in the order of the venue (H9). */
function noticeOf<const P extends TProperties>(fields: P, description: string) {
  const own = Type.Partial(Type.Object(fields));
  const client = Type.Object({ clientId: Type.String(), ...own.properties });
  const clients = Type.Optional(
    Type.Array(client, { description: 'In place of clientId: several clients, with the fields that differ (S32).' }),
  );
  return Type.Object({ ...fields, clientId: ofMaster, clients }, { description });
}

/** An event of one type, with the field of that name. */
function eventOf<Kind extends string, Field extends TSchema>(kind: Kind, field: Field) {
  const fields = {
    eventSeq: Type.Integer({ description: "The venue's sequence number of the event." }),
    eventTime: Type.String({ description: 'RFC 3339, microseconds.' }),
    eventType: Type.Literal(kind),
    [kind as Kind]: field,
  } as Record<'eventSeq', TInteger> &
    Record<'eventTime', TString> &
    Record<'eventType', TLiteral<Kind>> & {
      [Name in Kind]: Field;
    };
  return namedObject(`${kind.charAt(0).toUpperCase()}${kind.slice(1)}Event`, fields);
}

/** An event of GET /v3/events and of the channel orders, by its eventType (H7). */
export const eventSchema = Type.Union([
  eventOf('order', orderSchema),
  eventOf('match', matchSchema),
  eventOf(
    'quote',
    noticeOf(quoteSchema, 'As in getQuotes: it was made, replaced, accepted, declined or cancelled, or has ended.'),
  ),
  eventOf('rfq', noticeOf(rfqSchema, 'An RFQ order that asks the client takes quotes, or no more (Y6).')),
  eventOf('block', noticeOf(blockDetailsSchema.properties, 'As in getBlocks: it was reported, or has ended.')),
  eventOf('settlement', noticeOf({ ...settlementSchema.properties, ...ownSidesSchema }, 'As it was reported.')),
  eventOf('bust', noticeOf({ ...bustSchema, ...ownSidesSchema, ...ownFeesSchema }, 'As in bustTrade.')),
  eventOf(
    'adjust',
    noticeOf({ ...adjustSchema, ...ownSidesSchema, ...ownFeesSchema }, 'As in the webhook adjustTrade.'),
  ),
  eventOf('notice', noticeOf(noticeSchema, 'As in sendNotice.')),
  eventOf('corporateAction', noticeOf(corporateActionSchema, 'As in getCorporateActions.')),
  eventOf('market', marketSchema),
]);

export type EventFields = Static<typeof eventSchema>;
