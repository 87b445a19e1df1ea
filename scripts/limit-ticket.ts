import type { OrderTicket } from '../src/exchange/api/orders.ts';

/**
 * The ticket of a Limit order that shows on the book until it is cancelled. Its fields are in the order of the
 * journal's, as some callers compare the text of events.
 */
export function limitTicket({
  clientId,
  securityId,
  side,
  ...over
}: Pick<OrderTicket, 'clientId' | 'securityId' | 'side'> & Partial<OrderTicket>): OrderTicket {
  return {
    clientId,
    securityId,
    memberId: '1',
    accountId: null,
    type: 'Limit',
    side,
    token: null,
    disclosed: true,
    solicited: false,
    expiration: 'GTC',
    expirationDate: null,
    ip: '127.0.0.1',
    ...over,
  };
}
