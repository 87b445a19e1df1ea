/** Differences after random walks of everything that moves money, against plain loops over all records. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Db } from '../../../../src/database/schema/index.ts';
import { openDifferences } from '../../../../src/modules/payments/index.ts';
import { SOURCES } from '../../../../src/modules/payments/reconciliation/difference-sources.ts';
import { toMillionths } from '../../../../src/modules/shared/values/index.ts';
import { describeOnEachDatabase } from '../../../support/database.ts';
import { planOf, watchQueries } from '../../../support/query-plans.ts';
import { THOROUGH } from '../../../support/thorough.ts';
import { type Step, startLedger, step, TRIGGERS } from '../../ledger/money-walk.ts';
import { NOW } from '../../shared/records.ts';
import { aDeposit, giveCash } from '../custody/deposits.ts';
import { aBankFolder, anEntry, type ShownDifference, startDifferences } from './books-api.ts';
import { slowDifferences } from './slow-differences.ts';

const DAY_US = 86_400_000_000;
const OUTCOMES = ['needs a person', 'no such debit', 'another amount', 'already Voided', 'returned', 'changed since'];

const shown = (all: readonly ShownDifference[]) =>
  new Map(all.map(({ kind, record, amount }) => [`${kind} ${record}`, amount === null ? null : toMillionths(amount)]));

describeOnEachDatabase('the list of differences', (open) => {
  test('is that of plain loops over all records, in pages of any size, after any walk', async () => {
    const world = await startLedger(open);
    const { db } = world;
    const { api, list, take, page } = await startDifferences(world.api.database, aBankFolder());
    const kinds = new Map<string, number>();
    let lines = 0;
    const walk = async (steps: readonly Step[]) => {
      await giveCash(db, world.accountId, '100.000000');
      const numbers = async () => (await world.numbers('trades', 'trade_id')).map(Number);
      for (const at of steps) {
        const own = await numbers();
        // Deposits are put into batches below, which no batch has made.
        const trigger = at.trigger === 'sendRefunds' ? 'refundEnds' : at.trigger;
        await TRIGGERS[trigger](world, { ...at, tradeId: own[at.pick % own.length] ?? 0 });
        if (at.pick % 6 === 1) await aSentDeposit(db, { account: world.accountId, pick: at.pick });
        if (at.pick % 9 === 2) await endedShort(db, own[at.pick % own.length] ?? 0);
        if (at.pick % 7 === 0)
          await anEntry(db, OUTCOMES[at.trade]!, { line: ++lines, ref: await someDebit(db, at.pick) });
      }
      api.nowUs = NOW + 20 * DAY_US * (steps.length % 2);
      const expected = await slowDifferences(db, api.nowUs);
      const limit = 1 + (steps.length % 7);
      const all = await list({ limit });
      expect(shown(all)).toEqual(expected);
      expect(all).toHaveLength(expected.size);
      const one = all[steps.length % Math.max(1, all.length)];
      for (const { kind } of all) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      if (one === undefined) return;
      await take({ kind: one.kind, record: one.record, owner: '', note: 'seen' });
      expect(await list({ kind: one.kind })).toEqual(
        all.filter(({ kind }) => kind === one.kind).map((other) => expect.objectContaining({ record: other.record })),
      );
      if (['bankEntry', 'receivable'].includes(one.kind)) {
        await take({ kind: one.kind, record: one.record, doneBecause: 'known' });
        expect((await list()).map(({ record }) => record)).toEqual(
          all.filter((other) => other !== one).map(({ record }) => record),
        );
        await take({ kind: one.kind, record: one.record });
      }
      const counts = await openDifferences({ db, nowUs: api.nowUs, bank: { incoming: '/nowhere', settlementDays: 5 } });
      expect(counts.values().reduce((sum, count) => sum + count, 0)).toBe(all.length);
      expect((await page({ clientId: 'C2' })).differences).toEqual([]);
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 25, maxLength: 45 }), walk), {
      ...{ numRuns: THOROUGH ? 60 : 5, seed: 45, endOnFailure: true },
    });
    expect([...kinds.keys()]).toEqual(
      expect.arrayContaining(['bankEntry', 'underWay', 'receipt', 'due', 'receivable']),
    );
  });

  test('finds each kind by an index, in its order', async () => {
    const { api } = await startLedger(open);
    const { watched, queries } = watchQueries(api.database.db);
    const reads = { db: watched, nowUs: NOW, bank: { incoming: '/nowhere', settlementDays: 5 } };
    for (const source of SOURCES) {
      if (source.kind === 'bankFile' || source.kind === 'batch') continue;
      const [before] = [queries.length];
      await source.read(reads, { after: undefined, limit: 10 });
      const place = ['1', '1', '1'];
      await source.read(reads, { after: place, limit: 10 });
      expect(queries).toHaveLength(before + 2);
    }
    for (const query of queries) {
      const plan = await planOf(api.database, query, { isSorted: true });
      expect(plan).toMatch(
        /ach_notices_by_outcome|_fund_moves_(?:sent|by_hand)|receipts_by_status|refunds_sent|shortfalls_oldest/,
      );
      expect(plan).not.toMatch(/TEMP B-TREE|Sort|SCAN (?!.*USING)|Seq Scan/);
    }
  });
});

async function someDebit(db: Db, pick: number): Promise<number | undefined> {
  const rows = await db.selectFrom('ach_fund_moves').select('ref_num').orderBy('ref_num').execute();
  return pick % 2 === 0 ? undefined : rows[pick % Math.max(1, rows.length)]?.ref_num;
}

/** In one of several batches, or by hand. */
function aSentDeposit(db: Db, { account, pick }: { readonly account: string; readonly pick: number }) {
  const batch_day = pick % 4 === 1 ? null : `2030-01-${String(10 + (pick % 20))}`;
  return aDeposit(db, { client_id: 'C1', account_id: account, status: 'Submitted', batch_day });
}

/** As where a payment came back after its refund. */
async function endedShort(db: Db, tradeId: number): Promise<void> {
  const ended = { order_status: 'UNWIND SETTLED', recorded_amount: '-7.500000', updated_at: NOW };
  await db.updateTable('trades').set(ended).where('trade_id', '=', tradeId).execute();
}
