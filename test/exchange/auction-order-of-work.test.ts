/** In which order, and in how large pieces, calls end (Q6, Q8, Q10, Q11). */
import { expect, test } from 'vitest';
import { RULES } from '../../src/exchange/api/index.ts';
import { VenueState } from '../../src/exchange/desks/index.ts';
import { microsOf } from '../support/manual-time.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { called, ENDS, ID, NOON, planIn, sent, statusOf } from './auctions.ts';
import { restartedState } from './restarted-state.ts';
import { moveTo } from './sessions.ts';
import { DOLLAR, openVenue, order, security } from './venue.ts';

type Command = Parameters<VenueState['apply']>[0];

const PLAN = { auctions: [], afterHalt: null, continuous: true, collar: null };

/** A venue whose calls begin in this order. */
function calledIn(securityIds: readonly number[]) {
  const state = new VenueState(0);
  let time = microsOf('2026-11-20T15:00:00Z');
  const apply = (command: object, of = state) => {
    const outcome = of.apply({ ...command, time: ++time } as Command);
    expect(outcome).toMatchObject({ ok: true });
  };
  apply({ type: 'rules', version: RULES });
  apply({ type: 'session', action: 'open', securityId: null, date: '2026-11-20', dayOver: false, scheduled: 1 });
  for (const securityId of securityIds.toSorted()) {
    apply(security({ securityId }));
    apply({ type: 'auctionPlan', securityId, plan: PLAN, expected: null });
  }
  const terms = { callSeconds: 60, noCancelSeconds: 10, randomEndSeconds: 0 };
  for (const securityId of securityIds)
    apply({ type: 'auctionCall', securityId, kind: 'time', terms, endsAt: time + 60_000_000 });
  return { state, apply };
}

test('a switch of the venue ends calls by their securities, after a restart as before (M11)', () => {
  const { state, apply } = calledIn([8, 7]);
  const seen = [state, restartedState(state)].map((venue) => {
    const events: string[] = [];
    venue.sink = (event) => events.push(`${event.seq} ${JSON.stringify(event, ['type', 'securityId', 'phase'])}`);
    apply({ type: 'throwSwitch', scope: {}, by: 'operator', reason: 'test' }, venue);
    return events;
  });
  expect(seen[0]).toEqual(seen[1]);
  expect(seen[0]?.filter((event) => event.includes('ended'))).toHaveLength(2);
});

test('a command does one piece of the computation of an auction (Q6)', () => {
  const { state, apply } = calledIn([7]);
  for (let at = 0; at < 12_000; at++) {
    const side = at % 2 === 0 ? 'buy' : 'sell';
    apply(order({ clientId: `c${at % 300}`, side, quantity: 1 + ((at * 7) % 50), contingency: 'All or None' }));
  }
  const steps: number[] = [];
  const step = (command: object) => {
    const before = state.engine.steps;
    apply(command);
    steps.push(state.engine.steps - before);
  };
  step({ type: 'uncross', securityId: ID, missed: false });
  while (state.pending.isPending) step({ type: 'continue' });
  expect(steps.length).toBeGreaterThan(3);
  expect(Math.max(...steps)).toBeLessThan(5_000_000);
});

test('an order that was entered after the connection was lost stays (Q10)', async () => {
  const venue = await called();
  const { exchange } = venue;
  const before = await sent(venue, { clientId: 'b', price: 9 * DOLLAR });
  await exchange.submit({ type: 'connectSession', session: 's', clientId: 'b', accountId: null, seconds: 10 });
  await moveTo(venue, '2026-11-20T16:59:30Z');
  await exchange.submit({ type: 'disconnectSession', session: 's', lost: true });
  const after = await sent(venue, { clientId: 'b', price: 9 * DOLLAR });
  await moveTo(venue, ENDS);
  expect([before, after].map((id) => statusOf(venue, id))).toEqual(['Cancelled', 'Live']);
});

test('an auction at the last moment of a trading window takes place (Q8, F5)', async () => {
  const venue = openVenue({ folder: temporaryFolder() });
  await planIn(venue, { auctions: [NOON] });
  const windows = [{ from: microsOf('2026-11-20T14:00:00Z'), to: microsOf(ENDS) }];
  const rules = { holdingDays: null, allowed: null, holdersMax: null, firstRefusal: null, windows };
  const whose = { clientId: 'owner', byOperator: false, securityId: ID, version: null };
  expect(await venue.exchange.submit({ type: 'transferRules', ...whose, rules })).toMatchObject({ ok: true });
  await moveTo(venue, '2026-11-20T16:56:00Z');
  const buy = await sent(venue, { price: 10 * DOLLAR });
  await sent(venue, { clientId: 'c', side: 'sell', price: 10 * DOLLAR });
  await moveTo(venue, ENDS);
  expect(statusOf(venue, buy)).toBe('Executed');
});

test('orders for an auction end with the plan that has no more auctions (Q9)', async () => {
  const venue = openVenue({ folder: temporaryFolder() });
  await planIn(venue, { auctions: [NOON] });
  const buy = await sent(venue, { expiration: 'Auction' });
  await venue.exchange.submit({ type: 'auctionPlan', securityId: ID, plan: null, expected: null });
  expect(statusOf(venue, buy)).toBe('Cancelled');
});
