/** Planted faults of the payments and of their webhooks: each is found by an assertion, and nothing is changed. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { makeBatch } from '../../../src/modules/payments/ach/batch/batch.ts';
import { InstrumentRail } from '../../../src/modules/payments/lifecycle/index.ts';
import { checkEntryFile } from '../../../src/providers/bank/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { microsOf } from '../../support/manual-time.ts';
import { type AchApi, aFundMove, batchServices, startAch } from './ach/fixture.ts';

const folders: string[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const brokenRule = (rule: string) =>
  expect.objectContaining({ name: 'InvariantViolated', message: expect.stringContaining(`(${rule})`) });

const { write } = InstrumentRail.prototype;

async function aBatch(ach: AchApi) {
  const folder = mkdtempSync(join(tmpdir(), 'openats-ach-'));
  folders.push(folder);
  return batchServices(ach, folder);
}

describeOnEachDatabase('payments', (open) => {
  const start = async () => {
    const ach = await startAch(await open());
    ach.api.nowUs = microsOf('2026-01-16T22:00:00Z');
    await aFundMove(ach);
    ach.api.nowUs = microsOf('2026-01-16T23:00:00Z');
    return { ach, deps: await aBatch(ach) };
  };
  const rows = ({ api }: AchApi) => api.database.db.selectFrom('ach_fund_moves').selectAll().execute();

  test('a step writes another state than that of its move: found by A10, and the batch is not made', async () => {
    const { ach, deps } = await start();
    const before = await rows(ach);
    vi.spyOn(InstrumentRail.prototype, 'write').mockImplementation(function (
      this: never,
      transaction,
      payment,
      changes,
    ) {
      return write.call(this, transaction, payment, { ...changes, fund_status: 'Settled' } as never);
    });
    await expect(makeBatch(deps)).rejects.toThrow(brokenRule('A10'));
    expect(await rows(ach)).toEqual(before);
    expect(await ach.api.database.db.selectFrom('ach_files').selectAll().execute()).toEqual([]);
  });

  test('a payment of a trade brings less than nothing: the ledger refuses it, and it stays', async () => {
    const { ach } = await start();
    const { db } = ach.api.database;
    const before = await rows(ach);
    const negative = db.updateTable('ach_fund_moves').set({ amount: '-1.000000' });
    await expect(negative.execute()).rejects.toThrow('ledger: a balance is below what it can be');
    expect(await rows(ach)).toEqual(before);
  });

  test('a file lacks a debit, or states another sum: found by A14', async () => {
    const { ach, deps } = await start();
    await makeBatch(deps);
    const [file] = await ach.api.database.db.selectFrom('ach_files').selectAll().execute();
    const content = deps.secrets.open(file!.content_sealed, `ach_files.content:${file!.file_name}`);
    expect(() => checkEntryFile(content, { entries: 1 })).not.toThrow();
    expect(() => checkEntryFile(content, { entries: 2 })).toThrow(brokenRule('A14'));
    const [entry] = content.split('\n').filter((line) => line.startsWith('6'));
    const other = entry!.replace(/^(6\d{11}.{17}\d{9})\d/, (_, start) => `${start}9`);
    expect(other).not.toBe(entry);
    expect(() => checkEntryFile(content.replace(entry!, other), {})).toThrow(brokenRule('A14'));
  });
});
