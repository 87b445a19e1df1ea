/** A snapshot of the register is compared with the sums that it has, when it is read (V52, F12). */
import { expect, test, vi } from 'vitest';
import { checkState } from '../../src/exchange/desks/state-checks.ts';
import { VenueState } from '../../src/exchange/desks/venue-state.ts';
import { Issues } from '../../src/exchange/records/register/issues.ts';
import { linesOf, loadLine } from '../../src/exchange/storage/snapshot-lines.ts';
import { InvariantViolated } from '../../src/invariant.ts';
import { RegisterWalk } from './register-walk.ts';
import { DOLLAR } from './venue.ts';

type Line = readonly [kind: string, ...values: unknown[]];

/** Of a security with trades, reports, issues and a take-back. */
function snapshot(): readonly Line[] {
  const walk = new RegisterWalk();
  walk.holding('a', [{ ago: 5, quantity: 100, rest: 250_000 }]);
  walk.trade('b', 'a', 40, 10 * DOLLAR);
  walk.issue('c/y', 2_500_000, 5 * DOLLAR);
  walk.issue('a/x', 1_000_000, 5 * DOLLAR);
  walk.takeBack(walk.model.issues[1]);
  walk.bust(walk.model.matches[0]);
  walk.expectSound();
  return JSON.parse(JSON.stringify([...linesOf(walk.state)])) as readonly Line[];
}

function load(lines: readonly Line[]): VenueState {
  const state = new VenueState(0);
  for (const line of lines) loadLine(state, line as never);
  return state;
}

const isOf = (kind: string) => (line: Line) => line[0] === kind;

test('has what is of no holder, and what is issued', () => {
  expect(snapshot().filter(isOf('outside'))).toEqual([
    ['outside', 7, { quantity: -101, rest: 750_000 }, { quantity: 2, rest: 500_000 }],
  ]);
  expect(() => load(snapshot())).not.toThrow();
});

test.each([
  ['holder', 'V52'],
  ['entries', 'V52'],
  ['issued', 'F12'],
])('without one line of a %s it is refused', (kind, rule) => {
  const lines = snapshot();
  const at = lines.findIndex(isOf(kind));
  expect(at).toBeGreaterThan(-1);
  expect(() => load(lines.toSpliced(at, 1))).toThrow(InvariantViolated);
  expect(() => load(lines.toSpliced(at, 1))).toThrow(rule);
});

test('with another sum of a holder it is refused', () => {
  const lines = snapshot().map((line): Line => {
    if (line[0] !== 'holder' || line[1] !== 'a') return line;
    const [opening, ...values] = line[4] as readonly (readonly unknown[])[];
    return [line[0], line[1], line[2], line[3], [[1, ...opening!.slice(1)], ...values]];
  });
  expect(() => load(lines)).toThrow(InvariantViolated);
});

test('one of an earlier release, which had no sums, is read without the comparison', () => {
  const lines = snapshot().filter((line) => line[0] !== 'outside');
  expect([...linesOf(load(lines))].filter(([kind]) => kind === 'outside')).toHaveLength(1);
  expect(() => load(lines.filter((line) => line[0] !== 'holder'))).not.toThrow();
});

test('a sum of issues that is not that of the trades is found', () => {
  const walk = new RegisterWalk();
  walk.issue('a', 2_500_000, 5 * DOLLAR);
  vi.spyOn(Issues.prototype, 'unitsIn').mockReturnValue({ quantity: 2, rest: 0 });
  expect(() => checkState(walk.state)).toThrow('F12');
});

test('reading the register of a security without holders adds nothing to it', () => {
  const state = new VenueState(0);
  state.register.in(8 as never);
  expect([...linesOf(state)].filter(([kind]) => kind === 'outside')).toEqual([]);
});
