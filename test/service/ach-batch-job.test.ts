import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { noticeFile } from '../../src/providers/bank/sandbox-notices.ts';
import { runAchBatches } from '../../src/service/jobs/ach-batch-job.ts';
import { failedJobs } from '../../src/time/failed-jobs.ts';
import { aFundMove, batchServices, startAch } from '../modules/payments/ach/fixture.ts';
import { describeOnEachDatabase } from '../support/database.ts';
import { aloneLeaderDb } from '../support/leader-db.ts';
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
    const folder = mkdtempSync(join(tmpdir(), 'openats-job-'));
    folders.push(folder);
    const bank = batchServices(ach, folder);
    const deps = { ...bank, db: aloneLeaderDb(bank.db), nowUs: () => time.nowUs() };
    const errors: unknown[] = [];
    const warnings: string[] = [];
    const warn = (...[, message]: unknown[]) => void warnings.push(String(message));
    const log = { info: () => {}, warn, error: (...entry: unknown[]) => void errors.push(entry) };
    const after = (delayMs: number, callback: () => void) => time.after(delayMs, callback);
    const files = () => (existsSync(deps.outgoing) ? readdirSync(deps.outgoing).sort() : []);
    return { time, ach, deps, errors, warnings, log, after, files };
  };

  test('makes the batch at the cut-off by the clock, and looks again every five minutes', async () => {
    const { time, ach, deps, errors, log, after, files } = await start();
    await aFundMove(ach);
    const stop = runAchBatches({ deps, after, log });
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
    const { time, ach, deps, errors, log, after, files } = await start();
    await aFundMove(ach);
    time.moveTo('2026-11-20T23:00:00Z');
    const before = failedJobs();
    let isBroken = true;
    const broken = {
      ...deps,
      get outgoing() {
        return isBroken ? '/dev/null/nowhere' : deps.outgoing;
      },
    };
    const stop = runAchBatches({ deps: broken, after, log });
    await until(() => time.waiting === 1);
    expect(errors).toMatchObject([[{ err: expect.anything() }, expect.stringContaining('could not be written')]]);
    expect([time.next! - time.nowUs(), failedJobs() - before]).toEqual([1_000_000, 1]);
    isBroken = false;
    time.advanceMs(1000);
    await until(() => time.waiting === 1);
    expect(files()).toEqual(['ach-2026-11-20-A.txt']);
    expect(errors).toHaveLength(1);
    await stop();
  });

  test('settles nothing before all files of the bank are read, and warns of entries that need a person', async () => {
    const { time, ach, deps, warnings, log, after } = await start();
    const refNum = await aFundMove(ach);
    time.moveTo('2026-11-20T23:00:00Z');
    const counts: number[] = [];
    const open: number[] = [];
    const status = async () => {
      const row = ach.api.database.db.selectFrom('ach_fund_moves').select('fund_status');
      return (await row.where('ref_num', '=', Number(refNum)).executeTakeFirstOrThrow()).fund_status;
    };
    const differences = (count: number) => open.push(count);
    const stop = runAchBatches({ deps, after, log, unread: (files) => counts.push(files), differences });
    await until(() => time.waiting === 1);
    expect(await status()).toBe('Submitted');
    const nextTurn = async (instant: string) => {
      time.moveTo(instant);
      await until(() => time.waiting === 1);
    };
    // A file that is still being written may say that the debit comes back.
    mkdirSync(deps.incoming, { recursive: true });
    const file = join(deps.incoming, 'returns.txt');
    writeFileSync(file, 'what is this');
    const due = Date.parse('2026-12-01T23:00:00Z') / 1000;
    utimesSync(file, due, due);
    await nextTurn('2026-12-01T23:00:00Z');
    expect([await status(), counts.at(-1)]).toEqual(['Submitted', 1]);
    // Nor does anybody know what a refused one says, until the operator moves it out.
    await nextTurn('2026-12-01T23:05:00Z');
    expect([await status(), counts.at(-1), readdirSync(deps.incoming)]).toEqual(['Submitted', 1, ['refused']]);
    rmSync(join(deps.incoming, 'refused', 'returns.txt'));
    const about = { trace: '123456789999999', routingNumber: '123456780', cents: 1n, identification: '1' };
    writeFileSync(file, noticeFile([{ ...about, code: 'R01' }]));
    writeFileSync(`${file}.odd`, noticeFile([{ ...about, code: 'C13' }]));
    for (const one of [file, `${file}.odd`]) utimesSync(one, due, due);
    await nextTurn('2026-12-01T23:10:00Z');
    expect([await status(), counts.at(-1)]).toEqual(['Settled', 0]);
    expect(warnings).toEqual([expect.stringContaining('need a person')]);
    // The refused file, and the debit that should have settled; then two entries that name no debit of ours.
    expect(open.slice(-2)).toEqual([2, 2]);
    await stop();
  });

  test('settles nothing while the folder itself cannot be read', async () => {
    const { time, ach, deps, errors, log, after } = await start();
    await aFundMove(ach);
    time.moveTo('2026-11-20T23:00:00Z');
    writeFileSync(deps.incoming, 'no folder');
    const counts: number[] = [];
    const stop = runAchBatches({ deps, after, log, unread: (files) => counts.push(files) });
    await until(() => time.waiting === 1);
    time.moveTo('2026-12-01T23:00:00Z');
    await until(() => time.waiting === 1);
    const rows = await ach.api.database.db.selectFrom('ach_fund_moves').select('fund_status').execute();
    expect([rows, counts.at(-1)]).toEqual([[{ fund_status: 'Submitted' }], 1]);
    expect(errors).toHaveLength(2);
    await stop();
  });
});
