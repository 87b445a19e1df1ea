import { expect, test } from 'vitest';
import { msUntil, startJob } from '../../src/service/lifecycle/job.ts';
import { failedJobs } from '../../src/time/failed-jobs.ts';
import { ManualTime, turn } from '../support/manual-time.ts';

const HOUR_US = 3_600_000_000;

/** Work that is due on every half hour. */
function started(work: () => Promise<unknown>, everyUs = HOUR_US / 2) {
  const time = new ManualTime('2030-01-02T10:00:00Z');
  const messages: string[] = [];
  const end = startJob({
    failure: 'it failed',
    run: async () => {
      await work();
      const now = time.nowUs();
      return msUntil((Math.floor(now / everyUs) + 1) * everyUs, now);
    },
    after: (delayMs, callback) => time.after(delayMs, callback),
    log: { error: (_: unknown, message: string) => void messages.push(message) } as never,
  });
  return { time, messages, end };
}

test('work is done at once and whenever it is due, until it is ended', async () => {
  const at: number[] = [];
  const { time, end } = started(async () => at.push(time.nowUs()));
  await turn();
  time.moveTo('2030-01-02T10:29:59Z');
  await turn();
  expect(at).toHaveLength(1);
  time.moveTo('2030-01-02T10:30:00Z');
  await turn();
  expect(at).toHaveLength(2);
  await end();
  expect(time.waiting).toBe(0);
  time.moveTo('2030-01-02T12:00:00Z');
  await turn();
  expect(at).toHaveLength(2);
});

test('it checks again after an hour, however late the next time is', async () => {
  const { time, end } = started(async () => {}, 1000 * HOUR_US);
  await turn();
  expect(time.next).toBe(time.nowUs() + HOUR_US);
  await end();
});

test('a failure is counted, logged and tried again after pauses that grow to five minutes', async () => {
  const before = failedJobs();
  let [calls, failing] = [0, 11];
  const { time, messages, end } = started(async () => {
    if (++calls <= failing) throw new Error('the database is down');
  });
  await turn();
  expect(messages).toEqual(['it failed; tried again in a while']);
  const pauses: number[] = [];
  while (calls <= failing) {
    pauses.push((time.next! - time.nowUs()) / 1_000_000);
    time.moveTo(time.next!);
    await turn();
  }
  expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
  expect([messages.length, failedJobs() - before]).toEqual([11, 11]);
  // It has succeeded: the pauses begin again.
  failing = calls + 1;
  time.moveTo(time.next!);
  await turn();
  expect(time.next! - time.nowUs()).toBe(1_000_000);
  await end();
});

test('a part that fails is reported, and the next run comes after a growing pause, or as the run answers', async () => {
  const time = new ManualTime('2030-01-02T10:00:00Z');
  const lines: unknown[] = [];
  const before = failedJobs();
  const answers = [60_000, 60_000, 3000, 60_000];
  const end = startJob({
    failure: 'it failed',
    run: async (_stop, failed) => {
      if (answers.length > 1) failed('a part failed', new Error('no grant'), { part: 7 });
      return answers.shift();
    },
    after: (delayMs, callback) => time.after(delayMs, callback),
    log: { error: (...line: unknown[]) => void lines.push(line) } as never,
  });
  const pauses: number[] = [];
  while (answers.length > 0) {
    await turn();
    pauses.push((time.next! - time.nowUs()) / 1000);
    time.moveTo(time.next!);
  }
  await turn();
  pauses.push((time.next! - time.nowUs()) / 1000);
  expect(pauses).toEqual([1000, 2000, 3000, 60_000]);
  expect(lines[0]).toMatchObject([{ part: 7, err: { message: 'no grant' } }, 'a part failed; tried again in a while']);
  expect(failedJobs() - before).toBe(3);
  await end();
});

test('what is under way at the end is waited for', async () => {
  let release = () => {};
  const { end } = started(() => new Promise<void>((resolve) => (release = resolve)));
  let isOver = false;
  const ending = end().then(() => (isOver = true));
  await turn();
  expect(isOver).toBe(false);
  release();
  await ending;
});
