import Type from 'typebox';
import { formatTimestamp } from '../../calendar/format-time.ts';
import { NO_ORDER, type OrderId, type OrderView, type SecurityId, sharesText } from '../../exchange/api/index.ts';
import { defineMethod, inGroup, type Method } from '../../http/methods/index.ts';
import { choice, numericId, optional, required } from '../../http/parameters/index.ts';
import { knownSecurity, sideText } from '../ats/index.ts';
import { moreSchema, pageAfter, pageOf, textOrNull } from '../shared/values/index.ts';
import { cancelQuote, createQuote, getQuotes } from './own-quotes.ts';
import type { QuoteDeps } from './quote-fields.ts';
import { acceptQuote, declineQuote } from './quotes-received.ts';

/** Quotes on RFQ orders (docs/venue/venue.md). */
export function quotesModule(deps: QuoteDeps): Method[] {
  return inGroup('ATS', [
    createQuote(deps),
    getQuotes(deps),
    getRfqOrders(deps),
    acceptQuote(deps),
    declineQuote(deps),
    cancelQuote(deps),
  ]);
}

/** Orders of one page. */
const PAGE_MAX = 100;

const orderSchema = Type.Object({
  orderId: Type.String(),
  securityId: Type.String(),
  action: Type.Union([Type.Literal('Bid'), Type.Literal('Offer')]),
  shares_remaining: Type.String({ description: 'The largest quantity of a quote.' }),
  contingencies: Type.String(),
  minimumThreshold: Type.String(),
  expiration: Type.String(),
  expirationDate: textOrNull(),
  createdDate: Type.String(),
});

function getRfqOrders(deps: QuoteDeps): Method {
  return defineMethod({
    name: 'getRfqOrders',
    summary: 'Lists the RFQ orders of a security that can be quoted on',
    description:
      'An extension (V38). Live RFQ orders of all clients that disclose, without their clients. Oldest first.',
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
    handler: async ({ values: { securityId, action, after = NO_ORDER, limit = PAGE_MAX } }) => {
      const known = knownSecurity(deps, securityId);
      const side = action && (action === 'Buy' ? 'buy' : 'sell');
      const found = await deps.exchange.rfqOrders(known.securityId, { side, after, limit: limit + 1 });
      const { page, more } = pageOf(found, limit);
      return { fields: { rfqOrders: page.map(rfqOrderFields), moreOrders: more } };
    },
  });
}

/** The public part of the order (V18). */
function rfqOrderFields({ orderId, ticket, remaining, contingency, minimum, createdAt }: OrderView) {
  return {
    orderId: String(orderId),
    securityId: String(ticket.securityId),
    action: sideText(ticket.side),
    shares_remaining: sharesText(remaining),
    contingencies: contingency,
    minimumThreshold: sharesText(minimum),
    expiration: ticket.expiration,
    expirationDate: ticket.expirationDate,
    createdDate: formatTimestamp(createdAt),
  };
}
