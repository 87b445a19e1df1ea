import type { OrderTicket } from '../../src/exchange/api/orders.ts';

/** The ticket of a Limit order that shows on the book until it is cancelled. */
export function limitTicket(
  over: Pick<OrderTicket, 'clientId' | 'securityId' | 'accountId' | 'side'> & Partial<OrderTicket>,
): OrderTicket {
  return {
    memberId: '1',
    type: 'Limit',
    token: null,
    disclosed: true,
    solicited: false,
    expiration: 'GTC',
    expirationDate: null,
    ip: '192.0.2.1',
    ...over,
  };
}
