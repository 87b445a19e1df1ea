import fc from 'fast-check';
import type { TransferCommand, TransferDueCommand } from '../../src/exchange/api/transfer-commands.ts';
import type { OrderId, SecurityId } from '../../src/exchange/api/units.ts';
import type { UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';

const aSecurity = fc.constantFrom(...([7, 8, 9] as SecurityId[]));
const isOperator = fc.boolean();

const known = {
  holdingDays: fc.option(fc.nat(2)),
  allowed: fc.option(fc.constantFrom({ clients: ['a'], accounts: ['x'] }, { clients: ['a', 'b'], accounts: [] })),
  holdersMax: fc.option(fc.integer({ min: 0, max: 3 }), { freq: 2 }),
  // Of the times of tests, which begin with 2027.
  windows: fc.option(fc.constantFrom([{ from: 0, to: 2e15 }], [{ from: 1_800_000_000_050_000, to: 2e15 }])),
  firstRefusal: fc.option(
    fc.record({ hours: fc.nat(2), unanswered: fc.constantFrom('Waive' as const, 'Exercise' as const) }),
    { freq: 2 },
  ),
};

const rules = fc.oneof(
  fc.record(known),
  fc.record({ ...known, unregisteredSales: fc.constantFrom('allowed' as const, 'refused' as const) }),
);

const holding = fc.record({
  clientId: fc.constantFrom('a', 'b'),
  accountId: fc.constantFrom(null, 'x'),
  lots: fc.array(
    fc.record({ date: fc.constantFrom('2026-11-02', '2027-01-14'), quantity: fc.integer({ min: 1, max: 60 }) }),
    { maxLength: 3 },
  ),
});

/** Commands of transfer rules, of the owner of the securities of random-flow.ts and of the venue. */
export const transferCommand: fc.Arbitrary<Extract<UntimedCommand, TransferCommand | TransferDueCommand>> = fc.oneof(
  fc.record({
    type: fc.constant('transferRules' as const),
    clientId: fc.constantFrom('owner', 'a'),
    byOperator: isOperator,
    securityId: aSecurity,
    rules,
    version: fc.option(fc.nat(3), { freq: 4 }),
  }),
  fc.record({
    type: fc.constant('holdings' as const),
    clientId: fc.constant('owner'),
    byOperator: isOperator,
    securityId: aSecurity,
    holdings: fc.array(holding, { maxLength: 3 }),
  }),
  fc.record({
    type: fc.constant('firstRefusal' as const),
    clientId: fc.constantFrom('owner', 'owner', 'a'),
    orderId: fc.nat(400).map((number) => ((number + 1001) * 100) as OrderId),
    exercised: fc.boolean(),
    reason: fc.option(fc.constant('we buy them')),
  }),
  fc.record({ type: fc.constant('transferDue' as const), securityId: aSecurity }),
);
