/**
 * Corporate actions among all that else happens to a market: halts, auctions, transfer rules, limits, approvals, blocks
 * and reports. Slices, snapshots and replays change nothing, and each order has the terms that R2 says.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ActionTerms } from '../../src/exchange/api/corporate-actions.ts';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import type { OrderView } from '../../src/exchange/api/orders.ts';
import { type SecurityReference, tickAt } from '../../src/exchange/api/security-reference.ts';
import type { OrderId, SecurityId } from '../../src/exchange/api/units.ts';
import type { UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import type { VenueState } from '../../src/exchange/desks/index.ts';
import { checkFlows } from '../support/flows.ts';
import { THOROUGH } from '../support/thorough.ts';
import { auctionFlow } from './auction-flow.ts';
import { action, dividend, endedByAction, restated } from './corporate-actions.ts';
import { aRestart, checkSlices, NEVER, run, saidOf } from './flow-run.ts';
import { DOLLAR } from './venue.ts';

const SEED = 20_261_201;
const NUM_RUNS = THOROUGH ? 400 : 30;
const LENGTH = 100;
const EX_DATE = '2027-02-01';
/** Of conversions; those of itself are refused. */
const INTO = 8 as SecurityId;

/** They end orders, or leave few to sell: seldom. */
const takesShares: fc.Arbitrary<ActionTerms> = fc.oneof(
  fc
    .record({ to: fc.integer({ min: 1, max: 3 }), more: fc.integer({ min: 0, max: 5 }), isKept: fc.boolean() })
    .map(({ to, more, isKept }): ActionTerms => {
      const redeemed = { to, from: to + more };
      return { kind: 'redemption', redeemed, price: DOLLAR, into: isKept ? 'treasury' : 'cancelled' };
    }),
  fc
    .record({ to: fc.integer({ min: 1, max: 3 }), from: fc.integer({ min: 1, max: 3 }), isUp: fc.boolean() })
    .map(({ to, from, isUp }): ActionTerms => {
      return { kind: 'conversion', to, from, into: INTO, fractions: isUp ? 'up' : 'cash', cashPrice: null };
    }),
);

interface Announced {
  readonly at: number;
  readonly securityId: SecurityId;
  readonly terms: ActionTerms;
  /** Of a tender; who has fewer shares is refused. */
  readonly answers?: readonly { readonly clientId: string; readonly quantity: number }[];
}

const securityId = fc.constantFrom(...([7, 7, 8] as SecurityId[]));
const answer = fc.record({ clientId: fc.constantFrom('a', 'b', 'c'), quantity: fc.nat(3) });

const tender = fc
  .record({
    ...{ at: fc.nat(2 * LENGTH), securityId, mostShares: fc.integer({ min: 1, max: 5 }), isKept: fc.boolean() },
    answers: fc.array(answer, { minLength: 3, maxLength: 9 }),
  })
  .map(({ mostShares, isKept, ...more }): Announced => {
    const into = isKept ? 'treasury' : 'cancelled';
    return { ...more, terms: { kind: 'tender', mostShares, price: DOLLAR, into } };
  });

const announced: fc.Arbitrary<Announced> = fc.record({
  at: fc.nat(2 * LENGTH),
  securityId,
  terms: fc.oneof(
    takesShares,
    fc
      .record({ to: fc.integer({ min: 1, max: 3 }), from: fc.integer({ min: 1, max: 3 }), isUp: fc.boolean() })
      .map(({ to, from, isUp }): ActionTerms => {
        return { kind: 'split', to, from, fractions: isUp ? 'up' : 'cash', cashPrice: null };
      }),
    fc.integer({ min: 1, max: 3 * DOLLAR }).map(dividend),
  ),
});

/** So that some have shares that they do not sell. */
const HOLDERS: UntimedCommand = {
  type: 'setPositions',
  positions: ['a', 'b', 'c'].map((clientId) => ({
    clientId,
    accountId: null,
    securityId: 7 as SecurityId,
    quantity: 90,
  })),
};

/** Each of them has effect at once, as if its ex date had come. */
const flow = fc
  .tuple(
    auctionFlow(LENGTH),
    fc.array(announced, { minLength: 3, maxLength: 6 }),
    fc.array(tender, { minLength: 1, maxLength: 2 }),
  )
  .map(([commands, others, tenders]) => {
    const actions = [...others, ...tenders];
    const [all, counts] = [commands.toSpliced(10, 0, HOLDERS), new Map<SecurityId, number>()];
    for (const { at, securityId, terms, answers = [] } of actions.toSorted((one, other) => one.at - other.at)) {
      const actionId = (counts.get(securityId) ?? 0) + 1;
      counts.set(securityId, actionId);
      const by = { clientId: 'owner', byOperator: true, securityId };
      all.splice(
        all.length - commands.length + 10 + Math.min(at, commands.length - 10),
        0,
        { type: 'announceAction', ...by, action: action({ terms, exDate: EX_DATE }), most: 20 },
        ...answers.map((one) => ({ type: 'tenderShares', ...one, accountId: null, securityId, actionId }) as const),
        { type: 'actionDue', securityId, actionId },
      );
    }
    return all;
  });

/** Until a split has reached all orders and holders, the state is between two. */
const isChecked = (state: VenueState) => !state.pending.isPending;

test('a replay from nothing and restarts from snapshots come to the same events and state', async () => {
  let [adjusted, ended, reached, bought] = [0, 0, 0, 0];
  await checkFlows(
    [flow, fc.array(aRestart, { minLength: 23, maxLength: 23 }), fc.constantFrom(1, 3, 100)],
    (commands, restarts, effectsMax) => {
      const { events, digest } = run(commands, { effectsMax, restarts: NEVER, isChecked });
      const again = run(commands, { effectsMax, restarts, isChecked });
      expect(again.events).toEqual(events);
      expect(again.digest).toBe(digest);
      expect(run(commands, { effectsMax, restarts: NEVER, hasListener: false }).digest).toBe(digest);
      checkRestated(events);
      adjusted += restated(events).length;
      ended += endedByAction(events).length;
      const countOf = (kind: string) =>
        events.filter((event) => event.type === 'register' && event.changes[0]?.kind === kind).length;
      reached += countOf('action');
      bought += countOf('tender');
    },
    { numRuns: NUM_RUNS, seed: SEED },
  );
  expect(adjusted).toBeGreaterThan(NUM_RUNS * 4);
  expect(ended).toBeGreaterThan(NUM_RUNS / 5);
  expect(reached).toBeGreaterThan(NUM_RUNS);
  expect(bought).toBeGreaterThan(NUM_RUNS / 3);
});

interface Said {
  readonly kind: string;
  readonly ratio: string;
  readonly amount: string;
}

/** R2 and R9, said again: exact fractions, rounded once. */
function checkRestated(events: readonly ExchangeEvent[]): void {
  const orders = new Map<OrderId, OrderView>();
  const actions = new Map<number, Said>();
  const references = new Map<number, SecurityReference>();
  for (const event of events) {
    if (event.type === 'notice' && event.notice.kind === 'corporateAction') {
      actions.set(event.notice.securityId, event.notice.to[0]!.fields as unknown as Said);
    }
    if (event.type === 'security') references.set(event.security.securityId, event.security.reference?.reference ?? {});
    if (event.type !== 'order') continue;
    const { order, change } = event;
    const before = orders.get(order.orderId);
    orders.set(order.orderId, order);
    if (change !== 'restated') continue;
    const { kind, ratio, amount } = actions.get(order.ticket.securityId)!;
    const isDividend = kind === 'Cash Dividend';
    const [to, from] = (isDividend ? '1:1' : ratio).split(':').map(Number) as [number, number];
    const less = isDividend ? Math.round(Number(amount) * DOLLAR) : 0;
    const filled = before!.quantity - before!.remaining;
    const { lotSize = 1, tickSizes } = references.get(order.ticket.securityId) ?? {};
    const shares = Math.floor((before!.remaining * to) / from);
    expect(order.remaining).toBe(isDividend ? before!.remaining : shares - (shares % lotSize));
    if (isDividend) expect([order.ticket.side, order.ticket.optional?.doNotReduce]).toEqual(['buy', undefined]);
    expect(order.quantity).toBe(filled + order.remaining);
    const exact = (before!.price * from) / to - less;
    const isBid = order.ticket.side === 'buy';
    const tick = tickAt(tickSizes, isBid ? Math.floor(exact) : Math.ceil(exact)) ?? 1;
    expect(order.price).toBe((isBid ? Math.floor(exact / tick) : Math.ceil(exact / tick)) * tick);
    expect([order.executed, order.status, order.contingency]).toEqual([
      before!.executed,
      before!.status,
      before!.contingency,
    ]);
    if (order.minimum > 0) expect(order.minimum).toBeLessThanOrEqual(order.quantity);
  }
}

test('slices change nothing of what happens in a book (M17)', async () => {
  await checkSlices(flow, saidOfActions, { isChecked, numRuns: NUM_RUNS / 2, seed: SEED });
});

function saidOfActions(event: ExchangeEvent, securityId: number): unknown[] {
  if (event.type !== 'register') return saidOf(event, securityId);
  const isOfSecurity = event.changes[0]?.securityId === securityId;
  return isOfSecurity ? event.changes.map(({ matchId: _, ...change }) => change) : [];
}
