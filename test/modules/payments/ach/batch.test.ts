import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makeBatch } from '../../../../src/modules/payments/ach/batch/batch.ts';
import { writeBatchFiles } from '../../../../src/modules/payments/ach/batch/batch-files.ts';
import { settleDue } from '../../../../src/modules/payments/ach/batch/settlement.ts';
import { describeOnEachDatabase } from '../../../support/database.ts';
import { microsOf } from '../../../support/manual-time.ts';
import { fieldsOf } from '../../shared/api.ts';
import { type AchApi, aFundMove, anAchTrade, batchServices, moveOf, orderStatus, startAch } from './fixture.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'openats-ach-'));
  folders.push(folder);
  return folder;
}

/** Friday, an hour before the cut-off, and the cut-off; then Tuesday, for the Monday is a holiday. */
const FRIDAY_17_00 = microsOf('2026-01-16T22:00:00Z');
const FRIDAY_18_00 = microsOf('2026-01-16T23:00:00Z');
const TUESDAY_18_00 = microsOf('2026-01-20T23:00:00Z');

describeOnEachDatabase('the batch of a day', (open) => {
  const start = async () => {
    const ach = await startAch(await open());
    ach.api.nowUs = FRIDAY_17_00;
    const folder = aFolder();
    const deps = batchServices(ach, folder);
    const run = async (entriesPerFile?: number) => {
      await makeBatch(deps, entriesPerFile);
      await writeBatchFiles(deps);
    };
    const files = () => (existsSync(deps.outgoing) ? readdirSync(deps.outgoing).sort() : []);
    const content = (name: string) => readFileSync(join(deps.outgoing, name), 'utf8');
    return { ach, deps, run, files, content };
  };
  const statuses = async ({ api }: AchApi) => {
    const rows = await api.database.db.selectFrom('ach_fund_moves').selectAll().orderBy('ref_num').execute();
    return rows.map(({ fund_status }) => fund_status);
  };

  test('goes to the bank at its cut-off, byte for byte, and once', async () => {
    const { ach, deps, run, files, content } = await start();
    const { api } = ach;
    await api.database.db.updateTable('offerings').set({ escrow_account_number: '7000800090' }).execute();
    const first = await aFundMove(ach);
    const second = await aFundMove(ach);
    api.fired.length = 0;
    await run();
    expect(files()).toEqual([]);
    api.nowUs = FRIDAY_18_00;
    await run();
    expect(files()).toEqual(['ach-2026-01-16-A.txt']);
    const number = (refNum: string) => refNum.padEnd(15);
    expect(content('ach-2026-01-16-A.txt').split('\n')).toEqual([
      '101 12345678019876543212601161800A094101EXAMPLE BANK           EXAMPLE PLATFORM               ',
      '5225Example Offering7000800090          1987654321WEBINVESTMENT      260120   1123456780000001',
      `62712345678040005000601      0000010000${number(first)}First Last            S 112345678${first}`,
      `705Ten units${' '.repeat(71)}0001${first}`,
      `62712345678040005000601      0000010000${number(second)}First Last            S 112345678${second}`,
      `705Ten units${' '.repeat(71)}0001${second}`,
      '822500000400246913560000000200000000000000001987654321                         123456780000001',
      '9000001000001000000040024691356000000020000000000000000                                       ',
      '9'.repeat(94),
      '9'.repeat(94),
      '',
    ]);
    expect(statSync(join(deps.outgoing, 'ach-2026-01-16-A.txt')).mode & 0o777).toBe(0o600);
    expect(await statuses(ach)).toEqual(['Submitted', 'Submitted']);
    expect(api.fired.map(({ method, fields }) => [method, fields.RefNum, fields.fundStatus])).toEqual([
      ['updateExternalFundMoveStatus', first, 'Submitted'],
      ['updateExternalFundMoveStatus', second, 'Submitted'],
    ]);
    await run();
    expect(files()).toHaveLength(1);
    const batches = await api.database.db.selectFrom('ach_batches').selectAll().orderBy('batch_day').execute();
    expect(batches).toMatchObject([
      { batch_day: '2026-01-15', entries: 0, total: '0.000000' },
      { batch_day: '2026-01-16', entries: 2, total: '200.000000' },
    ]);
  });

  test('leaves out what is declined, voided, or made after the cut-off', async () => {
    const { ach, run, files, content } = await start();
    const { api } = ach;
    const [sent, declined, voided] = [await aFundMove(ach), await aFundMove(ach), await aFundMove(ach)];
    const decline = { RefNum: declined, transactionstatus: 'Declined' };
    fieldsOf(await api.call('POST', 'updateExternalFundMoveApprovedStatus', decline, { as: 'MASTER' }));
    fieldsOf(await api.call('POST', 'requestForVoidACH', { RefNum: voided }));
    api.nowUs = FRIDAY_18_00;
    const late = await aFundMove(ach);
    api.nowUs = FRIDAY_18_00 + 60_000_000;
    await run();
    expect(content('ach-2026-01-16-A.txt')).toContain(sent.padEnd(15));
    for (const other of [declined, voided, late]) {
      expect(content('ach-2026-01-16-A.txt')).not.toContain(other.padEnd(15));
    }
    // Approved after its batch was made: nothing is added to that.
    const approve = { RefNum: declined, transactionstatus: 'Approved' };
    fieldsOf(await api.call('POST', 'updateExternalFundMoveApprovedStatus', approve, { as: 'MASTER' }));
    await run();
    expect(files()).toEqual(['ach-2026-01-16-A.txt']);
    api.nowUs = TUESDAY_18_00;
    await run();
    expect(files()).toEqual(['ach-2026-01-16-A.txt', 'ach-2026-01-20-A.txt']);
    for (const other of [declined, late]) expect(content('ach-2026-01-20-A.txt')).toContain(other.padEnd(15));
    expect(await statuses(ach)).toEqual(['Submitted', 'Submitted', 'Voided', 'Submitted']);
  });

  test('that was missed is made later, of what was there at its cut-off, to settle in time', async () => {
    const { ach, run, files, content } = await start();
    await aFundMove(ach);
    ach.api.nowUs = FRIDAY_18_00 + 1;
    const later = await aFundMove(ach);
    // Tuesday morning: Friday's batch, which settles on Wednesday.
    ach.api.nowUs = microsOf('2026-01-20T15:00:00Z');
    await run();
    expect(files()).toEqual(['ach-2026-01-16-A.txt']);
    const [header, batch] = content('ach-2026-01-16-A.txt').split('\n');
    expect(header?.slice(23, 34)).toBe('2601161800A');
    expect(batch?.slice(69, 75)).toBe('260121');
    expect(content('ach-2026-01-16-A.txt')).not.toContain(later.padEnd(15));
  });

  test('ends a file before its total has more than twelve digits', async () => {
    const { ach, run, files, content } = await start();
    const { db } = ach.api.database;
    for (let number = 0; number < 102; number++) await aFundMove(ach);
    const moves = await db.selectFrom('ach_fund_moves').select('ref_num').orderBy('ref_num').execute();
    // A hundred of the largest come to a dollar less than what has thirteen digits of cents.
    await db.updateTable('ach_fund_moves').set({ amount: '99999999.990000' }).execute();
    const dollar = db.updateTable('ach_fund_moves').set({ amount: '1.000000' });
    await dollar.where('ref_num', '=', moves[100]!.ref_num).execute();
    ach.api.nowUs = FRIDAY_18_00;
    await run();
    expect(files()).toEqual(['ach-2026-01-16-A.txt', 'ach-2026-01-16-B.txt']);
    const controls = files().map((name) =>
      content(name)
        .split('\n')
        .find((line) => line.startsWith('9000')),
    );
    expect(controls.map((line) => line?.slice(31, 43))).toEqual(['999999999900', '010000000099']);
    expect(new Set(await statuses(ach))).toEqual(new Set(['Submitted']));
  });

  test('without debits makes no file', async () => {
    const { ach, run, files } = await start();
    ach.api.nowUs = FRIDAY_18_00;
    await run();
    expect(files()).toEqual([]);
    const batches = await ach.api.database.db.selectFrom('ach_batches').selectAll().execute();
    expect(batches).toMatchObject([{ batch_day: '2026-01-16', entries: 0 }]);
    await aFundMove(ach);
    await run();
    expect(await statuses(ach)).toEqual(['Pending']);
  });

  test('of many debits is several files, each with a separate letter', async () => {
    const { ach, run, files, content } = await start();
    const numbers: string[] = [];
    for (let count = 0; count < 5; count++) numbers.push(await aFundMove(ach));
    ach.api.nowUs = FRIDAY_18_00;
    await run(2);
    expect(files()).toEqual(['A', 'B', 'C'].map((letter) => `ach-2026-01-16-${letter}.txt`));
    const all = files().map(content);
    expect(all.map((text) => text[33])).toEqual(['A', 'B', 'C']);
    for (const number of numbers) expect(all.filter((text) => text.includes(number.padEnd(15)))).toHaveLength(1);
    const batch = await ach.api.database.db.selectFrom('ach_batches').selectAll().executeTakeFirstOrThrow();
    expect(batch).toMatchObject({ entries: 5, total: '500.000000' });
  });

  test('made twice at the same time sends each debit once', async () => {
    const { ach, deps, run, files, content } = await start();
    const numbers: string[] = [];
    for (let count = 0; count < 4; count++) numbers.push(await aFundMove(ach));
    ach.api.nowUs = FRIDAY_18_00;
    await Promise.all([makeBatch(deps, 3), makeBatch(deps, 3), makeBatch(deps, 3)]);
    await run();
    const all = files().map(content);
    for (const number of numbers) expect(all.filter((text) => text.includes(number.padEnd(15)))).toHaveLength(1);
  });

  test('separates companies from persons', async () => {
    const { ach, run, content } = await start();
    await aFundMove(ach);
    await ach.api.database.db.updateTable('accounts').set({ entity_type: 'LLC' }).execute();
    ach.api.nowUs = FRIDAY_18_00;
    await run();
    expect(content('ach-2026-01-16-A.txt')).toContain('1987654321CCDINVESTMENT');
  });

  test('files that were lost on their way are written again, the same', async () => {
    const { ach, deps, run, files, content } = await start();
    await aFundMove(ach);
    ach.api.nowUs = FRIDAY_18_00;
    await run();
    const [name] = files() as [string];
    const before = content(name);
    await ach.api.database.db.updateTable('ach_files').set({ written_at: null }).execute();
    rmSync(deps.outgoing, { recursive: true });
    await run();
    expect(files()).toEqual([name]);
    expect(content(name)).toBe(before);
    const row = await ach.api.database.db.selectFrom('ach_files').selectAll().executeTakeFirstOrThrow();
    expect(row.written_at).not.toBeNull();
    expect(row.content_sealed).not.toContain('40005000601');
  });

  test('is settled after n bank business days without a return', async () => {
    const { ach, deps, run } = await start();
    const tradeId = await anAchTrade(ach);
    fieldsOf(await moveOf(ach, tradeId));
    ach.api.nowUs = FRIDAY_18_00;
    await run();
    // Monday 19 January is a holiday: the fifth bank business day after the batch is Monday 26 January.
    for (const [instant, status, order] of [
      ['2026-01-23T23:00:00Z', 'Submitted', 'CREATED'],
      ['2026-01-26T22:59:59Z', 'Submitted', 'CREATED'],
      ['2026-01-26T23:00:00Z', 'Settled', 'FUNDED'],
    ] as const) {
      ach.api.nowUs = microsOf(instant);
      await settleDue(deps);
      expect(await statuses(ach), instant).toEqual([status]);
      expect(await orderStatus(ach, tradeId), instant).toBe(order);
    }
    expect(ach.api.fired.at(-2)).toMatchObject({
      method: 'updateExternalFundMoveStatus',
      fields: { fundStatus: 'Settled', errors: '' },
    });
  });

  test('is left to the operator where the setting is 0', async () => {
    const { ach, deps, run } = await start();
    await aFundMove(ach);
    ach.api.nowUs = FRIDAY_18_00;
    await run();
    ach.api.nowUs = microsOf('2027-01-26T23:00:00Z');
    await settleDue({ ...deps, settlementDays: 0 });
    expect(await statuses(ach)).toEqual(['Submitted']);
  });
});
