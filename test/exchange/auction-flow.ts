/** Random commands of plans, calls and their ends, among those of random-flow.ts. */
import fc from 'fast-check';
import type { AuctionPlan, CallTerms } from '../../src/exchange/api/auctions.ts';
import type { Contingency } from '../../src/exchange/api/orders.ts';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import type { UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { plan, planned } from './auctions.ts';
import { ruledFlow } from './random-flow.ts';
import { DOLLAR, order } from './venue.ts';

/** The time of the first command; each next one comes half a second later. */
export const START = 1_800_000_000_000_000;
const STEP_US = 500_000;

export const timeOf = (index: number): number => START + index * STEP_US;

const aSecurity = fc.constantFrom(...([7, 7, 8, 9] as SecurityId[]));

const terms: fc.Arbitrary<CallTerms> = fc.record(
  { callSeconds: fc.integer({ min: 1, max: 20 }), noCancelSeconds: fc.nat(20), randomEndSeconds: fc.nat(3) },
  { noNullPrototype: true },
);

const aPlan: fc.Arbitrary<AuctionPlan> = fc
  .record({
    continuous: fc.boolean(),
    hasOpening: fc.boolean(),
    afterHalt: fc.option(terms),
    collar: fc.option(fc.nat(900)),
  })
  .map(({ hasOpening, ...rest }) => plan({ ...rest, auctions: hasOpening ? [planned('open')] : [] }));

const auctionPlan = fc
  .record({ securityId: aSecurity, plan: fc.option(aPlan, { freq: 6 }) })
  .map((fields): UntimedCommand => ({ type: 'auctionPlan', ...fields, expected: null }));

/** @param length commands of the flow */
const auctionCall = (length: number) =>
  fc
    .record({
      securityId: aSecurity,
      kind: fc.constantFrom('time' as const, 'close' as const),
      terms,
      at: fc.nat(length),
    })
    .map(({ at, ...fields }): UntimedCommand => ({ type: 'auctionCall', ...fields, endsAt: timeOf(at) }));

const uncross = fc
  .record({ securityId: aSecurity, missed: fc.constantFrom(false, false, false, true) })
  .map((fields): UntimedCommand => ({ type: 'uncross', ...fields }));

/** In security 7 most of all. */
export const anOrder = fc
  .record({
    securityId: aSecurity,
    clientId: fc.constantFrom('a', 'b', 'c'),
    side: fc.constantFrom('buy' as const, 'sell' as const),
    quantity: fc.integer({ min: 1, max: 30 }),
    price: fc.integer({ min: 8, max: 12 }).map((dollars) => dollars * DOLLAR),
    expiration: fc.constantFrom('Auction' as const, 'Auction' as const, 'Day' as const, 'GTC' as const),
    contingency: fc.constantFrom<Contingency>('None', 'None', 'All or None'),
  })
  .map((over): UntimedCommand => order(over));

const market = fc.oneof(
  fc
    .record({ type: fc.constantFrom('halt' as const, 'resume' as const, 'resume' as const), securityId: aSecurity })
    .map((fields): UntimedCommand => ({ ...fields, reason: 'news' })),
  fc
    .record({
      action: fc.constantFrom('open' as const, 'open' as const, 'close' as const),
      securityId: fc.option(aSecurity),
    })
    .map(
      (fields): UntimedCommand => ({
        ...{ type: 'session', ...fields, date: '2026-11-20', dayOver: fields.action === 'close', scheduled: 2 },
      }),
    ),
  // The offering goes on, so that most of the flow has something to trade.
  aSecurity.map(
    (securityId): UntimedCommand => ({ type: 'security', securityId, status: 'trading', orderApproval: false }),
  ),
);

/** Commands of three securities that are opened first, under transfer rules, limits, halts and auctions. */
export function auctionFlow(length: number): fc.Arbitrary<UntimedCommand[]> {
  const ofAuctions = fc.oneof(
    { weight: 2, arbitrary: auctionPlan },
    { weight: 3, arbitrary: auctionCall(2 * length) },
    { weight: 4, arbitrary: uncross },
    { weight: 8, arbitrary: anOrder },
    { weight: 3, arbitrary: market },
  );
  return fc
    .tuple(ruledFlow(length), fc.array(ofAuctions, { minLength: length, maxLength: length, size: 'max' }))
    .map(([others, auctions]) => {
      const opening = others.slice(0, -length);
      // Random corrections of matches name other terms than the matches had, which no caller does.
      const rest = others.slice(-length).filter(({ type }) => type !== 'bust' && type !== 'adjust');
      const plans = [7, 8].map(
        (securityId): UntimedCommand => ({
          ...{ type: 'auctionPlan', securityId: securityId as SecurityId, plan: plan(), expected: null },
        }),
      );
      return [...opening, ...plans, ...rest.flatMap((command, at) => [command, auctions[at] as UntimedCommand])];
    });
}
