import { demoOrder } from './demo.ts';
import type { ExampleIds } from './ids.ts';

/** Calls of the methods of quotes on RFQ orders. */
export function quoteRequests({ securityId, rfqOrderId, quoteId }: ExampleIds) {
  return {
    createQuote: { orderid: rfqOrderId, memberid: '2', price: '10.30', quantity: 100, token: 'my-quote-1' },
    getRfqOrders: { securityId },
    getQuotes: { orderid: rfqOrderId },
    acceptQuote: { quoteId },
    declineQuote: { quoteId, reason: 'The price is above what we pay' },
    cancelQuote: { quoteId },
  };
}

/** The order that the quotes are on. */
export function demoRfqOrder(ids: ExampleIds) {
  return { ...demoOrder(ids), type: 'RFQ', quantity: 1000, price: 0 };
}
