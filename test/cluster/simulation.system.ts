/** A few of the histories of `npm run simulate`: whether the simulation is one, and finds what is wrong. */
import { describe, expect, test } from 'vitest';
import { Plant } from '../simulate/plant.ts';
import { PLANTS } from '../simulate/plants.ts';
import { runSeed } from '../simulate/run-seed.ts';
import { trapTheRealWorld } from '../simulate/trap.ts';
import { allOrFew } from '../support/thorough.ts';

describe('a simulated history', () => {
  test.each(allOrFew([43, 1, 9, 17, 25], 1))('and the next seven are well: from seed %d', async (first) => {
    for (let seed = first; seed < first + 8; seed++) {
      const { wrong, findings } = await runSeed(seed);
      expect(wrong, `npm run simulate -- --seed=${seed}`).toEqual([]);
      expect(findings?.acknowledged).toBeGreaterThan(0);
    }
  });

  // A connection may end before, while and after another node takes the venue over, with its node or without.
  test.each(allOrFew([1, 9, 17, 25], 1))(
    'cancels the orders of connections that ended, and of no others: eight seeds from %d (V57, V58, J25)',
    async (first) => {
      for (let seed = first; seed < first + 8; seed++) {
        const { wrong } = await runSeed(seed, new Plant(), { hasStreams: true });
        expect(wrong, `npm run simulate -- --streams --seed=${seed}`).toEqual([]);
      }
    },
  );

  // Both nodes served at once where the lease was counted from the answer of the database (J5).
  test.each([171])('is well where it once was not: seed %d', async (seed) => {
    const { wrong } = await runSeed(seed);
    expect(wrong, `npm run simulate -- --seed=${seed}`).toEqual([]);
  });

  test.each(allOrFew([3, 5], 1))('is the same again with the same seed: %d', async (seed) => {
    const first = await runSeed(seed);
    const second = await runSeed(seed);
    expect(second.hash).toBe(first.hash);
    expect(second.steps).toEqual(first.steps);
    expect((await runSeed(seed + 1)).hash).not.toBe(first.hash);
  });

  test('reaches no clock, no timer and no dice but its own', () => {
    const untrap = trapTheRealWorld();
    const reached: (() => unknown)[] = [
      () => Date.now(),
      () => new Date(),
      () => performance.now(),
      () => Math.random(),
      () => setTimeout(() => {}, 1),
      () => setImmediate(() => {}),
    ];
    const failures = reached.map((reach) => {
      try {
        return reach();
      } catch (error) {
        return (error as Error).message;
      }
    });
    const anInstant = new Date(0).getTime();
    untrap();
    for (const failure of failures) expect(failure).toContain('of the real world');
    expect(anInstant).toBe(0);
    expect(Date.now()).toBeGreaterThan(0);
  });

  // Those that are found soon; docs/contribute/cluster-proof.md has how many seeds each takes.
  const found = [
    'answering-before-commit',
    'durability-ignored',
    'group-applied-twice',
    'mark-not-compared',
    'no-fdatasync',
    'nobody-serves',
    'sessions-not-asked-again',
  ];
  const wrongWith = async (name: string) => {
    for (let seed = 1; seed < 60; seed++) {
      const { wrong } = await runSeed(seed, PLANTS[name]?.());
      if (wrong.length > 0) return wrong;
    }
    return [];
  };
  test.each(allOrFew(found, 4))('shows what is wrong with a program with a planted fault: %s', async (name) => {
    expect(await wrongWith(name)).not.toEqual([]);
  });

  // What is besides the journal has a check for each fault.
  const besides: [name: string, found: RegExp][] = [
    ['ports-closed', /lives, and refused a probe of \/health/],
    ['unreadable-dropped', /was dropped: key or tokens unavailable/],
    ['jobs-dismiss', /without the reference database \d+ nodes in turn began to lead/],
    ['position-before-rows', /the webhook of .* did not come/],
    ['access-kept', /was judged true \d+ ms after that had changed/],
    ['writes-not-fenced', / wrote after |came under \d delivery ids/],
  ];
  test.each(allOrFew(besides, 4))('finds the planted fault %s by its own check', async (name, text) => {
    expect((await wrongWith(name)).join('\n')).toMatch(text);
  });
});
