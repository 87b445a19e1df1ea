import { expect, test } from 'vitest';
import { msUntil, startJob } from '../../src/service/lifecycle/job.ts';
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

test('a failure is logged and tried again after five minutes', async () => {
  let calls = 0;
  const { time, messages, end } = started(async () => {
    if (++calls === 1) throw new Error('the database is down');
  });
  await turn();
  expect(messages).toEqual(['it failed; tried again in a while']);
  time.moveTo('2030-01-02T10:05:00Z');
  await turn();
  expect([calls, messages.length]).toEqual([2, 1]);
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
