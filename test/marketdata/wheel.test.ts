import { expect, test } from 'vitest';
import { Wheel } from '../../src/marketdata/wire/wheel.ts';
import { ManualTime } from '../support/manual-time.ts';

test('visits each member when it asked, rounded up to a tick, within a second at most', () => {
  const timers = new ManualTime('2026-11-20T15:00:00Z');
  const wheel = new Wheel(timers);
  const start = timers.nowMs();
  const visits: string[] = [];
  const member = (name: string, delays: (number | null)[]) => ({
    visit(nowMs: number): number | null {
      visits.push(`${name} ${nowMs - start}`);
      return delays.shift() ?? null;
    },
  });
  wheel.add(member('a', [250, 0, 1_000]), 1);
  wheel.add(member('b', [5_000, null]), 1_000);
  timers.advanceMs(10_000);
  expect(visits).toEqual(['a 100', 'a 400', 'a 500', 'b 1000', 'a 1500', 'b 2000']);
});

test('one timer however many members, none after stop', () => {
  const timers = new ManualTime('2026-11-20T15:00:00Z');
  const wheel = new Wheel(timers);
  let visits = 0;
  for (let i = 0; i < 1_000; i += 1) {
    wheel.add(
      {
        visit() {
          visits += 1;
          return 1_000;
        },
      },
      i,
    );
  }
  expect(timers.intervals).toBe(1);
  timers.advanceMs(3_000);
  expect(visits).toBeGreaterThanOrEqual(3_000);
  wheel.stop();
  expect(timers.intervals).toBe(0);
});
