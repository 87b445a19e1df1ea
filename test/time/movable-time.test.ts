import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SystemTime, type Turn } from '../../src/time/business-time.ts';
import { MovableTime } from '../../src/time/movable-time.ts';
import { ManualTime, turn } from '../support/manual-time.ts';

const START = '2026-11-27T15:00:00Z';
const MINUTE_US = 60_000_000;
const journaled: number[] = [];
const nothing = { reached: async () => {} };

function started(): { system: ManualTime; time: MovableTime; startUs: number } {
  const system = new ManualTime(START);
  const real = { nowMs: () => performance.now(), after: system.after.bind(system) };
  return { system, time: new MovableTime({ clock: system, timers: real }), startUs: system.nowUs() };
}

test('it is the time of the system until it is stopped', () => {
  const { system, time, startUs } = started();
  const called: number[] = [];
  time.at(startUs + MINUTE_US, () => called.push(time.nowUs()));
  time.at(startUs + 3 * MINUTE_US, () => called.push(time.nowUs()));
  system.advanceMs(60_000);
  expect(called).toEqual([startUs + MINUTE_US]);
  time.freeze();
  system.advanceMs(600_000);
  expect(time.nowUs()).toBe(startUs + MINUTE_US);
  expect(called).toHaveLength(1);
  time.run();
  expect(time.nowUs()).toBe(startUs + MINUTE_US);
  // Its timers are those of the system again, ten minutes later than it says.
  system.advanceMs(60_000);
  system.advanceMs(60_000);
  expect(called).toEqual([startUs + MINUTE_US, startUs + 3 * MINUTE_US]);
});

test('a callback that is due again at once has its turn later, also where the clock runs', () => {
  const { system, time } = started();
  let calls = 0;
  const again = () => {
    calls++;
    time.at(0, again);
  };
  time.at(0, again);
  system.advanceMs(1);
  system.advanceMs(1);
  expect(calls).toBe(2);
});

test('a walk calls back what is due, each at its time, what was added on the way too', async () => {
  const { time, startUs } = started();
  time.freeze();
  const called: [string, number][] = [];
  const note = (name: string) => () => called.push([name, (time.nowUs() - startUs) / MINUTE_US]);
  time.at(startUs + 5 * MINUTE_US, note('fifth'));
  const cancel = time.at(startUs + 4 * MINUTE_US, note('cancelled'));
  time.at(startUs + 2 * MINUTE_US, () => {
    note('second')();
    cancel();
    time.at(startUs + 3 * MINUTE_US, note('added'));
    time.at(startUs + MINUTE_US, note('late'));
  });
  time.at(startUs + 11 * MINUTE_US, note('too late'));
  await time.walk(startUs + 10 * MINUTE_US, nothing);
  expect(called).toEqual([
    ['second', 2],
    ['late', 2],
    ['added', 3],
    ['fifth', 5],
  ]);
  expect(time.nowUs()).toBe(startUs + 10 * MINUTE_US);
});

test('the venue is called before the jobs of the same instant, and these before deliveries', async () => {
  const { time, startUs } = started();
  time.freeze();
  const called: string[] = [];
  const turns: Turn[] = ['delivery', 'job', 'venue', 'job'];
  for (const [index, one] of turns.entries()) time.at(startUs, () => called.push(`${one} ${index}`), one);
  await time.walk(startUs, { reached: async (nowUs) => void journaled.push(nowUs) });
  expect(called).toEqual(['venue 2', 'job 1', 'job 3', 'delivery 0']);
  // Once, and not for the venue.
  expect(journaled).toEqual([startUs]);
});

test('no time passes while anything is busy, and while a callback has not ended', async () => {
  const { time, startUs } = started();
  time.freeze();
  let isBusy = false;
  time.waitsFor(() => isBusy);
  const seen: number[] = [];
  time.at(startUs + MINUTE_US, async () => {
    isBusy = true;
    await turn();
    seen.push(time.nowUs());
    void Promise.resolve()
      .then(turn)
      .then(turn)
      .then(() => {
        seen.push(time.nowUs());
        isBusy = false;
      });
  });
  time.at(startUs + 2 * MINUTE_US, () => seen.push(time.nowUs()));
  await time.walk(startUs + 3 * MINUTE_US, nothing);
  expect(seen.map((us) => (us - startUs) / MINUTE_US)).toEqual([1, 1, 2]);
});

test('work without an end stops the walk, and so does a signal', async () => {
  const { time, startUs } = started();
  time.freeze();
  const stop = new AbortController();
  time.at(startUs + MINUTE_US, () => stop.abort());
  time.at(startUs + 2 * MINUTE_US, () => expect.unreachable());
  await time.walk(startUs + 3 * MINUTE_US, { ...nothing, signal: stop.signal });
  expect(time.nowUs()).toBe(startUs + MINUTE_US);
  const running = started().time;
  await expect(running.walk(startUs, nothing)).rejects.toThrow('runs');
});

test('work that no other waits for is called once a walk is over, also where that fails', async () => {
  const { time, startUs } = started();
  const called: string[] = [];
  time.afterWalk(() => called.push('at once'));
  time.freeze();
  time.at(startUs + MINUTE_US, () => {
    time.afterWalk(() => called.push(`at ${(time.nowUs() - startUs) / MINUTE_US}`));
    expect(called).toEqual(['at once']);
  });
  await time.walk(startUs + 2 * MINUTE_US, nothing);
  expect(called).toEqual(['at once', 'at 2']);
  time.at(startUs + 3 * MINUTE_US, () => {
    time.afterWalk(() => called.push('after a failure'));
    throw new Error('planned');
  });
  await expect(time.walk(startUs + 4 * MINUTE_US, nothing)).rejects.toThrow('planned');
  expect(called.at(-1)).toBe('after a failure');
});

test('one walk and any walks in steps call back the same at the same times', async () => {
  const plan = fc.array(fc.record({ at: fc.nat(60), again: fc.nat(20), turn: fc.constantFrom('venue', 'job') }), {
    maxLength: 20,
  });
  await fc.assert(
    fc.asyncProperty(plan, fc.array(fc.nat(60), { maxLength: 8 }), async (planned, steps) => {
      const walked = async (to: readonly number[]) => {
        const { time, startUs } = started();
        time.freeze();
        const called: string[] = [];
        for (const [index, { at, again, turn: whose }] of planned.entries()) {
          const run = () => {
            called.push(`${index} at ${time.nowUs() - startUs}`);
            if (again > 0) time.at(time.nowUs() + again, run, whose as Turn);
          };
          time.at(startUs + at, run, whose as Turn);
        }
        for (const end of to) await time.walk(startUs + end, nothing);
        return called;
      };
      expect(await walked([...steps.sort((a, b) => a - b), 60])).toEqual(await walked([60]));
    }),
    { numRuns: 30 },
  );
});

test("the system's time sleeps for a minute at most, so that a clock that was set is noticed", () => {
  const system = new ManualTime(START);
  const time = new SystemTime(system, system);
  const called: number[] = [];
  const startUs = system.nowUs();
  time.at(startUs + 90 * MINUTE_US, () => called.push(system.nowUs()));
  const cancel = time.at(startUs + 2 * MINUTE_US, () => expect.unreachable());
  cancel();
  expect(system.next).toBe(startUs + MINUTE_US);
  system.advanceMs(60_000);
  expect(called).toEqual([]);
  // Set ahead.
  system.moveTo('2026-11-27T18:00:00Z');
  expect(called).toEqual([system.nowUs()]);
  expect(system.waiting).toBe(0);
});
