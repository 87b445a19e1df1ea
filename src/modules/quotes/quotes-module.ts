import Type from 'typebox';
import { NO_ORDER, type OrderId, rfqFields, type SecurityId } from '../../exchange/api/index.ts';
import { defineMethod, inGroup, type Method } from '../../http/methods/index.ts';
import { choice, numericId, optional, required } from '../../http/parameters/index.ts';
import { knownSecurity, rfqOrderSchema } from '../ats/index.ts';
import { moreSchema, pageAfter, pageOf } from '../shared/values/index.ts';
import { cancelQuotes, massQuote } from './many-quotes.ts';
import { cancelQuote, createQuote, getQuotes, replaceQuote } from './own-quotes.ts';
import type { QuoteDeps } from './quote-fields.ts';
import { getQuoteProtection, setQuoteProtection } from './quote-protection.ts';
import { acceptQuote, declineQuote } from './quotes-received.ts';

/** Quotes on RFQ orders (docs/venue/venue.md). */
export function quotesModule(deps: QuoteDeps): Method[] {
  return inGroup('ATS', [
    createQuote(deps),
    replaceQuote(deps),
    massQuote(deps),
    getQuotes(deps),
    getRfqOrders(deps),
    acceptQuote(deps),
    declineQuote(deps),
    cancelQuote(deps),
    cancelQuotes(deps),
    setQuoteProtection(deps),
    getQuoteProtection(deps),
  ]);
}

/** Orders of one page. */
const PAGE_MAX = 100;

const orderSchema = Type.Object(rfqOrderSchema);

function getRfqOrders(deps: QuoteDeps): Method {
  return defineMethod({
    name: 'getRfqOrders',
    summary: 'Lists the RFQ orders of a security that can be quoted on',
    description:
      'An extension (V38). Live RFQ orders of all clients that ask the caller, without their clients. Oldest first.',
    refusals: [138],
    parameters: {
      securityId: required(numericId<SecurityId>({ description: 'The offering id.' })),
      action: optional(choice(['Buy', 'Sell'], { description: 'Only orders of this side.' })),
      ...pageAfter<OrderId>('Orders', 'orderId', PAGE_MAX),
    },
    response: Type.Object({
      rfqOrders: Type.Array(orderSchema),
      moreOrders: moreSchema,
    }),
    handler: async ({ client, values: { securityId, action, after = NO_ORDER, limit = PAGE_MAX } }) => {
      const known = knownSecurity(deps, securityId);
      const side = action && (action === 'Buy' ? 'buy' : 'sell');
      const found = await deps.exchange.rfqOrders(known.securityId, {
        side,
        after,
        limit: limit + 1,
        clientId: client.clientId,
      });
      const { page, more } = pageOf(found, limit);
      return { fields: { rfqOrders: page.map(rfqFields), moreOrders: more } };
    },
  });
}
