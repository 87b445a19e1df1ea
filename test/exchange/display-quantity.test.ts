/** M19 in the venue: what is refused, what others see, replacements, holds, restarts. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DepthBook } from '../../src/exchange/api/depth-book.ts';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import { DISPLAY_SINCE } from '../../src/exchange/api/rules.ts';
import type { OrderId, SecurityId } from '../../src/exchange/api/units.ts';
import type { UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { Replica } from '../../src/exchange/replica/replica.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { ManualTime } from '../support/manual-time.ts';
import { ruledFlow } from './random-flow.ts';
import { restartedState } from './restarted-state.ts';
import { cancel, DOLLAR, OPEN_FRIDAY, type OrderFields, order, replace, security } from './venue.ts';

const SEVEN = 7 as SecurityId;
const parted = (displayQuantity: number, over: OrderFields = {}) => order({ ...over, optional: { displayQuantity } });

function venue({ version = DISPLAY_SINCE, effectsMax = 100, over = {} } = {}) {
  const clock = new ManualTime(OPEN_FRIDAY);
  let state = new VenueState(0, undefined, effectsMax);
  const events: ExchangeEvent[] = [];
  const start = () => new Replica({ state, sequence: 0, clock, alwaysOpen: true, log: { error: () => {} } });
  let replica = start();
  replica.subscribe((event) => events.push(event));
  const apply = (...commands: UntimedCommand[]) => {
    const outcomes = commands.map((command) => {
      const outcome = state.apply({ ...command, time: clock.nowUs() });
      while (state.pending.isPending || state.engine.hasPendingWork) {
        state.apply({ type: 'continue', time: clock.nowUs() });
      }
      return outcome;
    });
    return outcomes.at(-1);
  };
  /** Goes on from a snapshot. */
  const restart = () => {
    state = restartedState(state, effectsMax);
    replica = start();
  };
  const depth = (side: 'bids' | 'offers') =>
    replica.depth(SEVEN, 10)?.[side].map(({ price, quantity, orders }) => [price / DOLLAR, quantity, orders]);
  const seq = () => replica.depth(SEVEN, 10)?.seq ?? 0;
  const matches = () => events.flatMap((event) => (event.type === 'match' ? [event.match] : []));
  apply({ type: 'rules', version }, security(over));
  apply({ type: 'session', action: 'open', securityId: null, date: 'd', dayOver: false, scheduled: 1 });
  state.sink = (event) => events.push(event);
  return { apply, depth, seq, matches, events, restart, state: () => state };
}

const idIn = (outcome: unknown) => (outcome as { readonly order: { readonly orderId: OrderId } }).order.orderId;

test.each([
  [{ disclosed: false }, 'display quantity must show'],
  [{ expiration: 'IOC' }, 'display quantity must show'],
  [{ contingency: 'All or None' }, 'display quantity must show'],
  [{ contingency: 'Minimum Quantity', minimum: 5 }, 'display quantity must show'],
  [{ orderType: 'RFQ' }, 'display quantity must show'],
  [{ quantity: 9 }, 'display quantity out of range'],
] as const)('an order %o must not have a display quantity of 10: %s', (over, refusal) => {
  const { apply } = venue();
  expect(apply(parted(10, over))).toMatchObject({ ok: false, refusal });
});

test('a display quantity has the lot size of the security at least', () => {
  const { apply } = venue();
  apply({ type: 'securityReference', securityId: SEVEN, reference: { lotSize: 10 }, expected: null });
  expect(apply(parted(9))).toMatchObject({ ok: false, refusal: 'display quantity out of range' });
  expect(apply(parted(10))).toMatchObject({ ok: true });
});

test('others see the displayed part alone, which follows the others of its price after it is used up', () => {
  const { apply, depth, matches } = venue();
  const first = idIn(apply(parted(30, { side: 'sell', clientId: 'b' })));
  const second = idIn(apply(order({ side: 'sell', clientId: 'c', quantity: 20 })));
  expect(depth('offers')).toEqual([[10, 50, 2]]);
  apply(order({ quantity: 40 }));
  expect(depth('offers')).toEqual([[10, 40, 2]]);
  apply(order({ quantity: 15 }));
  expect(matches().map(({ sellOrderId, quantity }) => [sellOrderId, quantity])).toEqual([
    [second, 10],
    [first, 30],
    [second, 10],
    [first, 5],
  ]);
  expect(depth('offers')).toEqual([[10, 25, 1]]);
});

test('a smaller quantity is taken from the reserve and keeps the place; another display quantity loses it', () => {
  const { apply, depth, state } = venue();
  const id = idIn(apply(parted(30)));
  expect(apply(replace(id, { quantity: 40 }))).toMatchObject({ ok: true, lostPriority: false });
  expect(depth('bids')).toEqual([[10, 30, 1]]);
  apply(order({ side: 'sell', clientId: 'b', quantity: 5 }));
  expect(apply(replace(id, { quantity: 20 }))).toMatchObject({ ok: true, lostPriority: false });
  expect(depth('bids')).toEqual([[10, 15, 1]]);
  expect(apply(replace(id, { optional: { displayQuantity: 21 } }))).toMatchObject({
    ok: false,
    refusal: 'display quantity out of range',
  });
  expect(apply(replace(id, { contingency: 'All or None' }))).toMatchObject({ refusal: 'display quantity must show' });
  const changed = apply(replace(id, { quantity: 100, optional: { displayQuantity: 50 } }));
  expect(changed).toMatchObject({
    ok: true,
    lostPriority: true,
    order: { ticket: { optional: { displayQuantity: 50 } } },
  });
  expect(depth('bids')).toEqual([[10, 50, 1]]);
  expect(state().orders.get(id)).toMatchObject({ remaining: 95, displayed: 50 });
  expect(apply(cancel(id))).toMatchObject({ ok: true });
  expect(depth('bids')).toEqual([]);
});

test('a change of the reserve alone moves nothing that others read', () => {
  const { apply, seq } = venue();
  const id = idIn(apply(parted(30)));
  const entered = seq();
  for (const quantity of [40, 200]) expect(apply(replace(id, { quantity }))).toMatchObject({ ok: true });
  expect(seq()).toBe(entered);
  apply(replace(id, { quantity: 20 }));
  expect(seq()).toBeGreaterThan(entered);
});

test('an order that shows whole may get a display quantity', () => {
  const { apply, depth, restart } = venue();
  const id = idIn(apply(order()));
  expect(apply(replace(id, { optional: { displayQuantity: 25 } }))).toMatchObject({ ok: true, lostPriority: true });
  restart();
  expect(depth('bids')).toEqual([[10, 25, 1]]);
});

test('a restart keeps which of three refilled orders joined the book first', () => {
  const [kept, restarted] = [venue(), venue()];
  for (const { apply, restart } of [kept, restarted]) {
    for (let i = 0; i < 3; i++) apply(parted(10, { side: 'sell' }));
    apply(order({ clientId: 'b', quantity: 30 }));
    if (restart === restarted.restart) restart();
    apply(order({ clientId: 'b', quantity: 10 }));
  }
  expect(digestOf(restarted.state())).toBe(digestOf(kept.state()));
});

test('an order that was sent back for approval displays its first part once it is approved', () => {
  const { apply, depth } = venue();
  const id = idIn(apply(parted(30)));
  apply(order({ side: 'sell', clientId: 'b', quantity: 10 }));
  apply(security({ orderApproval: true }));
  apply(replace(id, { price: 11 * DOLLAR }));
  expect(depth('bids')).toEqual([]);
  apply({ type: 'decide', clientId: 'owner', orderId: id, issuerId: 3, approved: true, reason: null });
  expect(depth('bids')).toEqual([[11, 30, 1]]);
});

test('by the rules before, an order shows whole, and does so after them (J14)', () => {
  const { apply, depth, restart } = venue({ version: DISPLAY_SINCE - 1 });
  const id = idIn(apply(parted(30, { contingency: 'None' })));
  apply(replace(id, { optional: { displayQuantity: 20 } }));
  expect(depth('bids')).toEqual([[10, 100, 1]]);
  apply({ type: 'rules', version: DISPLAY_SINCE });
  restart();
  expect(depth('bids')).toEqual([[10, 100, 1]]);
});

test.each([1, 100])(
  'the events show what the book shows, in slices of %d, and a restart changes nothing',
  (effectsMax) => {
    let reserves = 0;
    for (const commands of fc.sample(ruledFlow(120), { numRuns: 12, seed: 20_260_101 })) {
      const [kept, restarted] = [venue({ effectsMax }), venue({ effectsMax })];
      for (const [at, command] of commands.entries()) {
        for (const { apply } of [kept, restarted]) apply(command);
        if (at % 7 === 0) restarted.restart();
        expect(digestOf(restarted.state())).toBe(digestOf(kept.state()));
        const { engine, securities } = kept.state();
        for (const securityId of securities.keys()) {
          const shown = [...securities.get(securityId)!.orders].flatMap(({ orderId, displayed, remaining }) => {
            if (displayed === undefined || engine.remainingOf(orderId) === 0) return [];
            if (displayed < remaining) reserves++;
            return [[displayed, remaining]];
          });
          const resting = engine.resting(securityId).filter((order) => order.shown !== undefined);
          expect(resting.map((order) => [order.shown?.displayed, order.remaining]).sort()).toEqual(shown.sort());
        }
      }
    }
    expect(reserves).toBeGreaterThan(100);
  },
);

test('a book that is made from events shows no reserve', () => {
  const { apply, events } = venue();
  const book = new DepthBook([]);
  apply(parted(30), order({ side: 'sell', clientId: 'b', quantity: 50 }));
  for (const event of events) if (event.type === 'order') book.take(event.order);
  expect(book.bids.best(5)).toMatchObject([{ quantity: 10, orders: 1 }]);
});
