import fc from 'fast-check';
import type { OrderTicket } from '../../src/exchange/api/orders.ts';

/** What an order says of itself, of any texts and numbers of a kind. */
export function ticketOf(text: fc.Arbitrary<string>, number: fc.Arbitrary<number>): fc.Arbitrary<OrderTicket> {
  return fc.record(
    {
      clientId: text,
      securityId: number,
      memberId: text,
      accountId: fc.option(text),
      type: fc.constantFrom('Limit', 'RFQ'),
      side: fc.constantFrom('buy', 'sell'),
      token: fc.option(text),
      disclosed: fc.boolean(),
      solicited: fc.boolean(),
      expiration: fc.constantFrom('GTC', 'Day', 'Other', 'IOC'),
      expirationDate: fc.option(text),
      ip: text,
    },
    { noNullPrototype: true },
  );
}
