import { expect, test } from 'vitest';
import { LeaderTasks } from '../../src/service/lifecycle/leader-tasks.ts';
import { ShutdownStack } from '../../src/service/lifecycle/shutdown-stack.ts';

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
