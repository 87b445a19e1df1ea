import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { tendAch } from '../../src/service/ach-tending.ts';
import { aFundMove, batchServices, startAch } from '../modules/ach/fixture.ts';
import { describeOnEachDatabase } from '../support/database.ts';
import { ManualTime, turn } from '../support/manual-time.ts';

const MS_MAX = 120_000;
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Turns of the event loop until it is so: a database may take any number of them. */
async function until(isSo: () => boolean): Promise<void> {
  for (const end = performance.now() + MS_MAX; !isSo(); await turn()) {
    if (performance.now() > end) throw new Error('it never came to be');
  }
}

describeOnEachDatabase('the work with the bank', (open) => {
  const start = async () => {
    const time = new ManualTime('2026-11-20T22:58:00Z');
    const ach = await startAch(await open());
    ach.api.nowUs = time.nowUs();
    const folder = mkdtempSync(join(tmpdir(), 'openats-tending-'));
    folders.push(folder);
    const services = { ...batchServices(ach, folder), nowUs: () => time.nowUs() };
    const errors: unknown[] = [];
    const log = { info: () => {}, error: (...told: unknown[]) => void errors.push(told) };
    const after = (delayMs: number, callback: () => void) => time.after(delayMs, callback);
    const files = () => (existsSync(services.outgoing) ? readdirSync(services.outgoing).sort() : []);
    return { time, ach, services, errors, log, after, files };
  };

  test('makes the batch at the cut-off by the clock, and looks again every five minutes', async () => {
    const { time, ach, services, errors, log, after, files } = await start();
    await aFundMove(ach);
    const stop = tendAch({ services, after, log });
    await until(() => time.waiting === 1);
    expect(files()).toEqual([]);
    expect(time.next).toBe(time.nowUs() + 2 * 60 * 1_000_000);
    time.moveTo('2026-11-20T23:00:00Z');
    await until(() => time.waiting === 1);
    expect(files()).toEqual(['ach-2026-11-20-A.txt']);
    expect(time.next).toBe(time.nowUs() + 5 * 60 * 1_000_000);
    await stop();
    expect(time.waiting).toBe(0);
    expect(errors).toEqual([]);
  });

  test('goes on after a failure, and tries again', async () => {
    const { time, ach, services, errors, log, after, files } = await start();
    await aFundMove(ach);
    time.moveTo('2026-11-20T23:00:00Z');
    let isBroken = true;
    const broken = {
      ...services,
      get outgoing() {
        return isBroken ? '/dev/null/nowhere' : services.outgoing;
      },
    };
    const stop = tendAch({ services: broken, after, log });
    await until(() => time.waiting === 1);
    expect(errors).toMatchObject([[{ err: expect.anything() }, expect.stringContaining('could not be written')]]);
    isBroken = false;
    time.advanceMs(5 * 60 * 1000);
    await until(() => time.waiting === 1);
    expect(files()).toEqual(['ach-2026-11-20-A.txt']);
    expect(errors).toHaveLength(1);
    await stop();
  });
});
