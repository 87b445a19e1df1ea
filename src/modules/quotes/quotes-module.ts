import { inGroup, type Method } from '../../http/methods/index.ts';
import { acceptQuote } from './accept-quote.ts';
import { cancelQuote } from './cancel-quote.ts';
import { createQuote } from './create-quote.ts';
import { declineQuote } from './decline-quote.ts';
import { getQuotes } from './get-quotes.ts';
import { getRfqOrders } from './get-rfq-orders.ts';
import type { QuoteServices } from './quote-services.ts';

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
