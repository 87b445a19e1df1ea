import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import type { ReportManifest } from '../../src/database/schema/index.ts';
import type { MatchId, OrderId } from '../../src/exchange/api/units.ts';
import {
  DownloadLinks,
  LocalReportStore,
  REPORT_KEYS,
  S3FileStore,
  S3ReportStore,
} from '../../src/providers/files/index.ts';
import { DayReportJob, type DayReportJobDeps } from '../../src/service/jobs/day-report-job.ts';
import { failedJobs } from '../../src/time/failed-jobs.ts';
import { describeOnEachDatabase } from '../support/database.ts';
import { aloneLeaderDb } from '../support/leader-db.ts';
import { ManualTime } from '../support/manual-time.ts';
import { startS3Server } from '../support/s3-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const links = new DownloadLinks({
  secret: Buffer.alloc(32, 9),
  publicUrl: () => 'http://localhost',
  lifeSeconds: 60,
  nowMs: Date.now,
});

/** Makes the smallest report there is, as the thread does: the manifest last. */
function makeFiles(date: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const text = `orders of ${date}\r\n`;
  writeFileSync(join(folder, 'orders.csv'), text);
  const sha256 = createHash('sha256').update(text).digest('hex');
  const files = [{ name: 'orders.csv', sha256, bytes: text.length, rows: 0 }];
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ date, files } as unknown as ReportManifest));
}

/** A history with the ends of these days, and the job of their reports in a folder. */
async function started(
  database: Database,
  history: Database,
  dates: readonly string[],
  over: Partial<DayReportJobDeps> = {},
) {
  const time = new ManualTime('2026-11-27T15:00:00Z');
  const folder = join(temporaryFolder(), 'reports');
  const made: string[] = [];
  const logged: string[] = [];
  for (const date of dates) await endDay(history, date);
  const job = new DayReportJob({
    db: aloneLeaderDb(database.db),
    history: history.db,
    store: new LocalReportStore({ folder, links }),
    make: async (date, work) => {
      made.push(date);
      makeFiles(date, work);
    },
    workFolder: join(folder, '.making'),
    keptDays: 0,
    nowUs: () => time.nowUs(),
    after: (delayMs, callback) => time.after(delayMs, callback),
    log: {
      info: (_: unknown, message: string) => void logged.push(message),
      error: (_: unknown, message: string) => void logged.push(message),
    } as never,
    ...over,
  });
  const listed = async () =>
    (await database.db.selectFrom('day_reports').select('date').orderBy('date').execute()).map(({ date }) => date);
  return { job, time, folder, made, logged, listed };
}

async function endDay(history: Database, date: string): Promise<void> {
  const row = {
    is_over: 1,
    has_positions: 0,
    command: 1,
    group_end: 1,
    chain_hash: '',
    event_seq: 1,
    order_id: 1 as OrderId,
    match_id: 1 as MatchId,
    ended_at: 1,
  };
  await history.db
    .insertInto('day_ends')
    .values({ ...row, date })
    .execute();
}

describeOnEachDatabase('the reports of days', (open) => {
  test('are made once, oldest first, those of the days that were missed too', async () => {
    const [database, history] = [await open(), await open.history()];
    const { job, folder, made, logged, listed } = await started(database, history, ['2026-11-24', '2026-11-23']);
    await job.run();
    expect(made).toEqual(['2026-11-23', '2026-11-24']);
    expect(readdirSync(folder).sort()).toEqual(made);
    expect(logged).toEqual(Array(2).fill('the report of a day was made'));
    await endDay(history, '2026-11-25');
    await job.run();
    expect(made).toEqual(['2026-11-23', '2026-11-24', '2026-11-25']);
    expect(await listed()).toEqual(made);
    await job.end();
  });

  test('a day that ends while another is made is made after it', async () => {
    const [database, history] = [await open(), await open.history()];
    const made: string[] = [];
    const { job } = await started(database, history, ['2026-11-23'], {
      make: async (date, work) => {
        made.push(date);
        if (made.length === 1) {
          await endDay(history, '2026-11-24');
          void job.run();
        }
        makeFiles(date, work);
      },
    });
    await job.run();
    expect(made).toEqual(['2026-11-23', '2026-11-24']);
    await job.end();
  });

  test('a report that was kept before a crash is not made again', async () => {
    const [database, history] = [await open(), await open.history()];
    const { job, folder, made, listed } = await started(database, history, ['2026-11-23']);
    makeFiles('2026-11-23', join(folder, '2026-11-23'));
    await job.run();
    expect([made, await listed()]).toEqual([[], ['2026-11-23']]);
    await job.end();
  });

  test('what a crash left of one that was being made is not in the way', async () => {
    const [database, history] = [await open(), await open.history()];
    const { job, folder, made } = await started(database, history, ['2026-11-23']);
    for (const part of ['.making', '2026-11-23']) {
      mkdirSync(join(folder, part), { recursive: true });
      writeFileSync(join(folder, part, 'orders.csv'), 'a part');
    }
    await job.run();
    expect(made).toEqual(['2026-11-23']);
    expect(readFileSync(join(folder, '2026-11-23', 'orders.csv'), 'utf8')).toBe('orders of 2026-11-23\r\n');
    expect(existsSync(join(folder, '.making'))).toBe(false);
    await job.end();
  });

  test('a failure is counted, logged and tried again', async () => {
    const before = failedJobs();
    const [database, history] = [await open(), await open.history()];
    let fails = true;
    const { job, time, logged, listed } = await started(database, history, ['2026-11-23'], {
      make: async (date, work) => {
        if (fails) throw new Error('the disk is full');
        makeFiles(date, work);
      },
    });
    await job.run();
    expect([logged, await listed()]).toEqual([['the report of a day could not be made; tried again in a while'], []]);
    expect([time.next! - time.nowUs(), failedJobs() - before]).toEqual([1_000_000, 1]);
    fails = false;
    time.advanceMs(1000);
    await job.run();
    expect(await listed()).toEqual(['2026-11-23']);
    await job.end();
  });

  test('are removed after their time, and not made again', async () => {
    const [database, history] = [await open(), await open.history()];
    const { job, time, folder, made, listed } = await started(database, history, ['2026-11-23', '2026-11-24'], {
      keptDays: 4,
    });
    await job.run();
    expect(await listed()).toEqual(['2026-11-23', '2026-11-24']);
    time.moveTo('2026-11-28T15:00:00Z');
    await job.run();
    expect([await listed(), readdirSync(folder)]).toEqual([['2026-11-24'], ['2026-11-24']]);
    expect(made).toHaveLength(2);
    await job.end();
  });

  test('are not begun once the end has come', async () => {
    const [database, history] = [await open(), await open.history()];
    const { job, time, made } = await started(database, history, ['2026-11-23']);
    await job.end();
    await job.run();
    expect([made, time.waiting]).toEqual([[], 0]);
  });

  test('are kept in a bucket where documents are', async () => {
    const [database, history] = [await open(), await open.history()];
    const server = await startS3Server(temporaryFolder());
    try {
      const store = new S3ReportStore(new S3FileStore(server.settings, REPORT_KEYS));
      const { job, folder, listed } = await started(database, history, ['2026-11-23'], { store });
      await job.run();
      expect(await listed()).toEqual(['2026-11-23']);
      expect(readdirSync(folder)).toEqual([]);
      const answer = await fetch(await store.link('2026-11-23', 'orders.csv'));
      expect(await answer.text()).toBe('orders of 2026-11-23\r\n');
      expect(answer.headers.get('content-disposition')).toContain('2026-11-23-orders.csv');
      await store.remove('2026-11-23', ['orders.csv']);
      expect(await store.manifest('2026-11-23')).toBeUndefined();
      await job.end();
      await store.close();
    } finally {
      await server.close();
    }
  });
});
