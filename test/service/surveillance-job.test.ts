import { expect, test } from 'vitest';
import type { SurveillancePosition, Thresholds } from '../../src/database/schema/index.ts';
import { runSurveillance } from '../../src/service/jobs/surveillance-job.ts';
import { THRESHOLDS } from '../history/surveillance/market-script.ts';
import { describeOnEachDatabase } from '../support/database.ts';
import { aloneLeaderDb } from '../support/leader-db.ts';

describeOnEachDatabase('surveillance', (open) => {
  test('begins a new survey with new thresholds, from where the last one stored (O17)', async () => {
    const { db } = await open();
    const starts: ({ readonly from: SurveillancePosition; readonly thresholds: Thresholds } | null)[] = [];
    let seq = 0;
    const survey = {
      next: async (start: (typeof starts)[number]) => {
        starts.push(start);
        return { alerts: [], position: { seq: ++seq, matchId: 0, date: '' }, hasMore: false };
      },
    };
    let next = () => {};
    let isIdle = Promise.withResolvers<void>();
    const after = (_ms: number, callback: () => void) => {
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
    const log = { error: (fields: unknown) => expect.fail(String(fields)) };
    const end = runSurveillance({ db: aloneLeaderDb(db), survey, thresholds: THRESHOLDS, nowUs: () => 5, after, log });
    await run();
    const row = { version: 1, reason: 'x', client_id: 'C', user_id: null, set_at: 5 };
    await db
      .insertInto('surveillance_thresholds')
      .values({ ...row, thresholds: '{"priceBandPercent":2}' })
      .execute();
    await run();
    await run();
    await end();
    expect(starts).toEqual([
      { from: { seq: 0, matchId: 0, date: '' }, thresholds: THRESHOLDS },
      null,
      { from: { seq: 2, matchId: 0, date: '' }, thresholds: { ...THRESHOLDS, priceBandPercent: 2 } },
      null,
    ]);
  });
});
