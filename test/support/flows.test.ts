import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkFlows } from './flows.ts';

const flow = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 200, maxLength: 200 });

/** Fails once a 7 came somewhere after a 3. */
function fragile(steps: readonly number[]): void {
  const first = steps.indexOf(3);
  if (first >= 0 && steps.indexOf(7, first) >= 0) throw new Error('3 and then 7');
}

test('a failing flow is shortened to the steps that it needs, and shown as text', async () => {
  const failed = checkFlows([flow], fragile, { numRuns: 10, seed: 1 });
  await expect(failed).rejects.toThrow(/^fails with 2 of 200 steps \(seed 1, flow 1\):\n {2}3\n {2}7$/);
  await expect(failed).rejects.toHaveProperty('cause.message', '3 and then 7');
});

test('its other values are shown, and stay as they are', async () => {
  const failed = checkFlows(
    [flow, fc.constantFrom('a', 'b')],
    async (steps, name) => {
      expect(['a', 'b']).toContain(name);
      await Promise.resolve();
      if (steps.length > 2) throw new Error(name);
    },
    { numRuns: 10, seed: 1 },
  );
  await expect(failed).rejects.toThrow(/^fails with 3 of 200 steps [\s\S]*\nwith '[ab]'$/);
});

test('a shorter flow that fails elsewhere does not count', async () => {
  const run = (steps: readonly number[]) => {
    if (steps.length < 100) throw new Error('too short');
    fragile(steps);
  };
  const failed = checkFlows([flow], run, { numRuns: 10, seed: 1 });
  await expect(failed).rejects.toThrow(/^fails with 100 of 200 steps/);
  await expect(failed).rejects.toHaveProperty('cause.message', '3 and then 7');
});

test('shortening ends after ten seconds, with the shortest flow until then', async () => {
  let ms = 0;
  const slow = (steps: readonly number[]) => {
    ms += 1000;
    fragile(steps);
  };
  await expect(checkFlows([flow], slow, { numRuns: 10, seed: 1, nowMs: () => ms })).rejects.toThrow(
    /^fails with \d+ of 200 steps [\s\S]*earlier steps/,
  );
  expect(ms).toBeLessThan(13_000);
});

test('flows that pass say nothing', async () => {
  let runs = 0;
  await checkFlows([flow], () => void runs++, { numRuns: 10 });
  expect(runs).toBe(10);
});
