import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OrderId } from '../../src/exchange/api/units.ts';
import { decodeCommand, encodeCommand } from '../../src/exchange/commands/command-codecs.ts';
import { commandsIn } from '../../src/exchange/commands/command-text.ts';
import type { JournaledCommand } from '../../src/exchange/commands/journaled-command.ts';
import { limitCommand, referenceCommand } from './random-flow.ts';
import { quotingCommands } from './random-quotes.ts';
import { ticketOf } from './random-ticket.ts';
import { transferCommand } from './transfer-flow.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 20 });
const integer = fc.nat(Number.MAX_SAFE_INTEGER);
const idempotency = fc.record({ key: text, bodyHash: text });
const selfTrade = fc.constantFrom('None', 'Cancel Newest', 'Cancel Oldest', 'Cancel Both');
const contingency = fc.constantFrom('None', 'All or None', 'Minimum Quantity');
const hours = fc.record({ monday: fc.constantFrom('closed', { startMinute: 570, endMinute: 960 }) });

const callTerms = fc.record(
  { callSeconds: integer, noCancelSeconds: integer, randomEndSeconds: integer },
  { noNullPrototype: true },
);
const auctionKind = fc.constantFrom('open', 'close', 'time', 'halt');
const aPlan = fc.record(
  {
    auctions: fc.constantFrom([], [{ at: { minute: 720 }, weekdays: [1], datesOfMonth: null }]),
    afterHalt: fc.option(callTerms),
    continuous: fc.boolean(),
    collar: fc.option(integer),
  },
  { noNullPrototype: true },
);

const ticket = ticketOf(text, integer);

const command = fc.oneof(
  fc.tuple(limitCommand, integer).map(([limit, time]) => ({ ...limit, time })),
  fc.tuple(referenceCommand, integer).map(([reference, time]) => ({ ...reference, time })),
  fc.tuple(transferCommand, integer).map(([transfer, time]) => ({ ...transfer, time })),
  fc.record(
    {
      type: fc.constant('auctionPlan'),
      time: integer,
      securityId: integer,
      plan: fc.option(aPlan),
      expected: fc.option(integer),
    },
    { noNullPrototype: true },
  ),
  fc.record(
    {
      type: fc.constant('auctionCall'),
      time: integer,
      securityId: integer,
      kind: auctionKind,
      terms: callTerms,
      endsAt: integer,
    },
    { noNullPrototype: true },
  ),
  fc.record(
    { type: fc.constant('uncross'), time: integer, securityId: integer, missed: fc.boolean() },
    { noNullPrototype: true },
  ),
  fc.record(
    {
      ...{ type: fc.constant('tenderShares'), time: integer, clientId: text, accountId: fc.option(text) },
      ...{ securityId: integer, actionId: integer, quantity: integer, idempotency },
    },
    {
      noNullPrototype: true,
      requiredKeys: ['type', 'time', 'clientId', 'accountId', 'securityId', 'actionId', 'quantity'],
    },
  ),
  ...quotingCommands(text, integer),
  fc.record(
    {
      type: fc.constant('takeQuote'),
      time: integer,
      clientId: text,
      orderId: integer,
      ticket,
      quantity: integer,
      price: integer,
      filled: integer,
    },
    { noNullPrototype: true },
  ),
  fc.record(
    {
      type: fc.constant('enter'),
      time: integer,
      ticket,
      quantity: integer,
      price: integer,
      contingency,
      minimum: integer,
      idempotency,
    },
    {
      noNullPrototype: true,
      requiredKeys: ['type', 'time', 'ticket', 'quantity', 'price', 'contingency', 'minimum'],
    },
  ),
  fc.record(
    { type: fc.constant('cancel'), time: integer, clientId: text, orderId: integer, idempotency },
    { noNullPrototype: true, requiredKeys: ['type', 'time', 'clientId', 'orderId'] },
  ),
  fc.record(
    {
      type: fc.constant('replace'),
      time: integer,
      clientId: text,
      orderId: integer,
      quantity: integer,
      price: integer,
      contingency,
      minimum: integer,
      idempotency,
    },
    { noNullPrototype: true, requiredKeys: ['type', 'time', 'clientId', 'orderId'] },
  ),
  fc.record(
    {
      type: fc.constant('decide'),
      time: integer,
      clientId: text,
      orderId: integer,
      issuerId: integer,
      approved: fc.boolean(),
      reason: fc.option(text),
    },
    { noNullPrototype: true },
  ),
  fc.record(
    {
      type: fc.constant('security'),
      time: integer,
      securityId: integer,
      issuerId: integer,
      ownerClientId: text,
      name: text,
      status: fc.constantFrom('awaiting', 'trading', 'ended'),
      orderApproval: fc.boolean(),
      hours: fc.option(hours),
      revision: integer,
    },
    { noNullPrototype: true, requiredKeys: ['type', 'time', 'securityId'] },
  ),
  fc.record(
    { type: fc.constantFrom('halt', 'resume'), time: integer, securityId: integer, reason: text },
    { noNullPrototype: true },
  ),
  fc.record(
    {
      type: fc.constant('calendar'),
      time: integer,
      date: text,
      day: fc.option(fc.record({ name: text, hours: fc.constantFrom('closed') }, { noNullPrototype: true })),
    },
    { noNullPrototype: true },
  ),
  fc.record(
    {
      type: fc.constant('session'),
      time: integer,
      action: fc.constantFrom('open', 'close'),
      securityId: fc.option(integer),
      date: text,
      dayOver: fc.boolean(),
      scheduled: integer,
    },
    { noNullPrototype: true },
  ),
  fc.record(
    {
      type: fc.constant('limits'),
      time: integer,
      ordersPerClient: integer,
      contingentPerSecurity: integer,
      ordersPerToken: integer,
      blockSeconds: integer,
    },
    {
      noNullPrototype: true,
      requiredKeys: ['type', 'time', 'ordersPerClient', 'contingentPerSecurity', 'ordersPerToken'],
    },
  ),
  fc.record(
    {
      type: fc.constant('bind'),
      time: integer,
      databaseId: text,
      ids: fc.dictionary(text, integer, { noNullPrototype: true }),
    },
    { noNullPrototype: true },
  ),
  fc.record(
    { type: fc.constant('selfTrade'), time: integer, clientId: text, accountId: fc.option(text), mode: selfTrade },
    { noNullPrototype: true },
  ),
  fc.record(
    {
      type: fc.constant('cancelOrders'),
      time: integer,
      clientId: text,
      filter: fc.record({ securityId: integer, side: text }, { noNullPrototype: true, requiredKeys: [] }),
      byOperator: fc.boolean(),
    },
    { noNullPrototype: true },
  ),
  fc.record(
    { type: fc.constant('cancelAllAfter'), time: integer, clientId: text, seconds: integer },
    { noNullPrototype: true },
  ),
  fc.record({ type: fc.constant('cancelTimer'), time: integer, clientId: text }, { noNullPrototype: true }),
  fc.record({ type: fc.constant('id'), time: integer, kind: text, id: integer }, { noNullPrototype: true }),
  fc.record(
    {
      type: fc.constant('confirmBlock'),
      time: integer,
      clientId: text,
      blockId: integer,
      memberId: text,
      accountId: fc.option(text),
      token: fc.option(text),
      ip: text,
    },
    { noNullPrototype: true },
  ),
  fc.record(
    {
      type: fc.constant('endBlock'),
      time: integer,
      clientId: text,
      blockId: integer,
      status: fc.constantFrom('Declined', 'Cancelled'),
      reason: fc.option(text),
      idempotency: fc.constant({ key: 'k', bodyHash: 'h' }),
    },
    { noNullPrototype: true, requiredKeys: ['type', 'time', 'clientId', 'blockId', 'status', 'reason'] },
  ),
  fc.record({ type: fc.constant('skipIds'), time: integer, count: integer }, { noNullPrototype: true }),
  fc.record({ type: fc.constant('blockTimer'), time: integer, blockId: integer }, { noNullPrototype: true }),
  fc.record({ type: fc.constant('dateEnd'), time: integer, date: text, scheduled: integer }, { noNullPrototype: true }),
);

const user = fc.record({ userId: text, clientId: text }, { noNullPrototype: true });

test('a command of a user has the line of a command with a key, and then the user', () => {
  fc.assert(
    fc.property(command, user, (one, by) => {
      const plain = JSON.parse(encodeCommand(one as JournaledCommand)) as unknown[];
      const line = encodeCommand({ ...one, user: by } as JournaledCommand);
      const values = JSON.parse(line) as unknown[];
      expect(values.slice(0, plain.length)).toEqual(plain);
      expect(values.slice(plain.length, -1).every((absent) => absent === null)).toBe(true);
      expect(values.at(-1)).toEqual([by.userId, by.clientId]);
      expect(decodeCommand(values)).toEqual({ ...one, user: by });
      expect(commandsIn(Buffer.from(line))).toEqual([{ ...one, user: by }]);
    }),
  );
});

test.each([{}, { user: { userId: 'u', clientId: 'c' } }, { token: 't', newToken: 'n' }])(
  'a replacement of optional terms is the same after the journal: %o',
  (more) => {
    const terms = { quantity: 5, optional: { displayQuantity: 2 } };
    const one = { type: 'replace', time: 1, clientId: 'a', orderId: 3 as OrderId, ...terms, ...more } as const;
    const line = encodeCommand(one);
    expect(decodeCommand(JSON.parse(line))).toEqual(one);
    expect(commandsIn(Buffer.from(line))).toEqual([one]);
  },
);

test('every command is the same after the journal', () => {
  fc.assert(
    fc.property(command, (one) => {
      const line = encodeCommand(one as JournaledCommand);
      expect(line).not.toContain('\n');
      expect(decodeCommand(JSON.parse(line))).toEqual(one);
    }),
    { numRuns: 2000 },
  );
});

test('a type of another version is not guessed at', () => {
  expect(() => decodeCommand(['teleport', 1, 2])).toThrow('unknown command type "teleport"');
});
