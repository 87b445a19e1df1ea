import { expect, test } from 'vitest';
import { runApprovedActions } from '../../src/service/jobs/approved-action-job.ts';
import { failedJobs } from '../../src/time/failed-jobs.ts';
import { ManualTime, turn } from '../support/manual-time.ts';

const MINUTE_US = 60_000_000;

test('approved actions of before are performed at once, those of later calls after their time', async () => {
  const time = new ManualTime('2026-11-20T15:00:00Z');
  const openedUs = time.nowUs();
  const upTo: number[] = [];
  const lines: unknown[] = [];
  let fails = true;
  const stop = runApprovedActions({
    approvals: {
      resume: async (to = 0) => {
        upTo.push((to - openedUs) / MINUTE_US);
        if (fails) throw new AggregateError([new Error('no grant')], 'actions A1 failed');
      },
    },
    openedUs,
    nowUs: () => time.nowUs(),
    after: (delayMs, callback) => time.after(delayMs, callback),
    log: { error: (...line: unknown[]) => void lines.push(line) } as never,
  });
  const before = failedJobs();
  await turn();
  expect(upTo).toEqual([0]);
  const line = [
    { err: { message: 'actions A1 failed' } },
    'approved actions could not be performed; tried again in a while',
  ];
  expect([lines, time.next! - time.nowUs(), failedJobs() - before]).toMatchObject([[line], 1_000_000, 1]);
  fails = false;
  time.advanceMs(1000);
  await turn();
  for (let minute = 0; minute < 3; minute++) {
    time.advanceMs(60_000);
    await turn();
  }
  expect(upTo).toEqual([0, 0, 0, 1 / 60, 1 + 1 / 60]);
  await stop();
});
