import { expect, test } from 'vitest';
import { runKeyEnds, runKeyUses } from '../../src/service/jobs/key-jobs.ts';
import { DAY_US, HOUR_US } from '../../src/time/units.ts';

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** Timers that run when the test says so. */
class Turns {
  readonly delays: number[] = [];
  #next: () => void = () => {};

  readonly after = (delayMs: number, callback: () => void) => {
    this.delays.push(delayMs);
    this.#next = callback;
    return () => {};
  };

  async run(): Promise<void> {
    this.#next();
    await settled();
  }
}

test('uses of keys are stored once a minute, also after a failure', async () => {
  const turns = new Turns();
  let stored = 0;
  const keyUses = {
    store: async () => {
      stored++;
      if (stored === 2) throw new Error('the database is down');
    },
  };
  const errors: string[] = [];
  const log = { error: (_fields: object, message: string) => void errors.push(message) };
  const end = runKeyUses({ keyUses: keyUses as never, after: turns.after, log: log as never });
  await settled();
  for (let run = 0; run < 2; run++) await turns.run();
  expect([stored, turns.delays]).toEqual([3, [60_000, 1000, 60_000]]);
  expect(errors).toEqual(['the last uses of keys could not be stored; tried again in a while']);
  await end();
});

test('keys that end soon are counted every hour, and reported once a day until they are gone', async () => {
  const turns = new Turns();
  let now = 100 * DAY_US;
  let ending = ['K1'];
  const asked: number[] = [];
  const keys = {
    endingBefore: async (before: number) => {
      asked.push(before - now);
      return ending.map((key_id) => ({ key_id, client_id: 'C1', expires_at: now + DAY_US }));
    },
  };
  const reported: unknown[] = [];
  const log = { error: () => {}, warn: ({ keyId }: { keyId: string }) => void reported.push(keyId) };
  const counts: number[] = [];
  const report = (count: number) => void counts.push(count);
  const end = runKeyEnds({ keys, nowUs: () => now, ending: report, after: turns.after, log });
  await settled();
  const later = async (us: number) => {
    now += us;
    await turns.run();
  };
  expect(reported).toEqual(['K1']);
  await later(HOUR_US);
  expect(reported).toEqual(['K1']);
  ending = ['K2', 'K1'];
  await later(23 * HOUR_US);
  expect(reported).toEqual(['K1', 'K2', 'K1']);
  await later(HOUR_US);
  ending = [];
  await later(HOUR_US);
  expect([reported.length, counts]).toEqual([3, [1, 1, 2, 2, 0]]);
  expect(new Set(asked)).toEqual(new Set([14 * DAY_US]));
  expect(new Set(turns.delays)).toEqual(new Set([3_600_000]));
  await end();
});
