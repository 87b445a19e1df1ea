import { describe, expect, test } from 'vitest';
import type { ClockCheck } from '../../src/cluster/clock-check.ts';
import type { DurableMark } from '../../src/cluster/durable-mark.ts';
import { Handover } from '../../src/cluster/handover.ts';
import type { Leadership } from '../../src/cluster/leadership.ts';
import type { Ledger } from '../../src/cluster/ledger.ts';
import { type LocalCopy, PostgresJournal } from '../../src/cluster/postgres-journal.ts';
import type { Complaints } from '../../src/time/complaints.ts';
import { security } from '../exchange/venue.ts';
import { turn } from '../support/manual-time.ts';
import type { MemoryJournal } from './memory-ledger.ts';
import { journalOfTest, leaderAndStandby, pass, TestNode } from './test-node.ts';

describe('a handover', () => {
  test.each([
    [5000, 0],
    [5001, 1],
  ])('of a leader whose clock has been wrong for %i ms: %i (J8)', async (wrongForMs, times) => {
    let handovers = 0;
    const other = { node: 'b', role: 'standby', seenMsAgo: 0, clockMs: 0 };
    const ledger = { read: async () => [other] } as unknown as Ledger;
    const handover = new Handover({
      node: 'a',
      clock: { aheadMs: 300, isWrong: true, wrongForMs } as ClockCheck,
      isLeader: () => true,
      complaints: { log: () => {} } as unknown as Complaints,
      onHandover: () => handovers++,
    });
    handover.watchClock(ledger);
    await turn();
    expect(handovers).toBe(times);
  });

  test.each(['deposed', 'leader', 'taking over'])('is made to no node that is %s (J12)', async (role) => {
    const journal = journalOfTest();
    const [a, b] = await leaderAndStandby(journal);
    await b.node.end();
    // Its last report stays a moment old, however often it is read.
    const last = { ...journal.members.get('b')!, seenUs: Number.POSITIVE_INFINITY };
    journal.members.set('b', { ...last, role });
    journal.change({ handoverAsked: true });
    await pass(journal.time, 1000);
    expect([a.handovers, a.node.serves]).toEqual([0, true]);
    journal.members.set('b', { ...last, role: 'standby' });
    await pass(journal.time, 1000);
    expect(a.handovers).toBe(1);
    await a.node.end();
    await a.exchange.stop();
  });

  test('is made to no node that may not lead, and is once it may (J8, J12)', async () => {
    const journal = journalOfTest();
    let reason: string | null = 'its order history catches up';
    const a = new TestNode(journal, 'a');
    const b = new TestNode(journal, 'b', { notEligibleReason: () => reason });
    for (const { node } of [a, b]) {
      node.start();
      await pass(journal.time, 200);
    }
    journal.change({ handoverAsked: true });
    await pass(journal.time, 2000);
    expect([a.handovers, journal.members.get('b')?.role]).toEqual([0, 'not eligible']);
    reason = null;
    await pass(journal.time, 2000);
    expect([a.handovers, journal.members.get('b')?.role]).toEqual([1, 'standby']);
    for (const { node } of [a, b]) await node.end();
    await a.exchange.stop();
  });

  test.each([false, true])(
    'gives the lease up before the files are closed, also where that fails: %s',
    async (fails) => {
      const steps: string[] = [];
      const step = (name: string) => async () => {
        steps.push(`${name} begins`);
        await turn();
        steps.push(`${name} ends`);
        if (fails) throw new Error(name);
        return true;
      };
      const leadership = { release: step('release') } as Partial<Leadership> as Leadership;
      const copy = { stop: step('close') as () => Promise<unknown> } as LocalCopy;
      await new PostgresJournal(leadership, copy, {} as DurableMark).stop().catch(() => {});
      expect(steps).toEqual(['release begins', 'release ends', 'close begins', 'close ends']);
    },
  );
});

/** The reports of a standby from now on, each of which waits for a test to answer it; the first was sent. */
async function heldReports({ ledgers }: TestNode, { time }: MemoryJournal) {
  const reports: PromiseWithResolvers<'answered'>[] = [];
  const isReporting = Promise.withResolvers<void>();
  ledgers[0]!.fate = (statement) => {
    if (statement !== 'report') return 'answered';
    isReporting.resolve();
    reports.push(Promise.withResolvers<'answered'>());
    return reports.at(-1)!.promise;
  };
  await pass(time, 1000);
  await isReporting.promise;
  return reports;
}

describe('standbys', () => {
  test('settle the commands they had when they reported, and not those that came meanwhile (J15)', async () => {
    const journal = journalOfTest();
    const [a, b] = await leaderAndStandby(journal);
    const settled: number[] = [];
    b.node.onSettled((sequence) => settled.push(sequence));
    const before = b.exchange.sequence;
    const reports = await heldReports(b, journal);
    await a.exchange.submit(security());
    await pass(journal.time, 200);
    // Nor does it apply them, for it would show them.
    expect(b.exchange.sequence).toBe(before);
    reports[0]!.resolve('answered');
    for (let count = 0; count < 6; count++) await turn();
    expect([Math.max(...settled), b.exchange.sequence, reports.length]).toEqual([before, before, 2]);
    reports[1]!.resolve('answered');
    b.ledgers[0]!.fate = () => 'answered';
    await pass(journal.time, 1000);
    expect([settled.at(-1), b.exchange.sequence]).toEqual([journal.sequence, journal.sequence]);
    for (const { node } of [b, a]) await node.end();
    await a.exchange.stop();
  });

  test('of a leader that acknowledges settle no command that came after their report was sent (J15)', async () => {
    const journal = journalOfTest();
    const [a, b] = await leaderAndStandby(journal);
    const before = b.exchange.sequence;
    b.node.acknowledged(before);
    const reports = await heldReports(b, journal);
    await a.exchange.submit(security());
    // A look sees the command, and waits for the leader to acknowledge it.
    b.node.wakeUp();
    for (let count = 0; count < 6; count++) await turn();
    reports[0]!.resolve('answered');
    for (let count = 0; count < 6; count++) await turn();
    expect(b.exchange.sequence).toBe(before);
    b.node.acknowledged(journal.sequence);
    for (let count = 0; count < 6; count++) await turn();
    expect(b.exchange.sequence).toBe(journal.sequence);
    b.ledgers[0]!.fate = () => 'answered';
    for (const { resolve } of reports) resolve('answered');
    for (const { node } of [b, a]) await node.end();
    await a.exchange.stop();
  });

  test('that come and go, and lose their connections, leave nothing open', async () => {
    const journal = journalOfTest();
    const { time } = journal;
    const a = new TestNode(journal, 'a');
    a.node.start();
    await pass(time, 200);
    const timers = [time.intervals, time.waiting];
    for (let count = 0; count < 5; count++) {
      const standby = new TestNode(journal, 'b');
      standby.node.start();
      await pass(time, 200);
      for (const statement of ['shard', 'groups']) {
        standby.ledgers.at(-1)!.fate = (asked) => (asked === statement ? 'lost' : 'answered');
        await a.exchange.submit(security());
        await pass(time, 200);
      }
      expect(standby.ledgers.map(({ isClosed }) => isClosed)).toEqual([true, true, false]);
      await standby.node.end();
      expect(standby.ledgers.at(-1)!.isClosed).toBe(true);
      expect([time.intervals, time.waiting]).toEqual(timers);
    }
    expect(a.ledgers.map(({ isClosed }) => isClosed)).toEqual([false]);
    await a.node.end();
    await a.exchange.stop();
  });
});
