import { formatTimestamp } from '../../calendar/format-time.ts';
import type { OrderTicket } from './orders.ts';
import type { QuoteView } from './quotes.ts';
import { reasonCodeOf } from './reasons.ts';
import { priceText, sharesText } from './units.ts';

/** What is shown of a quote. */
export interface ShownQuote extends Omit<QuoteView, 'ticket'> {
  readonly ticket: Pick<OrderTicket, 'clientId' | 'securityId' | 'memberId' | 'accountId' | 'side' | 'token'>;
}

/** A quote as the client of its order and those who may see all quotes on it see it. */
export function quoteFields(quote: ShownQuote) {
  const { ticket, expiresAt, updatedAt } = quote;
  return {
    quoteId: String(quote.quoteId),
    orderId: String(quote.orderId),
    securityId: String(ticket.securityId),
    memberId: ticket.memberId,
    action: ticket.side === 'buy' ? ('Bid' as const) : ('Offer' as const),
    price: priceText(quote.price),
    quantity: sharesText(quote.quantity),
    version: quote.version,
    quoteStatus: quote.status,
    matchId: quote.matchId === null ? null : String(quote.matchId),
    reason: quote.reason,
    reasonCode: quote.end === null ? null : reasonCodeOf(quote.end),
    expiresDate: expiresAt === null ? null : formatTimestamp(expiresAt),
    createdDate: formatTimestamp(quote.createdAt),
    updatedDate: updatedAt === null ? null : formatTimestamp(updatedAt),
  };
}

/** As the client that quotes sees it. */
export function ownQuoteFields(quote: ShownQuote) {
  const { accountId, token } = quote.ticket;
  return { ...quoteFields(quote), accountId, token };
}
