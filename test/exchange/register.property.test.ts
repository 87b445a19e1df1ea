/**
 * The register against the slow model of it: whatever is traded, corrected, busted, settled, canceled and
 * reported, in any order and over restarts, each holder has what a replay of everything from nothing comes to.
 */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../support/thorough.ts';
import { expectExplained } from './register-explained.ts';
import { NAMES, step } from './register-steps.ts';
import { RegisterWalk } from './register-walk.ts';
import { DOLLAR } from './venue.ts';

test('generated walks over everything that moves shares', async () => {
  const seen = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60, size: 'max' }), async (steps) => {
      const walk = new RegisterWalk();
      for (const one of steps) {
        walk.play(one);
        walk.expectReplayed();
      }
      expectExplained(walk);
      walk.expectSound();
      for (const [kind, count] of walk.seen) seen.set(kind, (seen.get(kind) ?? 0) + count);
    }),
    { numRuns: runs(100, 3000), seed: 1 },
  );
  for (const kind of [
    'trade',
    'adjust',
    'bust',
    'settled',
    'canceled',
    'position',
    'holding',
    'short',
    'issue',
    'takeBack',
    'again',
    'split',
    'redeem',
    'tender',
    'bought',
    'oversubscribed',
    'restart',
  ]) {
    expect(seen.get(kind) ?? 0, kind).toBeGreaterThan(kind === 'oversubscribed' ? runs(5, 50) : runs(50, 50));
  }
});

describe('worked examples', () => {
  const [ALICE, BOB, CAROL] = ['a', 'b', 'c/y'] as const;

  test('bought 100 at 10 and 100 at 20, 150 sold at 30, the first corrected to 10.01: 15.005', () => {
    const walk = new RegisterWalk();
    walk.trade(ALICE, BOB, 100, 10 * DOLLAR);
    walk.trade(ALICE, BOB, 100, 20 * DOLLAR);
    walk.trade(BOB, ALICE, 150, 30 * DOLLAR);
    walk.adjust(walk.model.matches[0], 10_010_000);
    expect(walk.average(ALICE)).toBe(15.005);
  });

  test('bought 100 at 10 and 100 at 20, 50 sold, the first busted: 20, and not above any price paid', () => {
    const walk = new RegisterWalk();
    walk.trade(ALICE, BOB, 100, 10 * DOLLAR);
    walk.trade(ALICE, BOB, 100, 20 * DOLLAR);
    walk.trade(BOB, ALICE, 50, 30 * DOLLAR);
    walk.bust(walk.model.matches[0]);
    expect(walk.of(ALICE).quantity).toBe(50);
    expect(walk.average(ALICE)).toBe(20);
  });

  test('bought 100 at 10, all sold, 10 bought at 40, the first corrected to 11: 40', () => {
    const walk = new RegisterWalk();
    walk.trade(ALICE, BOB, 100, 10 * DOLLAR);
    walk.trade(CAROL, ALICE, 100, 12 * DOLLAR);
    walk.trade(ALICE, BOB, 10, 40 * DOLLAR);
    walk.adjust(walk.model.matches[0], 11 * DOLLAR);
    expect(walk.average(ALICE)).toBe(40);
    // As if it had never bought them: 100 sold short at 12, of which 10 are bought back.
    walk.bust(walk.model.matches[0]);
    expect([walk.of(ALICE).quantity, walk.average(ALICE)]).toEqual([-90, 12]);
  });

  test('a sells 100 to b and the settlement is canceled: a has its lots back, b may not sell them', () => {
    const walk = new RegisterWalk();
    walk.holding(ALICE, [{ ago: 40, quantity: 100, rest: 0 }]);
    walk.trade(BOB, ALICE, 100, 10 * DOLLAR);
    walk.short(BOB, 100);
    const before = walk.model.of(ALICE).held.lots;
    expect(before).toEqual([]);
    walk.settle(walk.model.matches[0], 'Canceled');
    walk.expectReplayed();
    expect(walk.model.of(ALICE).held.lots).toHaveLength(1);
    walk.short(BOB, 1);
    walk.short(ALICE, 100);
  });

  test('settled, then busted: the shares go back, and nothing of it is pending', () => {
    const walk = new RegisterWalk();
    walk.trade(ALICE, BOB, 100, 10 * DOLLAR);
    const settled = () => NAMES.map((name) => walk.state.register.ofClient(name)[0]?.settled ?? 0);
    expect(settled().filter(Boolean)).toEqual([]);
    walk.settle(walk.model.matches[0], 'Settled');
    expect(settled().slice(0, 3)).toEqual([100, 0, -100]);
    walk.bust(walk.model.matches[0]);
    walk.expectReplayed();
    expect(walk.of(ALICE)).toEqual({ quantity: 0, cost: 0 });
    expect(walk.state.register.find({ clientId: ALICE, accountId: null, securityId: 7 as never })).toBeUndefined();
  });

  test('below 0 there are no lots, and purchases cover first', () => {
    const walk = new RegisterWalk();
    walk.trade(ALICE, BOB, 50, 10 * DOLLAR);
    walk.trade(CAROL, ALICE, 50, 11 * DOLLAR);
    walk.bust(walk.model.matches[0]);
    expect([walk.of(ALICE).quantity, walk.average(ALICE)]).toEqual([-50, 11]);
    expect(walk.model.listed).toEqual([CAROL]);
    walk.trade(ALICE, CAROL, 40, 9 * DOLLAR);
    walk.trade(ALICE, CAROL, 30, 8 * DOLLAR);
    walk.expectReplayed();
    expect([walk.of(ALICE).quantity, walk.average(ALICE)]).toEqual([20, 8]);
  });
});
