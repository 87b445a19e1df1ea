/** Any flow of quotes does what the slow model does, whole or in slices, also after snapshots and in replicas. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { Pair, perform } from './quote-pair.ts';
import { step } from './quote-steps.ts';

test.each([1, 3, undefined])('flows of quotes in slices of %s', async (slice) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
      const pair = new Pair(slice);
      for (const one of steps) {
        if (one.kind === 'snapshot') await pair.restart();
        else {
          const [found, expected] = perform(pair, one);
          expect(found).toEqual(expected);
        }
        pair.check();
      }
      // A venue that was restarted has the slices of the release.
      const isSame = slice === undefined || !steps.some(({ kind }) => kind === 'snapshot');
      if (isSame) expect(digestOf(pair.replica(slice))).toBe(digestOf(pair.state));
    }),
    { numRuns: 60 },
  );
});
