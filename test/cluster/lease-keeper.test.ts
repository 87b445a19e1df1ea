import { expect, test } from 'vitest';
import { NO_MARK } from '../../src/cluster/durable-mark.ts';
import { Leadership, MARGIN_MS } from '../../src/cluster/leadership.ts';
import { LeaseCell } from '../../src/cluster/lease-cell.ts';
import { LeaseKeeper } from '../../src/cluster/lease-keeper.ts';
import { ManualTime, turn } from '../support/manual-time.ts';
import { MemoryJournal, MemoryLedger } from './memory-ledger.ts';
import { LEASE_MS } from './test-node.ts';

const STEP_MS = 50;

/** A leader that serves, whose main thread a test may starve, and the thread that keeps its lease. */
async function leader() {
  const time = new ManualTime('2026-11-20T15:00:00Z');
  const journal = new MemoryJournal(time);
  const ledger = new MemoryLedger(journal);
  const other = new MemoryLedger(journal);
  const cell = new LeaseCell();
  const main = { isStarved: false };
  const every = (ms: number, callback: () => void) => time.every(ms, () => main.isStarved || callback());
  await ledger.claim(0, 'a', LEASE_MS, NO_MARK);
  const timers = { nowMs: () => time.nowMs(), every };
  const own = { node: 'a', cell, leaseMs: LEASE_MS };
  const leadership = new Leadership({ ledger, epoch: 1, ...own, takenAtMs: time.nowMs(), timers });
  leadership.served();
  const kept: number[] = [];
  other.fate = () => {
    kept.push(time.nowMs());
    return 'answered';
  };
  const hosts = { problem: async (): Promise<string | null> => null };
  const checkNow = () => hosts.problem();
  new LeaseKeeper({ ...own, openLedger: async () => other, hosts: { checkNow }, timers: time });
  const pass = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      time.advanceMs(STEP_MS);
      for (let count = 0; count < 4; count++) await turn();
    }
  };
  return { time, journal, leadership, main, kept, other, hosts, pass };
}

test('a main thread that renews its lease by itself is left alone', async () => {
  const { leadership, kept, pass } = await leader();
  await pass(5 * LEASE_MS);
  expect([leadership.isValid, kept]).toEqual([true, []]);
});

test('a main thread that is late for less than a lease keeps it (J5)', async () => {
  const { journal, leadership, main, pass } = await leader();
  for (let count = 0; count < 5; count++) {
    main.isStarved = true;
    await pass(LEASE_MS - STEP_MS);
    expect([leadership.isValid, journal.status().isFree]).toEqual([true, false]);
    main.isStarved = false;
    await pass(200);
  }
  expect([leadership.isValid, journal.epoch]).toEqual([true, 1]);
});

test('a main thread that hangs loses its lease, and is silent before another node may take it (J5)', async () => {
  const { time, journal, leadership, main, kept, pass } = await leader();
  await pass(1000);
  const startedMs = time.nowMs();
  main.isStarved = true;
  while (leadership.isValid) await pass(STEP_MS);
  const silentMs = time.nowMs();
  while (!journal.status().isFree) await pass(STEP_MS);
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.at(-1)! - startedMs).toBeLessThan(LEASE_MS);
  expect(time.nowMs() - silentMs).toBeGreaterThanOrEqual(MARGIN_MS - STEP_MS);
  expect(time.nowMs() - startedMs).toBeLessThanOrEqual(2 * LEASE_MS + 2 * STEP_MS);
  await pass(5 * LEASE_MS);
  expect([leadership.isValid, journal.status().isFree]).toEqual([false, true]);
});

test('a renewal that did not wait for the standby does not keep the lease (J19)', async () => {
  const { journal, leadership, main, kept, pass } = await leader();
  journal.commits = { waits: 'on', standbyNames: '', standbys: 0 };
  main.isStarved = true;
  await pass(LEASE_MS);
  expect([kept.length > 0, leadership.isValid]).toEqual([true, false]);
});

test('what another node took, or was given up, is not kept (J3, J12)', async () => {
  const taken = await leader();
  taken.main.isStarved = true;
  taken.journal.change({ epoch: 2 });
  await taken.pass(LEASE_MS);
  expect([taken.kept.length > 0, taken.leadership.isValid]).toEqual([true, false]);

  const givenUp = await leader();
  // It was sent before, and arrives later.
  const late = Promise.withResolvers<'answered'>();
  givenUp.other.fate = () => late.promise;
  givenUp.main.isStarved = true;
  await givenUp.pass(LEASE_MS / 2 + 500);
  await givenUp.leadership.release();
  late.resolve('answered');
  await givenUp.pass(LEASE_MS);
  expect([givenUp.leadership.isValid, givenUp.journal.status()]).toMatchObject([false, { isFree: true, leader: '' }]);
});

test('a thread whose connection broke opens another', async () => {
  const { leadership, main, other, kept, pass } = await leader();
  other.fate = () => 'lost';
  main.isStarved = true;
  await pass(LEASE_MS / 2 + 100);
  other.isClosed = false;
  other.fate = () => {
    kept.push(0);
    return 'answered';
  };
  await pass(LEASE_MS / 2 - 200);
  expect([kept.length > 0, leadership.isValid]).toEqual([true, true]);
});

test('a lease is renewed at no server but the one at which it was taken (J27)', async () => {
  const { journal, leadership, main, kept, pass } = await leader();
  main.isStarved = true;
  // Another server has the same rows: the connection broke, and the new one is to a promoted standby.
  journal.serverRun++;
  const { untilUs } = journal.lease;
  await pass(LEASE_MS);
  expect([kept.length > 0, leadership.isValid, journal.lease.untilUs]).toEqual([true, false, untilUs]);
});

test('a lease is not renewed while several hosts take writes (J20)', async () => {
  const { journal, leadership, main, kept, pass, hosts } = await leader();
  hosts.problem = async () => 'several hosts take writes';
  main.isStarved = true;
  const { untilUs } = journal.lease;
  await pass(LEASE_MS);
  expect([kept, leadership.isValid, journal.lease.untilUs]).toEqual([[], false, untilUs]);
});

test('hosts that do not answer do not end a lease (J20)', async () => {
  const { leadership, main, kept, pass, hosts } = await leader();
  hosts.problem = () => new Promise(() => {});
  main.isStarved = true;
  await pass(LEASE_MS - STEP_MS);
  expect([kept.length > 0, leadership.isValid]).toEqual([true, true]);
});

test('a renewal that the database does not answer is sent once', async () => {
  const { main, kept, other, time, pass } = await leader();
  other.fate = () => {
    kept.push(time.nowMs());
    return new Promise(() => {});
  };
  main.isStarved = true;
  await pass(2 * LEASE_MS);
  expect(kept).toHaveLength(1);
});
