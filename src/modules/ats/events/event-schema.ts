import Type, { type Static, type TInteger, type TLiteral, type TSchema, type TString } from 'typebox';
import { ORDER_STATUSES } from '../../../exchange/api/index.ts';
import { textOrNull, textsSchema } from '../../shared/values/index.ts';
import { blockMark, executionSchema, shownTermsSchema } from '../shared/index.ts';

const orderSchema = Type.Object({
  ...textsSchema('orderId', 'securityId', 'memberId').properties,
  action: Type.Enum(['Bid', 'Offer']),
  type: Type.Enum(['Limit', 'RFQ', 'Block']),
  change: Type.String({ description: 'entered, approved, filled, replaced, held, released, or how it ended.' }),
  orderStatus: Type.Enum([...ORDER_STATUSES]),
  ...textsSchema('number_shares', 'shares_remaining', 'price_per_share').properties,
  ...executionSchema,
  accountId: textOrNull(),
  token: textOrNull(),
  reason: textOrNull(),
  reasonCode: textOrNull(),
  ...shownTermsSchema,
  clientId: Type.Optional(Type.String({ description: 'With a master key only.' })),
});

const matchSchema = Type.Object({
  ...textsSchema('matchId', 'securityId', 'price', 'quantity', 'askOrderId', 'bidOrderId').properties,
  block: blockMark,
});

const marketSchema = Type.Object({
  securityId: Type.String(),
  market: Type.Enum(['open', 'closed', 'halted']),
  reason: textOrNull(),
  reasonCode: textOrNull(),
});

/** Fields that another method shows in the same way. */
function asIn(description: string) {
  return Type.Object({}, { additionalProperties: true, description });
}

/** An event of one type, with the field of that name. */
function eventOf<Kind extends string, Field extends TSchema>(kind: Kind, field: Field) {
  return Type.Object({
    eventSeq: Type.Integer({ description: "The venue's sequence number of the event." }),
    eventTime: Type.String({ description: 'RFC 3339, microseconds.' }),
    eventType: Type.Literal(kind),
    [kind as Kind]: field,
  } as Record<'eventSeq', TInteger> &
    Record<'eventTime', TString> &
    Record<'eventType', TLiteral<Kind>> & {
      [Name in Kind]: Field;
    });
}

/** An event of GET /v3/events and of the channel orders, by its eventType (H7). */
export const eventSchema = Type.Union([
  eventOf('order', orderSchema),
  eventOf('match', matchSchema),
  eventOf('quote', asIn('As in getQuotes: it was made, accepted, declined or cancelled, or has ended.')),
  eventOf('block', asIn('As in getBlocks: it was reported, or has ended.')),
  eventOf('settlement', asIn('tradeID, securityId, tradeStatus: as it was reported.')),
  eventOf('bust', asIn('As in bustTrade.')),
  eventOf('adjust', asIn('As in the webhook adjustTrade.')),
  eventOf('notice', asIn('As in sendNotice.')),
  eventOf('market', marketSchema),
]);

export type EventFields = Static<typeof eventSchema>;
