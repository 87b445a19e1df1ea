import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ReportManifest } from '../../../src/database/schema/index.ts';
import { methodNamed } from '../../../src/http/methods/inner-call.ts';
import { reportsModule } from '../../../src/modules/reports/index.ts';
import type { ReportStore } from '../../../src/providers/files/index.ts';
import { describeOnEachDatabase, type TestDatabases } from '../../support/database.ts';
import { testClient } from '../../support/served-api.ts';
import { type Api, startApi } from '../shared/api.ts';
import { NOW } from '../shared/records.ts';

const MANIFEST: ReportManifest = {
  format: 1,
  shard: 0,
  date: '2026-11-23',
  endedAt: 1_795_467_600_000_000,
  firstEventSeq: 5,
  lastEventSeq: 17,
  command: 12,
  chain: { command: 13, sha256: 'ab'.repeat(32) },
  files: [{ name: 'orders.csv', sha256: 'cd'.repeat(32), bytes: 9, rows: 1 }],
};

/** An API that keeps the reports of these days. */
async function started(open: TestDatabases, dates: readonly string[]): Promise<Api> {
  const database = await open();
  let reports: ReportStore | undefined;
  // Known once the API has started.
  const later: Pick<ReportStore, 'link'> = { link: (date, name) => reports!.link(date, name) };
  const api = await startApi(database, [(deps) => reportsModule({ ...deps, reports: later as ReportStore })]);
  reports = api.storage.reports;
  for (const date of dates) {
    const folder = join(api.storage.reportFolder, date);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'orders.csv'), 'of a day\n');
    const manifest = JSON.stringify({ ...MANIFEST, date });
    writeFileSync(join(folder, 'manifest.json'), manifest);
    await database.db.insertInto('day_reports').values({ date, manifest, made_at: NOW }).execute();
  }
  return api;
}

const DATES = ['2026-11-20', '2026-11-23', '2026-11-24'];

describeOnEachDatabase('the reports of trading days', (open) => {
  test('are listed, newest first, in pages', async () => {
    const api = await started(open, DATES);
    const list = async (body: object) =>
      (await api.call('POST', 'admin/listReports', { ...body }, { as: 'MASTER' })).body;
    const { reports, totalRecords } = await list({ limit: 2 });
    expect((reports as { date: string }[]).map(({ date }) => date)).toEqual(['2026-11-24', '2026-11-23']);
    expect(totalRecords).toBe(3);
    expect(await list({ offset: 2 })).toMatchObject({
      reports: [
        {
          date: '2026-11-20',
          endedTime: '2026-11-23T21:00:00.000000Z',
          firstEventSeq: 5,
          lastEventSeq: 17,
          chainHash: MANIFEST.chain.sha256,
        },
      ],
    });
  });

  test('give every client the trades of a day, and nothing else (E6)', async () => {
    const api = await started(open, DATES);
    const file = { sha256: 'ef'.repeat(32), bytes: 9, rows: 1 };
    const names = ['trades.csv', 'trades.parquet'];
    const files = [...MANIFEST.files, ...names.map((name) => ({ name, ...file }))];
    const manifest = JSON.stringify({ ...MANIFEST, date: DATES[0], files });
    await api.database.db.updateTable('day_reports').set({ manifest }).where('date', '=', DATES[0]!).execute();
    for (const name of names) writeFileSync(join(api.storage.reportFolder, DATES[0]!, name), `of ${name}`);
    const { body } = await api.call('POST', 'getTradeFiles', { date: DATES[0]! }, { as: 'C1' });
    const { tradeFiles } = body as { tradeFiles: { files: { name: string; url: string }[] } };
    expect(tradeFiles).toMatchObject({ date: DATES[0], files: names.map((name) => ({ name, ...file })) });
    for (const { name, url } of tradeFiles.files) {
      const download = await fetch(url);
      expect([download.status, await download.text()]).toEqual([200, `of ${name}`]);
      const type = name.endsWith('.csv') ? 'text/csv; charset=utf-8' : 'application/vnd.apache.parquet';
      expect(download.headers.get('content-type')).toBe(type);
    }
    // A report that has no such files, a day without a report.
    for (const date of [DATES[1], '2026-11-22']) {
      const missing = await api.call('POST', 'getTradeFiles', { date: date! }, { as: 'C1' });
      expect(missing.body).toMatchObject({ statusCode: '404' });
    }
  });

  test('give no trades to a key that may not read the book (S3)', async () => {
    const method = methodNamed(reportsModule({} as never), 'getTradeFiles');
    const client = testClient('C1', { deniedMethods: new Set(['getClob']) });
    const refusal = async () => method.handler({ client, values: { date: DATES[0] } } as never);
    await expect(refusal()).rejects.toMatchObject({ statusCode: 111 });
  });

  test('give their files by links', async () => {
    const api = await started(open, DATES);
    const { body } = await api.call('POST', 'admin/getReport', { date: '2026-11-23' }, { as: 'MASTER' });
    const { files } = body.report as { files: { name: string; url: string; sha256?: string; rows?: number }[] };
    expect(files.map(({ name, sha256, rows }) => [name, sha256, rows])).toEqual([
      ['orders.csv', MANIFEST.files[0]?.sha256, 1],
      ['manifest.json', undefined, undefined],
    ]);
    const [orders, manifest] = await Promise.all(files.map(({ url }) => fetch(url)));
    expect(await orders?.text()).toBe('of a day\n');
    expect(orders?.headers.get('content-disposition')).toContain('2026-11-23-orders.csv');
    expect(await manifest?.json()).toMatchObject({ date: '2026-11-23' });
    const elsewhere = files[0]!.url.replace('2026-11-23%2Forders.csv', '2026-11-24%2Forders.csv');
    expect((await fetch(elsewhere)).status).toBe(403);
  });

  test('are for master keys, and of days that have one', async () => {
    const api = await started(open, DATES);
    for (const method of ['admin/listReports', 'admin/getReport']) {
      expect((await api.call('POST', method, { date: '2026-11-23' })).body.statusCode).toBe('111');
    }
    const missing = await api.call('POST', 'admin/getReport', { date: '2026-11-22' }, { as: 'MASTER' });
    expect(missing.body.statusCode).toBe('404');
    const malformed = await api.call('POST', 'admin/getReport', { date: '../x' }, { as: 'MASTER' });
    expect(malformed.body.statusCode).toBe('106');
  });
});
