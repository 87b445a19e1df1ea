/** Records that differences are found in, and the calls about them. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { reconciliationModule } from '../../../../src/modules/payments/index.ts';
import type { TestDatabases } from '../../../support/database.ts';
import { fieldsOf, startApi } from '../../shared/api.ts';
import { startReceipts } from '../receipts/receipts-api.ts';

export interface ShownDifference {
  readonly kind: string;
  readonly record: string;
  readonly problem: string | null;
  readonly amount: string | null;
  readonly clientId: string | null;
  readonly ageDays: number;
  readonly owner: string | null;
  readonly note: string | null;
  readonly doneBecause: string | null;
}

/** A folder of the bank, which ends with the test. */
export function aBankFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'openats-books-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const users = { adam: { clientId: 'MASTER', master: true, user: 'U1' }, other: { clientId: 'C3', master: true } };

/** The methods on a database that is filled, with the clock of `moved`. */
export async function startDifferences(database: Parameters<typeof startApi>[0], incoming: string) {
  const bank = { incoming, settlementDays: 5 };
  const api = await startApi(database, [(given) => reconciliationModule({ ...given, bank })], { keys: users });
  const call = (method: string, asked: object = {}, as = 'MASTER') =>
    api.call('POST', `admin/${method}`, { ...asked }, { as });
  const page = async (asked: object = {}) =>
    fieldsOf(await call('getDifferences', asked)) as unknown as {
      readonly differences: readonly ShownDifference[];
      readonly nextCursor: string | null;
    };
  return {
    api,
    call,
    page,
    reads: () => ({ db: database.db, nowUs: api.nowUs, bank }),
    /** All pages. */
    list: async (asked: object = {}): Promise<ShownDifference[]> => {
      const all: ShownDifference[] = [];
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const one = await page({ ...asked, ...(cursor === undefined ? {} : { cursor }) });
        all.push(...one.differences);
        cursor = one.nextCursor;
      }
      return all;
    },
    take: async (asked: object, as = 'adam') =>
      fieldsOf(await call('takeDifference', asked, as)).difference as unknown as ShownDifference,
  };
}

export async function startBooks(open: TestDatabases) {
  const money = await startReceipts(open);
  const incoming = aBankFolder();
  const books = await startDifferences(money.api.database, incoming);
  return { ...money, ...books, money: money.api, incoming };
}

/** An entry of a bank file with its outcome. */
export async function anEntry(
  db: Parameters<typeof addFile>[0],
  outcome: string,
  more: { line?: number; ref?: number | undefined; read_at?: number } = {},
) {
  const { line = 5, ref, read_at = 0 } = more;
  const sha256 = createHash('sha256').update(`${outcome} ${line}`).digest('hex');
  await addFile(db, sha256, read_at);
  const row = {
    sha256,
    line,
    code: 'R01',
    trace_number: '1',
    ref_num: ref ?? null,
    outcome,
    text_sealed: null,
    file_read_at: read_at,
  };
  await db.insertInto('ach_notices').values(row).execute();
  return `${sha256}:${line}`;
}

async function addFile(db: Awaited<ReturnType<typeof startReceipts>>['db'], sha256: string, read_at: number) {
  await db.insertInto('ach_notice_files').values({ sha256, file_name: 'returns.txt', read_at }).execute();
}
