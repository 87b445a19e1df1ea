import { describe, expect, test } from 'vitest';
import { NO_MARK } from '../../src/cluster/durable-mark.ts';
import { Deposed, Leadership, MARGIN_MS, RENEWALS_A_LEASE, TAKEOVER_LEASES } from '../../src/cluster/leadership.ts';
import { LeaseCell } from '../../src/cluster/lease-cell.ts';
import { encodeGroup, hashOf, NO_HASH } from '../../src/exchange/journal/format.ts';
import { ManualTime, turn } from '../support/manual-time.ts';
import { MemoryJournal, MemoryLedger } from './memory-ledger.ts';

const LEASE_MS = 2000;

/** A node that took the shard and answers calls. */
async function taken(...parts: Parameters<typeof takingOver>) {
  const node = await takingOver(...parts);
  node.leadership.served();
  await turn();
  return node;
}

/** A node that has just taken the shard. */
async function takingOver(journal = new MemoryJournal(new ManualTime('2026-11-20T15:00:00Z')), node = 'a') {
  const ledger = new MemoryLedger(journal);
  const { time } = journal;
  const status = await ledger.claim(journal.epoch, node, LEASE_MS * TAKEOVER_LEASES, NO_MARK);
  const epoch = status?.epoch ?? 0;
  const cell = new LeaseCell();
  const lapses: number[] = [];
  const leadership = new Leadership({
    ...{ ledger, node, epoch, cell, leaseMs: LEASE_MS, takenAtMs: time.nowMs(), timers: time },
    onLapsed: (ms) => lapses.push(ms),
  });
  return { journal, ledger, leadership, cell, time, lapses };
}

function groupAfter({ groups }: MemoryJournal, line = '[1]') {
  const last = groups.at(-1);
  const firstSequence = (last?.lastSequence ?? 0) + 1;
  const previousHash = last?.hash ?? NO_HASH;
  const bytes = encodeGroup(firstSequence, [line], previousHash);
  return { firstSequence, lastSequence: firstSequence, previousHash, hash: hashOf(bytes), bytes };
}

describe('a leader', () => {
  test('keeps the shard longer until it answers calls, within the lease of the database (J16)', async () => {
    const { journal, ledger, leadership, time } = await takingOver();
    const { promise, resolve } = Promise.withResolvers<'answered'>();
    // Its machine is so busy that nothing is answered for more than a lease.
    ledger.fate = () => promise;
    time.advanceMs(2 * LEASE_MS);
    expect(leadership.isValid).toBe(true);
    leadership.served();
    ledger.fate = () => 'answered';
    resolve('answered');
    await turn();
    expect(journal.leaseLeftMs).toBe(LEASE_MS);
    ledger.fate = () => new Promise(() => {});
    time.advanceMs(LEASE_MS - MARGIN_MS - 1);
    expect(leadership.isValid).toBe(true);
    time.advanceMs(1);
    expect([leadership.isValid, journal.status().isFree]).toEqual([false, false]);
  });

  test('appends, and renews the lease at its own pace however much it appends (J3, J4)', async () => {
    const { journal, ledger, leadership, time } = await taken();
    const counts: Record<string, number> = { append: 0, renew: 0 };
    ledger.fate = (statement) => {
      counts[statement]!++;
      return 'answered';
    };
    const { untilUs } = journal.lease;
    await leadership.append(groupAfter(journal));
    expect(journal.lease.untilUs).toBe(untilUs);
    for (let ms = 0; ms < 10 * LEASE_MS; ms += 50) {
      time.advanceMs(50);
      await leadership.append(groupAfter(journal));
      await turn();
      expect(leadership.isValid).toBe(true);
    }
    expect(counts.append).toBe(journal.groups.length);
    expect(Math.abs(counts.renew! - 10 * RENEWALS_A_LEASE)).toBeLessThanOrEqual(1);
  });

  test('loses the lease where only its appends are answered (J5)', async () => {
    const { journal, ledger, leadership, time } = await taken();
    ledger.fate = (statement) => (statement === 'append' ? 'answered' : new Promise(() => {}));
    for (let ms = 0; ms < LEASE_MS - MARGIN_MS; ms += 10) {
      expect(leadership.isValid).toBe(true);
      time.advanceMs(10);
      await leadership.append(groupAfter(journal));
    }
    expect([leadership.isValid, leadership.isHeld]).toEqual([false, true]);
  });

  test('counts its lease from when the renewal is sent, as late as the answer may be (J5)', async () => {
    const { ledger, leadership, time } = await taken();
    const { promise, resolve } = Promise.withResolvers<'answered'>();
    let sentAtMs: number | undefined;
    ledger.fate = () => {
      if (sentAtMs !== undefined) return new Promise(() => {});
      sentAtMs = time.nowMs();
      return promise;
    };
    time.advanceMs(LEASE_MS / RENEWALS_A_LEASE);
    time.advanceMs(1000);
    resolve('answered');
    await turn();
    time.advanceMs(LEASE_MS - 1000 - MARGIN_MS - 1);
    expect(leadership.isValid).toBe(true);
    time.advanceMs(1);
    expect([leadership.isValid, time.nowMs() - sentAtMs!]).toEqual([false, LEASE_MS - MARGIN_MS]);
  });

  test('renews an idle lease by itself (J4)', async () => {
    const { leadership, time } = await taken();
    for (let count = 0; count < 20; count++) {
      time.advanceMs(400);
      await turn();
    }
    expect(leadership.isValid).toBe(true);
  });

  test('that nobody answers is silent before its lease is over by the clock of the database (J5)', async () => {
    const { journal, ledger, leadership, time } = await taken();
    ledger.fate = () => new Promise(() => {});
    time.advanceMs(LEASE_MS - MARGIN_MS - 1);
    expect(leadership.isValid).toBe(true);
    time.advanceMs(1);
    expect(leadership.isValid).toBe(false);
    expect(journal.status().isFree).toBe(false);
    time.advanceMs(LEASE_MS);
    expect([leadership.isValid, journal.status().isFree]).toEqual([false, true]);
  });

  test('whose lease ran out goes on with the next renewal where no other node took the shard (J5)', async () => {
    const { journal, ledger, leadership, time, lapses } = await taken();
    ledger.fate = () => new Promise(() => {});
    time.advanceMs(10 * LEASE_MS);
    await turn();
    expect([leadership.isValid, leadership.isHeld, journal.status().isFree]).toEqual([false, true, true]);
    ledger.fate = () => 'answered';
    time.advanceMs(LEASE_MS / RENEWALS_A_LEASE);
    await turn();
    expect([leadership.isValid, journal.status().isFree, journal.epoch]).toEqual([true, false, 1]);
    expect(lapses.map(Math.round)).toEqual([Math.round((9 + 1 / RENEWALS_A_LEASE) * LEASE_MS + MARGIN_MS)]);
    await leadership.append(groupAfter(journal));
    expect(journal.groups.length).toBe(1);
  });

  test('whose lease ran out is lost where another node took the shard (J3, J5)', async () => {
    const { journal, ledger, leadership, time } = await taken();
    ledger.fate = () => new Promise(() => {});
    time.advanceMs(2 * LEASE_MS);
    await taken(journal, 'b');
    ledger.fate = () => 'answered';
    time.advanceMs(LEASE_MS / RENEWALS_A_LEASE);
    expect(await leadership.lost).toBeInstanceOf(Deposed);
    expect([leadership.isHeld, journal.leader]).toEqual([false, 'b']);
    await expect(leadership.append(groupAfter(journal))).rejects.toThrow('the lease is over');
    expect(journal.groups).toEqual([]);
  });

  test('that was stopped appends where no other node took the shard, and nothing else (J3)', async () => {
    const { journal, leadership, time } = await taken();
    const nowMs = time.nowMs.bind(time);
    time.nowMs = () => nowMs() + LEASE_MS;
    expect(leadership.isValid).toBe(false);
    await leadership.append(groupAfter(journal));
    // It answers from the next renewal on.
    expect([leadership.isValid, journal.groups.length]).toEqual([false, 1]);
    time.advanceMs(LEASE_MS / RENEWALS_A_LEASE);
    await turn();
    expect(leadership.isValid).toBe(true);
    time.nowMs = () => nowMs() + 3 * LEASE_MS;
    await taken(journal, 'b');
    await expect(leadership.append(groupAfter(journal))).rejects.toThrow('another node leads the shard');
    expect([leadership.isHeld, journal.groups.length]).toEqual([false, 1]);
  });

  test('that another one replaced appends nothing, whatever it believes (J3)', async () => {
    const { journal, leadership } = await taken();
    await taken(journal, 'a');
    await expect(leadership.append(groupAfter(journal))).rejects.toThrow('another node leads the shard');
    expect(journal.groups).toEqual([]);
    expect(leadership.isValid).toBe(false);
  });

  test.each(['answer lost', 'lost'] as const)('stops with a commit of unknown outcome: %s (J6)', async (fate) => {
    const { journal, ledger, leadership } = await taken();
    ledger.fate = () => fate;
    await expect(leadership.append(groupAfter(journal))).rejects.toThrow('the connection broke');
    expect(leadership.isValid).toBe(false);
    ledger.fate = () => 'answered';
    await expect(leadership.append(groupAfter(journal))).rejects.toThrow();
    expect(journal.groups.length).toBe(fate === 'lost' ? 0 : 1);
  });

  test('answers nothing after a commit that took longer than the lease, until it is renewed (J5)', async () => {
    const { journal, ledger, leadership, time } = await taken();
    const { promise, resolve } = Promise.withResolvers<'answered'>();
    ledger.fate = (statement) => (statement === 'append' ? promise : new Promise(() => {}));
    const appended = leadership.append(groupAfter(journal));
    time.advanceMs(LEASE_MS);
    resolve('answered');
    await appended;
    expect([leadership.isValid, leadership.isHeld, journal.groups.length]).toEqual([false, true, 1]);
  });

  test('gives the lease up at once (J12)', async () => {
    const { journal, ledger, leadership, time } = await taken();
    await leadership.release();
    expect(journal.status()).toMatchObject({ isFree: true, leader: '' });
    expect(leadership.isValid).toBe(false);
    expect(ledger.isClosed).toBe(true);
    expect(time.intervals).toBe(0);
  });
});
