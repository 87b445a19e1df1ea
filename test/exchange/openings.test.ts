import { expect, test } from 'vitest';
import type { ExchangeEvent } from '../../src/exchange/api/events.ts';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import type { JournaledCommand, UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { journalStart } from '../../src/exchange/journal/reader.ts';
import { EFFECTS_MAX } from '../../src/exchange/records/pending-effects.ts';
import { loadSnapshot, writeSnapshot } from '../../src/exchange/storage/snapshot.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { DOLLAR, order, security } from './venue.ts';

const START = 1_800_000_000_000_000;
/** More than the matches of the orders that enter by one command. */
const SLICE = 300;
/** Orders that one slice moves out of the book or back into it, each a sixteenth of a cancel (M17). */
const MOVED_MAX = 16 * SLICE;
/** Orders that enter by one command at an opening (M9). */
const ENTERED_MAX = 210;
const ORDERS = 20_000;
const HALT: UntimedCommand = { type: 'halt', securityId: 7 as SecurityId, reason: 'news' };
const RESUME: UntimedCommand = { ...HALT, type: 'resume' };
const CONTINUE: UntimedCommand = { type: 'continue' };

function apply(state: VenueState, command: UntimedCommand): void {
  state.apply({ ...command, time: START } as JournaledCommand);
}

/** How many orders wait to enter the book. */
function waiting({ engine }: VenueState): number {
  return [...engine.pendingWork()].reduce((sum, [, { entering }]) => sum + entering.length, 0);
}

/** A venue in slices, with a halted security in which all of these orders cross. */
function crossed(orders = ORDERS, effectsMax = SLICE): VenueState {
  const state = new VenueState(0, undefined, effectsMax);
  apply(state, { type: 'rules', version: 2 });
  apply(state, security());
  apply(state, { type: 'session', action: 'open', securityId: null, date: 'd', dayOver: false, scheduled: 1 });
  apply(state, HALT);
  for (let i = 0; i < orders; i++) {
    const side = i % 2 === 0 ? 'buy' : 'sell';
    const price = (side === 'buy' ? 20 - (i % 7) : 1 + (i % 5)) * DOLLAR;
    apply(state, order({ clientId: side, side, price, quantity: 1 + (i % 3) }));
  }
  return state;
}

/** How many orders wait after each of the commands that this one takes. */
function waitingAfter(state: VenueState, command: UntimedCommand): number[] {
  const counts: number[] = [];
  for (let next = command; next === command || state.pending.isPending; next = CONTINUE) {
    apply(state, next);
    counts.push(waiting(state));
  }
  return counts;
}

function mostMoved(counts: readonly number[]): number {
  return Math.max(...counts.map((count, index) => Math.abs(count - (counts[index - 1] ?? count))));
}

test('an opening takes the orders that cross out of the book in slices (M13, M17)', () => {
  const counts = [0, ...waitingAfter(crossed(), RESUME)];
  expect(mostMoved(counts)).toBeLessThanOrEqual(MOVED_MAX + ENTERED_MAX);
  expect(Math.max(...counts)).toBeGreaterThan(ORDERS - 2 * ENTERED_MAX);
});

test('a close puts the orders that have not entered back in slices (M13, M17)', () => {
  const state = crossed();
  apply(state, RESUME);
  while (state.pending.isPending) apply(state, CONTINUE);
  const counts = [waiting(state), ...waitingAfter(state, HALT)];
  expect(mostMoved(counts)).toBeLessThanOrEqual(MOVED_MAX);
  expect(counts.at(-1)).toBe(0);
});

test.each([
  ['an opening', [RESUME]],
  ['a close', [RESUME, CONTINUE, CONTINUE, HALT]],
])('a state from a snapshot goes on in the middle of %s (M11, M13, M17)', async (_, commands) => {
  // In the slices of the release, as those of a loaded state are.
  const live = crossed(4000, EFFECTS_MAX);
  for (const command of commands) apply(live, command);
  expect(live.pending.isPending).toBe(true);
  const path = await writeSnapshot(files, temporaryFolder(), live, journalStart(0));
  const { state: loaded } = loadSnapshot(files, path, 0);
  const events = [live, loaded].map((state) => {
    const seen: ExchangeEvent[] = [];
    state.sink = (event) => seen.push(event);
    while (state.pending.isPending) apply(state, CONTINUE);
    apply(state, RESUME);
    while (state.pending.isPending || state.engine.hasPendingWork) apply(state, CONTINUE);
    return seen;
  });
  expect(events[1]).toEqual(events[0]);
  expect(digestOf(loaded)).toBe(digestOf(live));
  expect(events[0]!.filter(({ type }) => type === 'match').length).toBeGreaterThan(1000);
});

test('a command of the same group waits until the orders that cross have left (M17)', () => {
  const [whole, sliced] = [Infinity, 1].map((effectsMax) => {
    const state = crossed(60, effectsMax);
    const matches: unknown[] = [];
    state.sink = (event) => {
      if (event.type === 'match') matches.push(event.match);
    };
    // Were the orders still in the book, or none of them had entered, it would find others to trade with.
    for (const command of [RESUME, order({ clientId: 'late', quantity: 9, price: 30 * DOLLAR, expiration: 'IOC' })]) {
      apply(state, command);
    }
    while (state.pending.isPending || state.engine.hasPendingWork) apply(state, CONTINUE);
    return matches;
  });
  expect(sliced).toEqual(whole);
  expect(whole?.length).toBeGreaterThan(20);
});

test('markets that open together open in slices, from a snapshot too, each of them once (M13, M17)', async () => {
  const SECURITIES = 5000;
  const state = new VenueState(0);
  apply(state, { type: 'rules', version: 2 });
  for (let securityId = 1; securityId <= SECURITIES; securityId++) apply(state, security({ securityId }));
  const opened: ExchangeEvent[] = [];
  const listen = (to: VenueState) => {
    to.sink = (event) => opened.push(event);
  };
  listen(state);
  apply(state, { type: 'session', action: 'open', securityId: null, date: 'd', dayOver: false, scheduled: 1 });
  expect(opened).toHaveLength(16 * EFFECTS_MAX);
  const path = await writeSnapshot(files, temporaryFolder(), state, journalStart(0));
  const { state: loaded } = loadSnapshot(files, path, 0);
  expect(digestOf(loaded)).toBe(digestOf(state));
  listen(loaded);
  for (let before = opened.length; loaded.pending.isPending; before = opened.length) {
    apply(loaded, CONTINUE);
    expect(opened.length - before).toBeLessThanOrEqual(16 * EFFECTS_MAX);
  }
  const markets = opened.map((event) => event.type === 'market' && event.securityId);
  expect(markets).toEqual(Array.from({ length: SECURITIES }, (_, i) => i + 1));
});
