import { expect, test } from 'vitest';
import { runAgain } from '../../src/service/lifecycle/job.ts';
import { LeaderTasks } from '../../src/service/lifecycle/leader-tasks.ts';
import { ShutdownStack } from '../../src/service/lifecycle/shutdown-stack.ts';
import { failedJobs } from '../../src/time/failed-jobs.ts';
import { ManualTime, turn } from '../support/manual-time.ts';

const quiet = { opened: () => {}, closed: () => {}, failed: () => {} };

test('steps run in order at each takeover until calls are served; background tasks run once', async () => {
  const said: string[] = [];
  const shutdown = new ShutdownStack(quiet);
  const leaderTasks = new LeaderTasks();
  const later = (name: string) => (place: ShutdownStack) => {
    said.push(`begin ${name}`);
    place.add(name, () => said.push(`end ${name}`));
  };
  leaderTasks.addStep(() => said.push('first'));
  leaderTasks.addBackground(shutdown, later('rest'));
  shutdown.add('hosts', () => said.push('end hosts'));
  leaderTasks.addServed(() => said.push('served'));
  leaderTasks.addStep(() => said.push('last'));
  await leaderTasks.runSteps();
  await leaderTasks.runSteps();
  expect(said).toEqual(['first', 'last', 'first', 'last']);
  leaderTasks.served();
  await leaderTasks.runBackground();
  await leaderTasks.runBackground();
  await shutdown[Symbol.asyncDispose]();
  expect(said.slice(4)).toEqual(['served', 'begin rest', 'end hosts', 'end rest']);
});

test('a background task that fails is run again until it succeeds, and the others run at once', async () => {
  const said: string[] = [];
  const time = new ManualTime('2026-11-20T15:00:00Z');
  const leaderTasks = new LeaderTasks();
  let [tries, isOver] = [0, false];
  leaderTasks.addBackground(new ShutdownStack(quiet), async () => {
    tries++;
    if (tries < 4) throw new Error('no database');
  });
  leaderTasks.addBackground(new ShutdownStack(quiet), () => said.push('other'));
  const before = failedJobs();
  const log = { error: (_: object, message: string) => void said.push(message) } as never;
  const again = { failure: 'it failed', after: time.after.bind(time), log, isOver: () => isOver };
  await leaderTasks.runBackground((error, run) => runAgain({ ...again, error, again: run }));
  expect(said).toEqual(['it failed; tried again in a while', 'other']);
  for (const [ms, expected] of [
    [999, 1],
    [1, 2],
    [1999, 2],
    [1, 3],
  ] as const) {
    time.advanceMs(ms);
    await turn();
    expect(tries).toBe(expected);
  }
  expect(failedJobs()).toBe(before + 3);
  isOver = true;
  time.advanceMs(10_000);
  expect([tries, time.waiting]).toEqual([3, 0]);
});

test('the tasks of a step run concurrently, steps one after the other', async () => {
  const said: string[] = [];
  const leaderTasks = new LeaderTasks();
  const slow = Promise.withResolvers<void>();
  leaderTasks.addStep(() => said.push('first'));
  leaderTasks.addStep(async () => {
    said.push('slow begins');
    await slow.promise;
    said.push('slow is over');
  });
  leaderTasks.addToStep(() => {
    said.push('concurrent');
    slow.resolve();
  });
  leaderTasks.addStep(() => said.push('last'));
  await leaderTasks.runSteps();
  expect(said).toEqual(['first', 'slow begins', 'concurrent', 'slow is over', 'last']);
});

test('a task that needs the reference database is begun by whoever runs the steps, in its place', async () => {
  const said: string[] = [];
  const leaderTasks = new LeaderTasks();
  leaderTasks.addStep(() => said.push('first'));
  leaderTasks.addStep(() => said.push('securities'), 'reference database');
  leaderTasks.addToStep(() => said.push('approvals'), 'reference database', 'they could not be looked for');
  leaderTasks.addStep(() => said.push('last'));
  const left: (() => unknown)[] = [];
  const failures: unknown[] = [];
  await leaderTasks.runSteps((run, failure) => {
    left.push(run);
    failures.push(failure);
  });
  expect([said, failures]).toEqual([
    ['first', 'last'],
    [undefined, 'they could not be looked for'],
  ]);
  for (const run of left) run();
  await leaderTasks.runSteps();
  expect(said.slice(2)).toEqual(['securities', 'approvals', 'first', 'securities', 'approvals', 'last']);
});

test('the first task that fails stops the steps', async () => {
  const leaderTasks = new LeaderTasks();
  let isBegun = false;
  leaderTasks.addStep(() => Promise.reject(new Error('no')));
  leaderTasks.addStep(() => {
    isBegun = true;
  });
  await expect(leaderTasks.runSteps()).rejects.toThrow('no');
  expect(isBegun).toBe(false);
});
