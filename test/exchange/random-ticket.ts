import fc from 'fast-check';
import { OPTIONAL_TERMS, type OptionalTerms } from '../../src/exchange/api/optional-terms.ts';
import type { OrderTicket } from '../../src/exchange/api/orders.ts';
import type { SecurityId } from '../../src/exchange/api/units.ts';

const REQUIRED: (keyof OrderTicket)[] = [
  ...(['clientId', 'securityId', 'memberId', 'accountId', 'type', 'side', 'token', 'disclosed'] as const),
  ...(['solicited', 'expiration', 'expirationDate', 'ip'] as const),
];

/** Every optional term, each with every value. */
const anyOptional = fc.record(
  Object.fromEntries(
    Object.entries(OPTIONAL_TERMS).map(([name, term]) => [
      name,
      fc.constantFrom<unknown>(
        ...('words' in term ? term.words : 'shares' in term ? [1, 999] : 'clients' in term ? ['b c'] : [true]),
      ),
    ]),
  ),
  { noNullPrototype: true, requiredKeys: [] },
) as fc.Arbitrary<OptionalTerms>;

/** What an order says of itself, of any texts and numbers of a kind. */
export function ticketOf(text: fc.Arbitrary<string>, number: fc.Arbitrary<number>): fc.Arbitrary<OrderTicket> {
  return fc.record(
    {
      clientId: text,
      securityId: number as fc.Arbitrary<SecurityId>,
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
      optional: anyOptional,
    },
    { noNullPrototype: true, requiredKeys: REQUIRED },
  );
}
