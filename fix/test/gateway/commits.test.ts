import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Commits } from '../../src/gateway/commits.ts';
import { Store } from '../../src/store/index.ts';

function commitsOf(store: Store) {
  const calls: string[] = [];
  const clock = { ms: 0 };
  const commits = new Commits({
    store,
    onFailure: (error) => calls.push(`failed: ${(error as Error).message}`),
    onCommit: () => calls.push('committed'),
    now: () => clock.ms,
  });
  const dirty = { save: () => calls.push('saved') };
  return { commits, calls, dirty, clock };
}

test('a transaction ends with a turn without changes; what must follow it runs then, in order', async () => {
  const { commits, calls, dirty } = commitsOf(new Store(':memory:', { sync: false }));
  commits.after(() => calls.push('first'));
  commits.mark(dirty);
  commits.mark(dirty);
  commits.after(() => {
    calls.push('second');
    commits.after(() => calls.push('of the next turn'));
  });
  await setImmediate();
  expect(calls).toEqual([]);
  await setImmediate();
  expect(calls).toEqual(['saved', 'committed', 'first', 'second']);
  await setImmediate();
  await setImmediate();
  expect(calls.slice(4)).toEqual(['committed', 'of the next turn']);
});

test('a transaction waits for the turns after it while they bring something, for a millisecond', async () => {
  const { commits, calls, clock } = commitsOf(new Store(':memory:', { sync: false }));
  for (let turn = 0; turn < 10; turn++) {
    commits.after(() => calls.push(`of turn ${turn}`));
    clock.ms = turn / 10;
    await setImmediate();
  }
  expect(calls).toEqual([]);
  commits.after(() => calls.push('of the last turn'));
  clock.ms = 1;
  await setImmediate();
  expect(calls).toHaveLength(12);
  expect(calls[0]).toBe('committed');
  expect(calls.at(-1)).toBe('of the last turn');
});

test('when the store cannot be written, nothing follows', async () => {
  const store = new Store(':memory:', { sync: false });
  const { commits, calls } = commitsOf(store);
  store.commit = () => {
    throw new Error('disk full');
  };
  commits.after(() => calls.push('sent'));
  await setImmediate();
  await setImmediate();
  expect(calls).toEqual(['failed: disk full']);
});
