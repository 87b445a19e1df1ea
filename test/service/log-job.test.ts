import { expect, test } from 'vitest';
import { runLogJob } from '../../src/service/jobs/log-job.ts';
import { ManualTime, turn } from '../support/manual-time.ts';

test('a log that a reader keeps long is looked at again, sooner while it is long, and after a failure', async () => {
  const time = new ManualTime('2030-01-31T15:00:00Z');
  const outcomes: (boolean | Error)[] = [true, false, new Error('no room'), true];
  const looks: number[] = [];
  const shorten = async () => {
    looks.push(time.nowMs());
    const outcome = outcomes.shift() ?? true;
    if (outcome instanceof Error) throw outcome;
    return outcome;
  };
  const failures: unknown[] = [];
  const log = { error: (fields: unknown) => void failures.push(fields) };
  const end = runLogJob({
    logs: [{ shorten }, { shorten: () => Promise.resolve(true) }],
    after: time.after.bind(time),
    log,
  });
  for (const passed of [10_000, 5000, 5000, 10_000]) {
    await turn();
    time.advanceMs(passed);
  }
  await turn();
  await end();
  const [first = 0] = looks;
  expect(looks.map((at) => at - first)).toEqual([0, 10_000, 15_000, 20_000, 30_000]);
  expect(failures).toEqual([{ err: new Error('no room') }]);
});
