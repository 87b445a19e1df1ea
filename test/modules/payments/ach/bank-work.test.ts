/** What operators read of the work with the bank (A19). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makeBatch } from '../../../../src/modules/payments/ach/batch/batch.ts';
import { writeBatchFiles } from '../../../../src/modules/payments/ach/batch/batch-files.ts';
import { readNoticeFile } from '../../../../src/modules/payments/ach/returns/bank-notices.ts';
import { noticeFile } from '../../../../src/providers/bank/sandbox-notices.ts';
import { describeOnEachDatabase } from '../../../support/database.ts';
import { microsOf } from '../../../support/manual-time.ts';
import { errorOf, fieldsOf } from '../../shared/api.ts';
import { aFundMove, BANK, batchServices, startAch } from './fixture.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describeOnEachDatabase('an operator', (open) => {
  test('reads batches, files and notices: filtered, in pages, newest first', async () => {
    const ach = await startAch(await open());
    const { api } = ach;
    const folder = mkdtempSync(join(tmpdir(), 'openats-bank-'));
    folders.push(folder);
    const deps = batchServices(ach, folder);
    const ask = async (method: string, fields: object = {}) =>
      fieldsOf(await api.call('POST', `admin/${method}`, { ...fields }, { as: 'MASTER' }));
    expect(await ask('getAchBatches')).toEqual({ achBatches: [], totalRecords: 0 });

    // Friday with three debits in files of two; Tuesday (Monday is a holiday) with none.
    api.nowUs = microsOf('2026-01-16T22:00:00Z');
    const refNums = [await aFundMove(ach), await aFundMove(ach), await aFundMove(ach)];
    api.nowUs = microsOf('2026-01-16T23:00:00Z');
    await makeBatch(deps, 2);
    const file = (letter: string, entries: number, writtenDate: string | null) => ({
      fileName: `ach-2026-01-16-${letter}.txt`,
      batchDay: '2026-01-16',
      entries,
      writtenDate,
    });
    expect(await ask('getAchFiles')).toEqual({ achFiles: [file('B', 1, null), file('A', 2, null)], totalRecords: 2 });
    await writeBatchFiles(deps);
    const written = await ask('getAchFiles', { batchDay: '2026-01-16', offset: 1, limit: 1 });
    expect(written).toEqual({ achFiles: [file('A', 2, '2026-01-16 23:00:00')], totalRecords: 2 });
    expect(JSON.stringify(written)).not.toContain(BANK.ExtAccountnumber);
    api.nowUs = microsOf('2026-01-20T23:00:00Z');
    await makeBatch(deps);
    const none = { credits: 0, creditAmount: '0.000000' };
    const friday = {
      batchDay: '2026-01-16',
      entries: 3,
      totalAmount: '300.000000',
      ...none,
      madeDate: '2026-01-16 23:00:00',
    };
    const empty = { entries: 0, totalAmount: '0.000000', ...none };
    const tuesday = { batchDay: '2026-01-20', ...empty, madeDate: '2026-01-20 23:00:00' };
    expect(await ask('getAchBatches')).toEqual({ achBatches: [tuesday, friday], totalRecords: 2 });
    expect(await ask('getAchBatches', { batchDay: '2026-01-16' })).toEqual({ achBatches: [friday], totalRecords: 1 });
    // As between the files of a batch.
    const { db } = api.database;
    await db.updateTable('ach_batches').set({ made_at: 0 }).where('batch_day', '=', '2026-01-20').execute();
    expect((await ask('getAchBatches')).achBatches).toEqual([{ ...tuesday, madeDate: null }, friday]);

    const notice = (code: string, trace: string, cents = 10_000n) => ({
      code,
      trace,
      cents,
      routingNumber: BANK.ExtRoutingnumber,
      identification: '1',
    });
    const first = noticeFile([notice('R01', `12345678${refNums[0]}`), notice('R02', `12345678${refNums[1]}`, 1n)]);
    await readNoticeFile(deps, 'monday.txt', Buffer.from(first));
    api.nowUs += 60_000_000;
    await readNoticeFile(deps, 'tuesday.txt', Buffer.from(noticeFile([notice('R01', '123456789999999')])));
    const reported = {
      strange: ['tuesday.txt', 'R01', '123456789999999', null, 'no such debit'],
      returned: ['monday.txt', 'R01', `12345678${refNums[0]}`, refNums[0], 'returned'],
      other: ['monday.txt', 'R02', `12345678${refNums[1]}`, refNums[1], 'another amount'],
    };
    const notices = async (fields: object) => {
      const { achNotices, totalRecords } = await ask('getAchNotices', fields);
      const shown = achNotices as Record<string, unknown>[];
      return [
        totalRecords,
        shown.map((one) => ['fileName', 'code', 'traceNumber', 'RefNum', 'outcome'].map((n) => one[n])),
      ];
    };
    expect(await notices({})).toEqual([3, [reported.strange, reported.returned, reported.other]]);
    expect(await notices({ offset: 1, limit: 1 })).toEqual([3, [reported.returned]]);
    expect(await notices({ code: 'R01' })).toEqual([2, [reported.strange, reported.returned]]);
    expect(await notices({ outcome: 'another amount' })).toEqual([1, [reported.other]]);
    expect(await notices({ fileName: 'monday.txt', code: 'R01' })).toEqual([1, [reported.returned]]);
    expect(await notices({ fileName: 'monday.txt', line: 5 })).toEqual([1, [reported.other]]);
    expect(await notices({ offset: 3 })).toEqual([3, []]);
  });

  test('alone reads them, and gets the malformed fields', async () => {
    const { api } = await startAch(await open());
    for (const method of ['getAchBatches', 'getAchFiles', 'getAchNotices']) {
      expect((await api.call('POST', `admin/${method}`, {})).body.statusCode).toBe('111');
      const wrong = await api.call('POST', `admin/${method}`, { limit: 501, offset: -1 }, { as: 'MASTER' });
      expect(errorOf(wrong, '106')).toMatch(/offset[\s\S]*limit/);
    }
    const day = await api.call('POST', 'admin/getAchFiles', { batchDay: '16.1.2026' }, { as: 'MASTER' });
    expect(errorOf(day, '106')).toContain('batchDay');
  });
});
