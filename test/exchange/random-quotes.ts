import fc from 'fast-check';

/** The commands of quotes with any values, for the form of the journal. */
export function quotingCommands(text: fc.Arbitrary<string>, integer: fc.Arbitrary<number>) {
  const plain = { noNullPrototype: true } as const;
  const timed = { time: integer, clientId: text };
  const idempotency = fc.record({ key: text, bodyHash: text });
  const named = { quoteId: integer, version: integer };
  const terms = { price: integer, quantity: integer };
  const expiry = { expiresAt: integer, seconds: integer };
  const own = { orderId: integer, memberId: text, accountId: fc.option(text), token: fc.option(text), ...terms };
  const ownKeys = ['orderId', 'memberId', 'accountId', 'token', 'price', 'quantity'] as const;
  const entry = fc.oneof(
    fc.record({ ...own, ...expiry }, { ...plain, requiredKeys: [...ownKeys] }),
    fc.record({ ...named, ...terms, ...expiry }, { ...plain, requiredKeys: ['quoteId'] }),
    fc.record({ ...named, cancel: fc.constant(true as const) }, { ...plain, requiredKeys: ['quoteId', 'cancel'] }),
  );
  const side = fc.constantFrom('buy', 'sell');
  const filter = fc.record(
    { orderId: integer, securityId: integer, side, accountId: text, memberId: text },
    { ...plain, requiredKeys: [] },
  );
  const protection = fc.record({ fills: fc.option(integer), shares: fc.option(integer), seconds: integer }, plain);
  const status = fc.constantFrom('Declined', 'Cancelled');
  const common = ['type', 'time', 'clientId'] as const;
  return [
    fc.record(
      { type: fc.constant('quote'), ...timed, ip: text, ...own, ...expiry, idempotency },
      { ...plain, requiredKeys: [...common, 'ip', ...ownKeys] },
    ),
    fc.record(
      { type: fc.constant('replaceQuote'), ...timed, ...named, ...terms, ...expiry, idempotency },
      { ...plain, requiredKeys: [...common, 'quoteId'] },
    ),
    fc.record(
      { type: fc.constant('acceptQuote'), ...timed, ...named, idempotency },
      { ...plain, requiredKeys: [...common, 'quoteId'] },
    ),
    fc.record(
      { type: fc.constant('endQuote'), ...timed, quoteId: integer, status, reason: fc.option(text), idempotency },
      { ...plain, requiredKeys: [...common, 'quoteId', 'status', 'reason'] },
    ),
    fc.record({ type: fc.constant('massQuote'), ...timed, ip: text, entries: fc.array(entry) }, plain),
    fc.record({ type: fc.constant('cancelQuotes'), ...timed, filter }, plain),
    fc.record({ type: fc.constant('quoteProtection'), ...timed, protection: fc.option(protection) }, plain),
    fc.record({ type: fc.constant('quoteTimer'), time: integer, quoteIds: fc.array(integer) }, plain),
  ];
}
