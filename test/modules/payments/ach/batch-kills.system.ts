/**
 * Batches whose process is killed at any moment: each debit, and each deposit, goes to the bank once, a debit with its
 * webhook. KILLS says how often (1 when not set).
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { bankDayAfter, CUT_OFF_MINUTE } from '../../../../src/calendar/bank-days.ts';
import { easternInstant } from '../../../../src/calendar/eastern-time.ts';
import type { DatabaseLocation } from '../../../../src/database/open-database.ts';
import { describeOnEachDatabase } from '../../../support/database.ts';
import { killLimitMs } from '../../../support/kill-limit.ts';
import { runKilled } from '../../../support/killed-process.ts';
import { fieldsOf } from '../../shared/api.ts';
import { undelivered } from '../../shared/undelivered-outbox.ts';
import { aRequest, custodyModule, decide } from '../custody/custody-api.ts';
import { aDeposit } from '../custody/deposits.ts';
import { aFundMove, startAch } from './fixture.ts';

const KILLS = Number(process.env.KILLS || 1);
const DEBITS_A_DAY = 5;
const DEPOSITS_A_DAY = 3;
const ENTRIES_A_DAY = DEBITS_A_DAY + DEPOSITS_A_DAY;
const FILES_A_DAY = Math.ceil(ENTRIES_A_DAY / 3);
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

describeOnEachDatabase(`batches that are killed ${KILLS} times`, (open) => {
  test('send each debit and deposit once', { timeout: killLimitMs(KILLS) }, async () => {
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
    for (const ofDay of letters) expect(ofDay.map(({ modifier }) => modifier).join('')).toBe('ABC');
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
    expect([moves.length, deposits.length]).toEqual([cutOffs.length * DEBITS_A_DAY, cutOffs.length * DEPOSITS_A_DAY]);
    for (const { number, status, batch_day, trace_number } of [
      ...moves.map((move) => ({ ...move, number: move.ref_num, status: move.fund_status })),
      ...deposits.map((move) => ({ ...move, number: move.reference_number })),
    ]) {
      expect([status, batch_day]).toEqual(['Submitted', dayOf.get(String(number))]);
      expect(trace_number).toBe(`12345678${number}`);
    }
    const webhooks = await undelivered(db, ach.deps.secrets);
    expect(webhooks).toHaveLength(moves.length);
    for (const { method, form } of webhooks) {
      expect([method, form.get('fundStatus')]).toEqual(['updateExternalFundMoveStatus', 'Submitted']);
    }
    expect(new Set(webhooks.map(({ form }) => form.get('RefNum')))).toEqual(
      new Set(moves.map(({ ref_num }) => String(ref_num))),
    );
    const batches = await db.selectFrom('ach_batches').selectAll().orderBy('batch_day').execute();
    expect(batches.map(({ entries, total }) => [entries, total])).toEqual(
      Array(cutOffs.length).fill([ENTRIES_A_DAY, `${ENTRIES_A_DAY * 100}.000000`]),
    );
  });
});
