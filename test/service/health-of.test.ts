/** What /health and /ready say of a venue by itself. */
import { expect, test } from 'vitest';
import type { LiveExchange } from '../../src/exchange/live-exchange.ts';
import { healthOf, newState, type ServiceState } from '../../src/service/lifecycle/state.ts';

const [JOURNAL, DATABASE] = ['the journal could not be written', 'the reference database fails (SQLITE_FULL)'];

function healthWith(state: Partial<ServiceState>, unavailable: string | null = null, isStopping = false) {
  return healthOf({ unavailable, isStopping } as LiveExchange, { ...newState(), ...state });
}

test('a venue that serves is well', () => {
  expect(healthWith({})).toEqual({ state: 'leader', alive: true, ready: true, leads: true, reason: null });
});

test('both report a failing reference database, and ask for no restart', () => {
  const expected = { state: 'leader', alive: true, ready: false, leads: false, reason: DATABASE };
  expect(healthWith({ databaseFailure: DATABASE })).toEqual(expected);
});

test('a journal that failed asks for a restart, whatever else fails', () => {
  const expected = { state: 'leader', alive: false, ready: false, leads: false, reason: JOURNAL };
  expect(healthWith({}, JOURNAL)).toEqual(expected);
  expect(healthWith({ databaseFailure: DATABASE }, JOURNAL)).toEqual(expected);
});

test('a venue that stops is alive and not ready', () => {
  const expected = { state: 'leader', alive: true, ready: false, leads: false, reason: 'the venue is stopping' };
  expect(healthWith({}, 'the venue is stopping', true)).toEqual(expected);
});

test('an order history that has stopped asks for a restart', () => {
  const expected = {
    state: 'leader',
    alive: false,
    ready: false,
    leads: false,
    reason: 'the order history has stopped',
  };
  expect(healthWith({ historyFailure: 'disk I/O error' })).toEqual(expected);
});
