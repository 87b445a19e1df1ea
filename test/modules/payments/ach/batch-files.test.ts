import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { makeBatch } from '../../../../src/modules/payments/ach/batch/batch.ts';
import { entryFile, type FileParts, sequenceOf } from '../../../../src/modules/payments/ach/batch/batch-file.ts';
import { writeBatchFiles } from '../../../../src/modules/payments/ach/batch/batch-files.ts';
import { describeOnEachDatabase } from '../../../support/database.ts';
import { microsOf } from '../../../support/manual-time.ts';
import { aFundMove, batchServices, startAch } from './fixture.ts';

const FRIDAY_17_00 = microsOf('2026-01-16T22:00:00Z');
const FRIDAY_18_00 = microsOf('2026-01-16T23:00:00Z');

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describeOnEachDatabase('the writer of batch files', (open) => {
  const start = async () => {
    const ach = await startAch(await open());
    ach.api.nowUs = FRIDAY_17_00;
    const folder = mkdtempSync(join(tmpdir(), 'openats-ach-'));
    folders.push(folder);
    const deps = batchServices(ach, folder);
    const run = async () => {
      await makeBatch(deps);
      await writeBatchFiles(deps);
    };
    const files = () => (existsSync(deps.outgoing) ? readdirSync(deps.outgoing).sort() : []);
    return { ach, deps, run, files };
  };

  test('does not write a file again that another node wrote and the bank fetched meanwhile', async () => {
    const { ach, deps, run, files } = await start();
    await aFundMove(ach);
    ach.api.nowUs = FRIDAY_18_00;
    await makeBatch(deps);
    const { db } = deps;
    const meanwhile = async () => {
      vi.restoreAllMocks();
      await run();
      const [name] = files().filter((one) => one.endsWith('.txt')) as [string];
      rmSync(join(deps.outgoing, name));
      return db.transaction();
    };
    vi.spyOn(db, 'transaction').mockImplementationOnce(() => {
      const execute = async (work: never) => (await meanwhile()).execute(work);
      return { execute } as never;
    });
    await writeBatchFiles(deps);
    expect(files()).toEqual([]);
  });

  test('makes no folder while nothing waits for the bank', async () => {
    const { run, deps } = await start();
    await run();
    expect(existsSync(deps.outgoing)).toBe(false);
  });

  test('leaves no unfinished file, whoever left it, and whoever else removes it', async () => {
    const { ach, deps, run, files } = await start();
    await aFundMove(ach);
    ach.api.nowUs = FRIDAY_18_00;
    await run();
    const written = files();
    await ach.api.database.db.updateTable('ach_files').set({ written_at: null }).execute();
    for (let number = 0; number < 50; number++) {
      writeFileSync(join(deps.outgoing, `.${written[0]}.${number}.unfinished`), 'a part');
    }
    await Promise.all([writeBatchFiles(deps), writeBatchFiles(deps)]);
    expect(files()).toEqual(written);
  });
});

test('entries of a batch rise by their trace numbers, in whichever order they were found', () => {
  const entry = (sequence: number, key = 'a') => ({ key, heading: {}, entry: { sequence }, amount: '1.000000' });
  const entries = [entry(3), entry(1), entry(9, 'b'), entry(2)];
  const parts = { originator: {}, day: '2026-01-16', modifier: 'A', entries, nowUs: FRIDAY_18_00 };
  const { batches } = entryFile(parts as unknown as FileParts);
  expect(batches.map((one) => one.entries.map(({ sequence }) => sequence))).toEqual([[1, 2, 3], [9]]);
});

test('a trace number has the last seven digits of the number of its debit', () => {
  const numbers = [1, 9_999_999, 10_000_000, 10_000_001, 123_456_789];
  expect(numbers.map(sequenceOf)).toEqual([1, 9_999_999, 0, 1, 3_456_789]);
});
