import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Commits } from '../../src/gateway/commits.ts';
import { Store } from '../../src/store/index.ts';

function commitsOf(store: Store) {
  const calls: string[] = [];
  const commits = new Commits({
    store,
    onFailure: (error) => calls.push(`failed: ${(error as Error).message}`),
    onCommit: () => calls.push('committed'),
  });
  const dirty = { save: () => calls.push('saved') };
  return { commits, calls, dirty };
}

test('all changes of a turn are one transaction; what must follow it runs after it, in order', async () => {
  const { commits, calls, dirty } = commitsOf(new Store(':memory:', { sync: false }));
  commits.after(() => calls.push('first'));
  commits.mark(dirty);
  commits.mark(dirty);
  commits.after(() => {
    calls.push('second');
    commits.after(() => calls.push('of the next turn'));
  });
  expect(calls).toEqual([]);
  await setImmediate();
  expect(calls).toEqual(['saved', 'committed', 'first', 'second']);
  await setImmediate();
  expect(calls.slice(4)).toEqual(['committed', 'of the next turn']);
});

test('when the store cannot be written, nothing follows', async () => {
  const store = new Store(':memory:', { sync: false });
  const { commits, calls } = commitsOf(store);
  store.commit = () => {
    throw new Error('disk full');
  };
  commits.after(() => calls.push('sent'));
  await setImmediate();
  expect(calls).toEqual(['failed: disk full']);
});
