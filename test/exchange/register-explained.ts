/** Holds that the list of changes explains every gap in the entries of holders. */
import { expect } from 'vitest';
import type { MatchId, SecurityId } from '../../src/exchange/api/units.ts';
import { WHOSE } from './register-steps.ts';
import type { RegisterWalk } from './register-walk.ts';

const SEVEN = 7 as SecurityId;

/**
 * Every number of the security is a match or a change, and what is gone from the entries of a holder has a change
 * (F17).
 */
export function expectExplained({ state, changes, numbers, splits, model }: RegisterWalk): void {
  const { entries } = state.register.in(SEVEN);
  // A split may have reached nobody.
  const changed = new Set([...changes.map(({ entry }) => entry), ...splits]);
  expect([...changed, ...numbers].sort((a, b) => a - b)).toEqual(
    Array.from({ length: entries }, (_, index) => index + 1),
  );
  for (const [index, { matchId, buyer, seller }] of model.matches.entries()) {
    const number = numbers[index]!;
    for (const [name, side] of [
      [buyer, 1],
      [seller, -1],
    ] as const) {
      const { clientId, accountId } = WHOSE[name]!;
      const own = changes.filter((one) => one.clientId === clientId && one.accountId === accountId);
      const ofMatch = own.filter((one) => one.matchId === matchId && Math.sign(one.before.quantity) === side);
      expect(new Set(ofMatch.map((one) => one.changed ?? number))).toEqual(new Set(ofMatch.map(() => number)));
      const isReported = own.some((one) => one.entry > number && ['report', 'position'].includes(one.kind));
      const kept = state.register.find({ clientId, accountId, securityId: SEVEN })?.numberOf(matchId as MatchId, side);
      const isVoid = ofMatch.some((one) => one.priceAfter === null);
      if (!isReported) expect([number, kept ?? null]).toEqual([number, isVoid ? null : number]);
    }
  }
}
