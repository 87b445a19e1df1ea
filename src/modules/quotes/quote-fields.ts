/** A quote as its two clients see it. */
import Type from 'typebox';
import type { QuoteRow } from '../../database/schema/index.ts';
import { priceText, type ReasonWord, reasonCodeOrNull, type Side, sharesText } from '../../exchange/api/index.ts';
import { quoteSchema, sideText } from '../ats/index.ts';
import { timestamp, timestampOrNull } from '../shared/values/index.ts';
import type { QuoteState } from './quote-lifecycle.ts';

export const quoteDetailsSchema = Type.Object({ quoteDetails: Type.Object(quoteSchema) });

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
    quoteStatus: row.status as QuoteState,
    matchId: row.match_id === null ? null : String(row.match_id),
    reason: row.reason,
    reasonCode: reasonCodeOrNull(ENDS[row.status as QuoteState] ?? null),
    createdDate: timestamp(row.created_at),
    updatedDate: timestampOrNull(row.updated_at),
  };
}

export function ownQuoteFields(row: QuoteRow) {
  return { ...quoteFields(row), accountId: row.account_id, token: row.token };
}
