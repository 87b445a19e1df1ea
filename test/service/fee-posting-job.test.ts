import { expect, test } from 'vitest';
import { openDatabase, openHistoryDatabase } from '../../src/database/open-database.ts';
import { runFeePostings } from '../../src/service/jobs/fee-posting-job.ts';
import { closeAfterTest } from '../support/cleanup.ts';
import { ManualTime } from '../support/manual-time.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('asks no database before the first schedule of fees (X1)', async () => {
  const [main, history] = [await openDatabase({ file: ':memory:' }), await openHistoryDatabase({ file: ':memory:' })];
  closeAfterTest(() => Promise.all([main.close(), history.close()]));
  let asked = 0;
  let hasSchedules = false;
  const time = new ManualTime('2026-11-20T15:00:00Z');
  const end = runFeePostings({
    deps: {
      get db() {
        asked++;
        return main.db;
      },
      records: { db: history.db },
      venue: { fees: { hasSchedules: () => hasSchedules } },
    } as never,
    after: (delayMs, callback) => time.after(delayMs, callback),
    log: { error: () => expect.unreachable() } as never,
  });
  await settled();
  time.advanceMs(60_000);
  await settled();
  expect(asked).toBe(0);
  hasSchedules = true;
  time.advanceMs(5000);
  await settled();
  expect(asked).toBe(1);
  await end();
});
