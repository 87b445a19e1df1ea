import { inGroup, type Method } from '../../http/methods/index.ts';
import { getRfqOrders } from './get-rfq-orders.ts';
import { cancelQuote, createQuote, getQuotes } from './own-quotes.ts';
import type { QuoteServices } from './quote-fields.ts';
import { acceptQuote, declineQuote } from './quotes-received.ts';

/** Quotes on RFQ orders (docs/venue/venue.md). */
export function quotesModule(services: QuoteServices): Method[] {
  return inGroup('ATS', [
    createQuote(services),
    getQuotes(services),
    getRfqOrders(services),
    acceptQuote(services),
    declineQuote(services),
    cancelQuote(services),
  ]);
}
