/**
 * Fees against a slow model (X2 to X6): every level of schedule, role, bust and correction in random order, over
 * restarts.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  FEE_LIMITS,
  FEE_ROLES,
  type FeeRole,
  newFees,
  withAmendment,
  withExecution,
} from '../../src/exchange/api/fees.ts';
import type { MatchTerms } from '../../src/exchange/api/limits.ts';
import { slowFee } from '../model/fee-model.ts';
import { THOROUGH } from '../support/thorough.ts';
import { setAmendedMax } from './amended-max.ts';
import { Run } from './fee-run.ts';
import { aSchedule, CENT, step } from './fee-steps.ts';
import { DOLLAR } from './venue.ts';

const aTerms: fc.Arbitrary<MatchTerms> = fc.record({
  price: fc.oneof(fc.integer({ min: 1, max: 20 * DOLLAR }), fc.constant(1_000_000_000 * DOLLAR)),
  quantity: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.constant(1_000_000_000)),
});
const aRole = fc.constantFrom(...FEE_ROLES);

test('the fees of parts are those of the whole, however it is split, and never below 0 (X4)', () => {
  fc.assert(
    fc.property(
      aSchedule,
      fc.array(fc.tuple(aRole, aTerms, fc.nat(1000)), { minLength: 1, maxLength: 12 }),
      (schedule, executions) => {
        const whole = slowFee(
          schedule,
          executions.map(([role, terms]) => ({ role, ...terms })),
        );
        const shuffled = executions.toSorted(([, , one], [, , other]) => one - other);
        for (const order of [executions, shuffled]) {
          let fees = newFees({}, 1, schedule);
          let sum = 0;
          for (const [role, { price, quantity }] of order) {
            // Each execution again in two parts.
            const part = Math.floor(quantity / 3);
            for (const shares of [part, quantity - part]) {
              if (shares === 0) continue;
              const next = withExecution(fees, role, { price, quantity: shares });
              expect(next.charged).toBeGreaterThanOrEqual(fees.charged);
              expect(next.charged % CENT).toBe(0);
              sum += next.charged - fees.charged;
              fees = next;
            }
          }
          expect(sum).toBe(whole);
        }
      },
    ),
  );
});

test('taken back in any order, amended fees are those of what is left, computed from nothing (X6)', () => {
  fc.assert(
    fc.property(
      aSchedule,
      fc.array(fc.tuple(aRole, aTerms, fc.option(aTerms), fc.nat(1000)), { minLength: 1, maxLength: 10 }),
      (schedule, executions) => {
        let fees = newFees({}, 1, schedule);
        for (const [role, terms] of executions) fees = withExecution(fees, role, terms);
        const left = executions.map(([role, terms]) => ({ role, ...terms }) as ({ role: FeeRole } & MatchTerms) | null);
        const sequence = executions
          .map((_, at) => at)
          .sort((one, other) => executions[one]![3] - executions[other]![3]);
        for (const at of sequence) {
          const [role, before, after] = executions[at]!;
          fees = withAmendment(fees, role, before, after);
          left[at] = after && { role, ...after };
          expect(fees.charged).toBe(
            slowFee(
              schedule,
              left.filter((one) => one !== null),
            ),
          );
        }
      },
    ),
  );
});

test.each([
  ['the fees of all amended orders', FEE_LIMITS.amendedMax],
  ['those of two amended orders', 2],
])('every schedule in every role, busted and corrected, is what a slow model comes to: a venue keeps %s', (_, kept) => {
  const seen = new Map<string, number>();
  setAmendedMax(kept);
  fc.assert(
    fc.property(fc.array(step, { minLength: 60, maxLength: 120, size: 'max' }), (steps) => {
      const run = new Run();
      for (const one of steps) run.do(one);
      run.check();
      for (const [what, times] of run.seen) seen.set(what, (seen.get(what) ?? 0) + times);
    }),
    { numRuns: THOROUGH ? 2000 : 60, seed: 44, interruptAfterTimeLimit: 60_000, markInterruptAsFailure: false },
  );
  for (const cause of ['match', 'bust', 'adjust']) {
    for (const role of FEE_ROLES) {
      for (const level of ['venue', 'clientId', 'securityId'])
        expect(seen.get(`${cause} ${role} ${level}`)).toBeGreaterThan(0);
    }
  }
  expect(seen.has('read again')).toBe(kept === 2);
});
