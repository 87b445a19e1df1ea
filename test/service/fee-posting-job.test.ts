import { expect, test } from 'vitest';
import { openDatabase, openHistoryDatabase } from '../../src/database/open-database.ts';
import type { EventSeq } from '../../src/exchange/api/index.ts';
import { runFeePostings } from '../../src/service/jobs/fee-posting-job.ts';
import { closeAfterTest } from '../support/cleanup.ts';
import { ManualTime } from '../support/manual-time.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('asks no database before the first schedule of fees (X1), and none without a new event', async () => {
  const [main, history] = [await openDatabase({ file: ':memory:' }), await openHistoryDatabase({ file: ':memory:' })];
  closeAfterTest(() => Promise.all([main.close(), history.close()]));
  let asked = 0;
  let hasSchedules = false;
  let events = 1;
  const venue = { fees: { hasSchedules: () => hasSchedules }, lastEventSeq: () => events as EventSeq, unprojected: 0 };
  const time = new ManualTime('2026-11-20T15:00:00Z');
  const end = runFeePostings({
    deps: {
      get db() {
        asked++;
        return main.db;
      },
      records: { db: history.db },
    } as never,
    venue,
    after: (delayMs, callback) => time.after(delayMs, callback),
    log: { error: () => expect.unreachable() } as never,
  });
  await settled();
  time.advanceMs(60_000);
  await settled();
  expect(asked).toBe(0);
  const askedAfter = async (delayMs: number) => {
    const before = asked;
    time.advanceMs(delayMs);
    await settled();
    return asked - before;
  };
  hasSchedules = true;
  expect(await askedAfter(5000)).toBe(0);
  events++;
  venue.unprojected = 1;
  expect([await askedAfter(5000), await askedAfter(5000)]).toEqual([1, 1]);
  venue.unprojected = 0;
  expect([await askedAfter(5000), await askedAfter(60_000)]).toEqual([1, 0]);
  await end();
});
