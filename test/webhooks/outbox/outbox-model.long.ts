import fc from 'fast-check';
import { expect, test } from 'vitest';
import { describeOnEachDatabase } from '../../support/database.ts';
import { checkFlows } from '../../support/flows.ts';
import { runs } from '../../support/thorough.ts';
import { type End, OutboxRuns } from './outbox-runs.ts';
import { TARGETS } from './targets.ts';

type Step =
  | { readonly step: 'change'; readonly records: readonly number[]; readonly end: End }
  | { readonly step: 'backlog'; readonly records: number; readonly end: End }
  | { readonly step: 'attempt'; readonly count: number; readonly fails: number; readonly picks: number }
  | { readonly step: 'advance'; readonly ms: number }
  | { readonly step: 'restart'; readonly isCrash: boolean }
  | { readonly step: 'flush' };

const END = fc.constantFrom<End>('reported', 'reported', 'unreported', 'rolled back', 'silently rolled back');
const STEP: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      step: fc.constant('change' as const),
      records: fc.array(fc.nat(3), { minLength: 1, maxLength: 4 }),
      end: END,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      step: fc.constant('attempt' as const),
      count: fc.integer({ min: 1, max: 120 }),
      fails: fc.constantFrom(0, 2, 5),
      picks: fc.nat(1000),
    }),
  },
  { weight: 3, arbitrary: fc.record({ step: fc.constant('advance' as const), ms: fc.constantFrom(20, 5000, 30_000) }) },
  { weight: 2, arbitrary: fc.record({ step: fc.constant('flush' as const) }) },
  { weight: 2, arbitrary: fc.record({ step: fc.constant('restart' as const), isCrash: fc.boolean() }) },
  // Two and a half pages for one of the receivers.
  {
    weight: 1,
    arbitrary: fc.record({ step: fc.constant('backlog' as const), records: fc.integer({ min: 2, max: 60 }), end: END }),
  },
);

const FLOWS = runs(3, 100);
/** A flow took up to 12 seconds on PostgreSQL where eight tasks shared a core; a thorough run has a hundred. */
const LIMIT_MS = 240_000 + FLOWS * 30_000;

const BACKLOG = 125;
const backlog = (records: number) => Array.from({ length: BACKLOG }, (_, index) => index % records);

async function take(runs: OutboxRuns, step: Step): Promise<void> {
  switch (step.step) {
    case 'change':
      return runs.change(step.records, step.end);
    case 'backlog':
      return runs.change(backlog(step.records), step.end);
    case 'attempt': {
      const { count, fails, picks } = step;
      const isDelivered = (index: number) => fails === 0 || index % fails > 0;
      return runs.attempt(count, isDelivered, (of) => picks % Math.max(1, of));
    }
    case 'advance':
      return runs.advance(step.ms);
    case 'restart':
      return runs.restart(step);
    case 'flush':
      return runs.flush();
  }
}

describeOnEachDatabase('the outbox over several runs', (open) => {
  test('delivers each webhook once, in the order of its record, and leaves nothing', {
    timeout: LIMIT_MS,
  }, async () => {
    const flow = fc.array(STEP, { minLength: 10, maxLength: 40, size: 'max' });
    const room = fc.constantFrom(3, 60, 1000);
    await checkFlows(
      [flow, room],
      async (steps, places) => {
        const runs = await OutboxRuns.begin(await open(), places);
        for (const step of steps) await take(runs, step);
        await runs.finish();
      },
      { numRuns: FLOWS },
    );
  });

  test.each([3, 60, 1000])(
    'delivers two and a half pages of an earlier run in order, with room for %i',
    async (room) => {
      const runs = await OutboxRuns.begin(await open(), room);
      await runs.change(backlog(20), 'unreported');
      await runs.restart({ isCrash: true });
      await runs.finish();
      expect(runs.attempts).toHaveLength(BACKLOG * TARGETS.length);
    },
  );

  test('keeps the order of a record over a restart, where its first webhook waits for its next attempt', async () => {
    const runs = await OutboxRuns.begin(await open(), 1000);
    await runs.change([1, 2, 1], 'reported');
    await runs.attempt(100, () => false);
    await runs.restart({ isCrash: false });
    await runs.change([1, 2], 'reported');
    await runs.attempt(100, () => true);
    await runs.finish();
  });

  test('delivers a webhook that becomes due while those before it are read', async () => {
    const runs = await OutboxRuns.begin(await open(), 1000);
    await runs.change([1], 'reported');
    await runs.attempt(10, () => false);
    await runs.change(backlog(20), 'reported');
    await runs.restart({ isCrash: false });
    await runs.advance(30_000);
    await runs.finish();
  });

  test('delivers a webhook once that a reading finds before its commit is reported or looked for', async () => {
    const runs = await OutboxRuns.begin(await open(), 1);
    await runs.change([1, 2, 3, 4], 'reported');
    await runs.change([5], 'unreported');
    for (let count = 0; count < 20; count++) await runs.attempt(1, () => true);
    await runs.advance(20);
    await runs.finish();
  });

  test('counts a webhook once that is stored while the rows of an earlier run are counted', async () => {
    const runs = await OutboxRuns.begin(await open(), 1000);
    await runs.change(backlog(20), 'reported');
    await runs.restart({ isCrash: true, isBusy: true });
    await runs.change([1, 2, 3], 'reported');
    await expect.poll(() => runs.waiting).toBe((BACKLOG + 3) * TARGETS.length);
    await runs.finish();
  });

  test('counts those that another process stored since this one began, and before it took over', async () => {
    const runs = await OutboxRuns.begin(await open(), 1000);
    runs.awaitTurn();
    await runs.advance(1000);
    await runs.change(backlog(20), 'reported');
    await runs.restart({ isCrash: true });
    await expect.poll(() => runs.waiting).toBe(BACKLOG * TARGETS.length);
    await runs.finish();
  });

  test('counts a webhook once of an event from before the start that is stored before the count', async () => {
    const runs = await OutboxRuns.begin(await open(), 1000);
    const { promise: counts, resolve } = Promise.withResolvers<void>();
    const firedAtUs = runs.time.nowUs();
    await runs.advance(1000);
    await runs.restart({ isCrash: true, isBusy: true, counts });
    await runs.fire([1, 2, 3], firedAtUs);
    resolve();
    await expect.poll(() => runs.waiting).toBe(3 * TARGETS.length);
    await runs.finish();
  });

  test('forgets what it counted of a client whose webhooks have all ended before it knew their number', async () => {
    const runs = await OutboxRuns.begin(await open(), 1000);
    await runs.change(backlog(20), 'reported');
    const { promise: counted, resolve } = Promise.withResolvers<void>();
    await runs.restart({ isCrash: true, isBusy: true, counted });
    await runs.settle();
    await runs.change([1], 'reported');
    while (runs.attempts.length < (BACKLOG + 1) * TARGETS.length) await runs.attempt(1000, () => true);
    await runs.flush();
    resolve();
    await runs.settle();
    await expect.poll(() => runs.waiting).toBe(0);
    await runs.finish();
  });

  test('finds a commit that nobody reported, however many changes before it were rolled back', async () => {
    const runs = await OutboxRuns.begin(await open(), 1000);
    await runs.change(backlog(20), 'silently rolled back');
    await runs.change([1], 'unreported');
    await runs.finish();
    expect(runs.attempts).toHaveLength(TARGETS.length);
  });

  test('delivers a failed webhook at its time, although one that failed after it is due earlier or later', async () => {
    const runs = await OutboxRuns.begin(await open(), 1000);
    await runs.change([1], 'reported');
    await runs.attempt(10, () => false);
    await runs.advance(5000);
    await runs.change([2, 3], 'reported');
    await runs.attempt(10, () => false);
    await runs.finish();
  });
});
