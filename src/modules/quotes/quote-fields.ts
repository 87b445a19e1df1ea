/** A quote as its two clients see it. */
import Type from 'typebox';
import type { QuoteRow } from '../../database/schema/index.ts';
import { priceText, type ReasonWord, reasonCodeOrNull, type Side, sharesText } from '../../exchange/api/index.ts';
import { sideText } from '../ats/index.ts';
import { textOrNull, timestamp } from '../shared/values/index.ts';
import type { QuoteState } from './quote-lifecycle.ts';

/** The fields that both clients see. */
const quoteSchema = {
  quoteId: Type.String(),
  orderId: Type.String(),
  securityId: Type.String(),
  memberId: Type.String({ description: 'the member that quotes' }),
  action: Type.Union([Type.Literal('Bid'), Type.Literal('Offer')], { description: 'the side of the quote' }),
  price: Type.String(),
  quantity: Type.String(),
  quoteStatus: Type.String({ description: 'Open, Accepting, Accepted, Declined, Cancelled, Ended' }),
  matchId: textOrNull(),
  reason: textOrNull(),
  reasonCode: textOrNull('The reason why the quote ended without a match.'),
  createdDate: Type.String(),
  updatedDate: textOrNull(),
};

/** The fields that only the client that quotes sees. */
export const ownQuoteSchema = {
  ...quoteSchema,
  accountId: Type.Optional(textOrNull()),
  token: Type.Optional(textOrNull()),
};

export const quoteDetailsSchema = Type.Object({ quoteDetails: Type.Object(ownQuoteSchema) });

const ENDS: Partial<Record<QuoteState, ReasonWord>> = {
  Declined: 'quote declined',
  Cancelled: 'quote cancelled',
  Ended: 'order ended',
};

export function quoteFields(row: QuoteRow) {
  return {
    quoteId: String(row.quote_id),
    orderId: String(row.order_id),
    securityId: String(row.security_id),
    memberId: row.member_id,
    action: sideText(row.side as Side),
    price: priceText(row.price),
    quantity: sharesText(row.quantity),
    quoteStatus: row.status,
    matchId: row.match_id === null ? null : String(row.match_id),
    reason: row.reason,
    reasonCode: reasonCodeOrNull(ENDS[row.status as QuoteState] ?? null),
    createdDate: timestamp(row.created_at),
    updatedDate: row.updated_at === null ? null : timestamp(row.updated_at),
  };
}

export function ownQuoteFields(row: QuoteRow) {
  return { ...quoteFields(row), accountId: row.account_id, token: row.token };
}
