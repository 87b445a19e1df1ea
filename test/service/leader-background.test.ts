/** When the background work of a leader begins, and that a lapsed lease only delays it. */
import { expect, test } from 'vitest';
import { beginBackground, LeaderTasks, ShutdownStack } from '../../src/service/lifecycle/index.ts';
import { ManualTime, turn } from '../support/manual-time.ts';

function leader() {
  const time = new ManualTime('2026-11-20T15:00:00Z');
  const leaderTasks = new LeaderTasks();
  const state = { serves: true, isOver: false, runs: 0 };
  leaderTasks.addBackground(new ShutdownStack({ opened() {}, closed() {}, failed() {} }), () => void state.runs++);
  beginBackground({
    leaderTasks,
    serves: () => state.serves,
    isOver: () => state.isOver,
    after: time.after.bind(time),
    log: { error: () => {} } as never,
  });
  const advance = async (ms: number) => {
    time.advanceMs(ms);
    await turn();
    return state.runs;
  };
  return { state, time, advance };
}

test('the background work begins a moment after the first response', async () => {
  const { advance } = leader();
  expect([await advance(299), await advance(1), await advance(10_000)]).toEqual([0, 1, 1]);
});

test('a node whose lease has run out at that moment begins it once it serves', async () => {
  const { state, advance } = leader();
  state.serves = false;
  expect([await advance(300), await advance(5000)]).toEqual([0, 0]);
  state.serves = true;
  expect([await advance(300), await advance(10_000)]).toEqual([1, 1]);
});

test('a node that gave the venue up begins none, and no timer is left', async () => {
  const { state, time, advance } = leader();
  state.isOver = true;
  expect(await advance(300)).toBe(0);
  expect(time.waiting).toBe(0);
});
