import { expect, test } from 'vitest';
import { runScreenings, type ScreeningJob } from '../../src/service/jobs/screening-job.ts';
import { describeOnEachDatabase } from '../support/database.ts';

describeOnEachDatabase('screening again', (open) => {
  test('looks for changed lists every ten seconds, and pauses less between two pieces', async () => {
    const { db } = await open();
    const delays: number[] = [];
    let next = () => {};
    let isIdle = Promise.withResolvers<void>();
    const after = (delayMs: number, callback: () => void) => {
      delays.push(delayMs);
      next = callback;
      isIdle.resolve();
      return () => {};
    };
    const run = async () => {
      await isIdle.promise;
      isIdle = Promise.withResolvers();
      next();
      await isIdle.promise;
    };
    const log = { info: () => {}, error: (fields: object) => expect.fail(JSON.stringify(fields)) };
    let rules = 'first';
    // Deleted while it waited to be screened: neither the provider nor the outbox is asked.
    const due = (party_id: string) => ({ party_id, client_id: 'C1', cause: '', asked_at: 1, attempts: 0, due_at: 1 });
    const services = { db, nowUs: () => 5, asksForInfo: false } as unknown as ScreeningJob['services'];
    const end = runScreenings({ services, rules: () => rules, after, log });
    await isIdle.promise;
    const ids = Array.from({ length: 20 }, (_, index) => `P1000${index + 100}`);
    await db.insertInto('screenings_due').values(ids.map(due)).execute();
    await run();
    expect(await db.selectFrom('screenings_due').select('party_id').execute()).toEqual([]);
    await run();
    rules = 'second';
    await run();
    await end();
    expect(delays).toEqual([10_000, 400, 10_000, 10_000]);
    const runs = await db.selectFrom('screening_runs').select(['rules', 'ended_at']).orderBy('run_id').execute();
    expect(runs).toEqual([
      { rules: 'first', ended_at: 5 },
      { rules: 'second', ended_at: 5 },
    ]);
  });
});
