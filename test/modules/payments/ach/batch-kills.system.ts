/**
 * Batches whose process is killed at any moment: each debit, deposit and refund goes to the bank once, a debit and a
 * refund with their webhooks, and the ledger is that of the records. KILLS says how often (1 when not set).
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { bankDayAfter, CUT_OFF_MINUTE } from '../../../../src/calendar/bank-days.ts';
import { easternInstant } from '../../../../src/calendar/eastern-time.ts';
import type { DatabaseLocation } from '../../../../src/database/open-database.ts';
import { ledgerProblems } from '../../../../src/modules/ledger/index.ts';
import { describeOnEachDatabase } from '../../../support/database.ts';
import { killLimitMs } from '../../../support/kill-limit.ts';
import { runKilled } from '../../../support/killed-process.ts';
import { fieldsOf } from '../../shared/api.ts';
import { aTrade } from '../../shared/records.ts';
import { undelivered } from '../../shared/undelivered-outbox.ts';
import { aRequest, custodyModule, decide } from '../custody/custody-api.ts';
import { aDeposit } from '../custody/deposits.ts';
import { aRefund } from '../refunds/a-refund.ts';
import { type AchApi, aFundMove, startAch } from './fixture.ts';

const KILLS = Number(process.env.KILLS || 1);
const DEBITS_A_DAY = 5;
const DEPOSITS_A_DAY = 3;
const REFUNDS_A_DAY = 3;
const DEBITED_A_DAY = DEBITS_A_DAY + DEPOSITS_A_DAY;
const FILES_A_DAY = Math.ceil((DEBITED_A_DAY + REFUNDS_A_DAY) / 3);
const MINUTE_US = 60_000_000;

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

interface Work {
  readonly location: DatabaseLocation;
  readonly folder: string;
  readonly cutOffs: readonly number[];
}

const run = (work: Work, killAfterMs?: number) =>
  runKilled(join(import.meta.dirname, 'batch-process.ts'), work, killAfterMs);

/** A Pending refund of an unwound trade that was paid by hand. */
async function anOverpaidRefund({ api, accountId, offeringId }: AchApi): Promise<number> {
  const { db } = api.database;
  const of = { account_id: accountId, order_status: 'UNWIND PENDING', recorded_amount: '100.000000' };
  const { trade_id } = await aTrade(db, 'C1', offeringId, of);
  const owner = { client_id: 'C1', account_id: accountId, offering_id: offeringId };
  return aRefund(db, { ...owner, trade_id, created_at: api.nowUs });
}

describeOnEachDatabase(`batches that are killed ${KILLS} times`, (open) => {
  test('send each debit, deposit and refund once', { timeout: killLimitMs(KILLS) }, async () => {
    const location = await open.migratedLocation();
    const ach = await startAch(await open(location), { more: [custodyModule] });
    fieldsOf(await decide(ach.api, await aRequest(ach.api, ach.accountId), 'Approved'));
    const folder = mkdtempSync(join(tmpdir(), 'openats-batches-'));
    folders.push(folder);
    const cutOffs: number[] = [];
    const dayOf = new Map<string, string>();
    const newDay = async () => {
      const day = cutOffs.length === 0 ? '2026-11-20' : bankDayAfter([...dayOf.values()].at(-1)!);
      const cutOff = easternInstant(day, CUT_OFF_MINUTE);
      cutOffs.push(cutOff);
      ach.api.nowUs = cutOff - MINUTE_US;
      for (let debit = 0; debit < DEBITS_A_DAY; debit++) dayOf.set(await aFundMove(ach), day);
      for (let count = 0; count < DEPOSITS_A_DAY; count++) {
        const of = { client_id: 'C1', account_id: ach.accountId, created_at: ach.api.nowUs };
        dayOf.set(String(await aDeposit(ach.api.database.db, of)), day);
      }
      for (let count = 0; count < REFUNDS_A_DAY; count++) dayOf.set(String(await anOverpaidRefund(ach)), day);
    };
    // About as long as the work takes, so that a kill comes at any moment of it.
    let longestMs = 60;
    for (let kills = 0; kills < KILLS; ) {
      await newDay();
      const isDone = await run({ location, folder, cutOffs }, Math.random() * longestMs);
      if (!isDone) kills += 1;
      longestMs *= isDone ? 0.8 : 1.15;
    }
    expect(await run({ location, folder, cutOffs })).toBe(true);

    const { db } = ach.api.database;
    const files = await db.selectFrom('ach_files').selectAll().orderBy('file_name').execute();
    expect(files).toHaveLength(cutOffs.length * FILES_A_DAY);
    expect(readdirSync(folder).sort()).toEqual(files.map(({ file_name }) => file_name));
    const letters = Map.groupBy(files, ({ batch_day }) => batch_day).values();
    for (const ofDay of letters) expect(ofDay.map(({ modifier }) => modifier).join('')).toBe('ABCD');
    const sent = files.flatMap(({ file_name, batch_day }) => {
      const lines = readFileSync(join(folder, file_name), 'utf8').split('\n');
      expect(lines.length % 10).toBe(1);
      const entries = lines.filter((line) => line.startsWith('6'));
      return entries.map((line) => [line.slice(39, 54).trim(), batch_day] as const);
    });
    expect(sent).toHaveLength(dayOf.size);
    expect(new Map(sent)).toEqual(dayOf);
    const moves = await db.selectFrom('ach_fund_moves').selectAll().execute();
    const deposits = await db.selectFrom('custody_fund_moves').selectAll().execute();
    const refunds = await db.selectFrom('refunds').selectAll().execute();
    expect([moves.length, deposits.length, refunds.length]).toEqual(
      [DEBITS_A_DAY, DEPOSITS_A_DAY, REFUNDS_A_DAY].map((made) => cutOffs.length * made),
    );
    for (const { number, status, batch_day, trace_number } of [
      ...moves.map((move) => ({ ...move, number: move.ref_num, status: move.fund_status })),
      ...deposits.map((move) => ({ ...move, number: move.reference_number })),
      ...refunds.map((refund) => ({ ...refund, number: refund.refund_id })),
    ]) {
      expect([status, batch_day]).toEqual(['Submitted', dayOf.get(String(number))]);
      expect(trace_number).toBe(`12345678${number}`);
    }
    const all = await undelivered(db, ach.deps.secrets);
    const ofRefunds = all.filter(({ method }) => method === 'updateRefundStatus');
    expect(ofRefunds.map(({ form }) => form.get('refundId')).toSorted()).toEqual(
      refunds.map(({ refund_id }) => String(refund_id)).toSorted(),
    );
    const webhooks = all.filter((one) => !ofRefunds.includes(one));
    expect(webhooks).toHaveLength(moves.length);
    for (const { method, form } of webhooks) {
      expect([method, form.get('fundStatus')]).toEqual(['updateExternalFundMoveStatus', 'Submitted']);
    }
    expect(new Set(webhooks.map(({ form }) => form.get('RefNum')))).toEqual(
      new Set(moves.map(({ ref_num }) => String(ref_num))),
    );
    const batches = await db.selectFrom('ach_batches').selectAll().orderBy('batch_day').execute();
    const made = [DEBITED_A_DAY, `${DEBITED_A_DAY * 100}.000000`, REFUNDS_A_DAY, `${REFUNDS_A_DAY * 10}.000000`];
    expect(batches.map(({ entries, total, credits, credit_total }) => [entries, total, credits, credit_total])).toEqual(
      Array(cutOffs.length).fill(made),
    );
    expect(await ledgerProblems(db)).toEqual([]);
  });
});
