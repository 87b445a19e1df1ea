import { expect, test } from 'vitest';
import type { Outcome } from '../../src/exchange/api/outcomes.ts';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import type { JournaledCommand, UntimedCommand } from '../../src/exchange/commands/journaled-command.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { journalStart } from '../../src/exchange/journal/reader.ts';
import { EFFECTS_MAX } from '../../src/exchange/records/pending-effects.ts';
import { loadSnapshot, writeSnapshot } from '../../src/exchange/storage/snapshot.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { DOLLAR, idOfOrder, order, security } from './venue.ts';

const START = 1_800_000_000_000_000;
const BIDS = 1000;
const BY_OWNER = { clientId: 'owner', byOperator: false, securityId: 7 as SecurityId } as const;
const CONTINUE: UntimedCommand = { type: 'continue' };

function apply(state: VenueState, command: UntimedCommand): Outcome {
  return state.apply({ ...command, time: START } as JournaledCommand);
}

/** A security with one seat left (F6), which an owner with many bids has; and how many of them are held. */
function takenSeat() {
  const state = new VenueState(0);
  state.sink = () => {};
  apply(state, { type: 'rules', version: 2 });
  apply(state, security());
  apply(state, { type: 'session', action: 'open', securityId: null, date: 'd', dayOver: false, scheduled: 1 });
  const rules = { holdingDays: null, allowed: null, holdersMax: 1, windows: null, firstRefusal: null };
  apply(state, { type: 'transferRules', ...BY_OWNER, rules, version: null });
  const first = idOfOrder(apply(state, order({ clientId: 'a', price: 9 * DOLLAR })));
  for (let i = 1; i < BIDS; i++) apply(state, order({ clientId: 'a', price: 8 * DOLLAR }));
  const held = () => [...state.orders.values()].filter((one) => one.held !== null).length;
  return { state, first, held };
}

/** The most bids that one command holds, of this one and of those that continue it. */
function mostHeld({ state, held }: ReturnType<typeof takenSeat>, command: UntimedCommand): number {
  let most = 0;
  for (let next = command; next === command || state.pending.isPending; next = CONTINUE) {
    const before = held();
    apply(state, next);
    most = Math.max(most, held() - before);
  }
  return most;
}

test('a better bid that takes a seat has the bids of the other owner held in slices (F6, M17)', () => {
  const venue = takenSeat();
  expect(mostHeld(venue, order({ clientId: 'b', price: 10 * DOLLAR }))).toBeLessThanOrEqual(EFFECTS_MAX);
  expect(venue.held()).toBe(BIDS);
  expect(venue.state.securities.get(7 as SecurityId)?.top.bid).toMatchObject({ price: 10 * DOLLAR, orders: 1 });
});

test('a cancel that gives the seat to another owner has the other bids held in slices (F6, M17)', () => {
  const venue = takenSeat();
  apply(venue.state, order({ clientId: 'b', price: 8.5 * DOLLAR }));
  const cancel: UntimedCommand = { type: 'cancel', clientId: 'a', orderId: venue.first };
  expect(mostHeld(venue, cancel)).toBeLessThanOrEqual(EFFECTS_MAX);
  expect(venue.held()).toBe(BIDS);
  // The bid that has the seat now is one of them until it is released (F8).
  apply(venue.state, { type: 'transferDue', securityId: 7 as SecurityId });
  while (venue.state.pending.isPending) apply(venue.state, CONTINUE);
  expect(venue.state.securities.get(7 as SecurityId)?.top.bid).toMatchObject({ price: 8.5 * DOLLAR });
});

test('a bid waits for a seat across a restart, and its outcome shows it as it is in the end (M17)', async () => {
  const { state } = takenSeat();
  const waits = order({ clientId: 'b', price: 8 * DOLLAR, idempotency: { key: 'k', bodyHash: 'h' } });
  const orderId = idOfOrder(apply(state, waits));
  expect(state.orders.get(orderId)?.held).toBe('holder cap');
  const idempotency = { key: 'r', bodyHash: 'h' };
  const raise: UntimedCommand = { type: 'replace', clientId: 'b', orderId, price: 10 * DOLLAR, idempotency };
  const outcome = apply(state, raise);
  expect(state.pending.isPending).toBe(true);
  const path = await writeSnapshot(files, temporaryFolder(), state, journalStart(0));
  const restarted = loadSnapshot(files, path, 0).state;
  for (const one of [state, restarted]) {
    while (one.pending.isPending) apply(one, CONTINUE);
    expect(one.securities.get(7 as SecurityId)?.top.bid).toMatchObject({ price: 10 * DOLLAR, orders: 1 });
    expect(apply(one, raise)).toMatchObject({ ok: true, replayed: true, order: { held: null } });
  }
  expect(outcome).toMatchObject({ ok: true, order: { held: null } });
  expect(digestOf(restarted)).toBe(digestOf(state));
});

test('a held order that is looked at and stays held is a sixteenth of an effect (F8, M17)', () => {
  const venue = takenSeat();
  const { pending } = venue.state;
  mostHeld(venue, order({ clientId: 'b', price: 10 * DOLLAR }));
  const before = pending.performed;
  mostHeld(venue, { type: 'transferDue', securityId: 7 as SecurityId });
  expect(venue.held()).toBe(BIDS);
  expect(pending.performed - before).toBe(BIDS / 16);
});
