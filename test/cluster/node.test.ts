import { describe, expect, test } from 'vitest';
import { NO_MARK } from '../../src/cluster/durable-mark.ts';
import { announceStart, recoverNode } from '../../src/cluster/recover-node.ts';
import { DOLLAR, idOfOrder, order, security } from '../exchange/venue.ts';
import { turn } from '../support/manual-time.ts';
import { MemoryLedger, startingJournal } from './memory-ledger.ts';
import { journalOfTest, LEASE_MS, leaderAndStandby, newMark, pass, quiet, TestNode } from './test-node.ts';

describe('nodes', () => {
  test('one leads, the other follows it and takes over with every acknowledged command (J1, J4, J7)', async () => {
    const journal = journalOfTest();
    const { time } = journal;
    const [a, b] = [new TestNode(journal, 'a'), new TestNode(journal, 'b')];
    a.node.start();
    await pass(time, 200);
    b.node.start();
    await a.exchange.submit(security());
    const orderId = idOfOrder(await a.exchange.submit(order({ price: 10 * DOLLAR })));
    await pass(time, 200);
    expect([a.node.role, b.node.role]).toEqual(['leader', 'standby']);
    expect(b.exchange.order(orderId)).toEqual(a.exchange.order(orderId));
    await expect(b.exchange.submit(order())).rejects.toThrow('this node is a standby');
    // Its connection breaks in the middle of an append.
    a.ledgers[0]!.fate = () => 'answer lost';
    await expect(a.exchange.submit(order())).rejects.toThrow('the outcome of this call is unknown');
    expect((await a.node.failed).message).toContain('the connection broke');
    expect(a.node.serves).toBe(false);
    // Over another connection it says that it may be taken.
    expect(a.ledgers.length).toBe(2);
    await pass(time, 100);
    expect(b.node.serves).toBe(true);
    expect(b.node.epoch).toBe(2);
    // Whether the order of unknown outcome is there, the journal knows.
    expect(b.exchange.sequence).toBe(journal.sequence);
    expect(b.exchange.order(orderId)?.status).toBe('Live');
    expect((await b.exchange.submit(order())).ok).toBe(true);
    await b.node.end();
    await b.exchange.stop();
  });

  test('a handover goes to the other node at once, and is not made without another node (J12)', async () => {
    const journal = journalOfTest();
    const { time } = journal;
    const [a, b] = [new TestNode(journal, 'a'), new TestNode(journal, 'b')];
    a.node.start();
    await pass(time, 200);
    journal.change({ handoverAsked: true });
    await pass(time, 1000);
    expect(a.handovers).toBe(0);
    b.node.start();
    await pass(time, 2000);
    expect(a.handovers).toBe(1);
    await a.node.end();
    await a.exchange.stop();
    await pass(time, 100);
    expect(b.node.serves).toBe(true);
    await b.node.end();
    await b.exchange.stop();
  });

  test('nothing is handed over to a node that is deposed, or was not seen for a while (J12)', async () => {
    const journal = journalOfTest();
    const { time } = journal;
    const a = new TestNode(journal, 'a');
    a.node.start();
    await pass(time, 200);
    const about = {
      address: '',
      linkAddress: '',
      epoch: 1,
      sequence: 0,
      rules: 1,
      clockMs: 0,
      lagMs: 0,
      version: 'test',
      shared: null,
    };
    const row = { node: 'b', ...about, durable: NO_MARK };
    journal.change({ handoverAsked: true });
    for (const [role, ageMs] of [
      ['deposed', 0],
      ['taking over', 0],
      ['standby', 6000],
    ] as const) {
      journal.members.set('b', { ...row, role, serverRun: '1', seenUs: time.nowUs() - ageMs * 1000 });
      await pass(time, 400);
      expect(a.handovers).toBe(0);
    }
    journal.members.set('b', { ...row, role: 'standby', serverRun: '1', seenUs: time.nowUs() });
    await pass(time, 400);
    expect(a.handovers).toBe(1);
    await a.node.end();
    await a.exchange.stop();
  });

  test('a node with a wrong clock or a full disk does not take over (J8)', async () => {
    const journal = journalOfTest();
    const wrong = { nowUs: () => journal.time.nowUs() + 300_000 };
    const a = new TestNode(journal, 'a', { clock: wrong });
    const b = new TestNode(journal, 'b', { notEligibleReason: () => 'the disk is full' });
    a.node.start();
    b.node.start();
    await pass(journal.time, 500);
    expect([a.node.role, b.node.role, journal.epoch]).toEqual(['standby', 'standby', 0]);
    expect(a.node.clockMs).toBe(300);
    await a.node.end();
    await b.node.end();
  });

  test('a late answer of the database does not make a right clock wrong, nor a wrong one right (J8)', async () => {
    const journal = journalOfTest();
    const { time } = journal;
    let aheadUs = 0;
    const a = new TestNode(journal, 'a', { clock: { nowUs: () => time.nowUs() + aheadUs } });
    a.node.start();
    await pass(time, 200);
    // The database reads its clock at once, and the answer is on its way for 700 ms.
    const late = async () => {
      const answers: (() => void)[] = [];
      a.ledgers[0]!.late = () => new Promise<void>((resolve) => void answers.push(resolve));
      await pass(time, 350);
      a.ledgers[0]!.late = async () => {};
      await pass(time, 350);
      for (const answer of answers) answer();
      await pass(time, 50);
      return Math.round(a.node.clockMs);
    };
    expect(Math.abs(await late())).toBeLessThan(250);
    aheadUs = 2_000_000;
    expect(await late()).toBeGreaterThan(1500);
    await a.node.end();
    await a.exchange.stop();
  });

  test('a leader whose clock goes wrong hands over to a node whose clock is right, and to no other (J8)', async () => {
    const journal = journalOfTest();
    const { time } = journal;
    let aheadUs = 0;
    const stepped = { nowUs: () => time.nowUs() + aheadUs };
    const warned: string[] = [];
    const log = { ...quiet, warn: (_: object, message: string) => warned.push(message) };
    const a = new TestNode(journal, 'a', { clock: stepped, log });
    a.node.start();
    await pass(time, 200);
    aheadUs = 300_000;
    const wrong = new TestNode(journal, 'wrong', { clock: stepped });
    wrong.node.start();
    await pass(time, 7000);
    expect([a.node.serves, a.handovers]).toEqual([true, 0]);
    expect(warned).toContain('the clock of the machine that leads the venue is wrong');
    const right = new TestNode(journal, 'right');
    right.node.start();
    await pass(time, 2000);
    expect(a.handovers).toBe(1);
    for (const { node } of [a, wrong, right]) await node.end();
    await a.exchange.stop();
  });

  test('a standby is notified at once when the venue is given up (J12)', async () => {
    const journal = journalOfTest();
    const [a, b] = await leaderAndStandby(journal);
    await a.node.end();
    await a.exchange.stop();
    // No time passes: nothing is polled.
    for (let count = 0; count < 20; count++) await turn();
    expect(b.node.serves).toBe(true);
    await b.node.end();
    await b.exchange.stop();
  });

  test('a node that comes back takes its own lease without waiting for its end', async () => {
    const journal = journalOfTest();
    const a = new TestNode(journal, 'a');
    a.node.start();
    await pass(journal.time, 100);
    const again = new TestNode(journal, 'a');
    again.node.start();
    await pass(journal.time, 100);
    expect([again.node.serves, again.node.epoch]).toEqual([true, 2]);
    await pass(journal.time, 500);
    expect(a.node.role).toBe('deposed');
    await again.node.end();
    await again.exchange.stop();
  });

  test('a process that starts releases the lease of an earlier one of its node, and no later lease (J4)', async () => {
    const journal = journalOfTest();
    const ledger = new MemoryLedger(journal);
    await ledger.claim(0, 'a', LEASE_MS, NO_MARK);
    const starting = { rules: 1, version: 'test', mark: newMark() };
    await announceStart(ledger, { node: 'b', ...starting });
    expect(journal.status()).toMatchObject({ leader: 'a', isFree: false });
    await announceStart(ledger, { node: 'a', ...starting });
    expect(journal.status()).toMatchObject({ leader: '', isFree: true });
    await ledger.claim(1, 'a', LEASE_MS, NO_MARK);
    // What was sent before the claim, and arrives now.
    await ledger.renew(1, 'a', 0);
    expect(journal.status()).toMatchObject({ leader: 'a', isFree: false, epoch: 2 });
  });

  test('a node restarts when the journal does not have its copy (J9)', async () => {
    const journal = journalOfTest();
    const a = new TestNode(journal, 'a');
    a.node.start();
    await pass(journal.time, 100);
    await a.exchange.submit(security());
    const b = new TestNode(journal, 'b');
    b.node.start();
    await pass(journal.time, 100);
    // A fail-over of the database lost what was not acknowledged.
    journal.groups.splice(0);
    await pass(journal.time, 100);
    expect((await b.node.failed).message).toContain('the journal ends at command 0');
    await a.node.end();
  });

  test('goes on by the rules that all nodes know (J14)', async () => {
    const journal = journalOfTest();
    const about = (rules: number) => () => ({ address: '', linkAddress: '', rules, version: 'test' });
    const begun: number[] = [];
    const begin = async (rules: number) => void begun.push(rules);
    const old = new TestNode(journal, 'old', { about: about(1), notEligibleReason: () => 'it is old' });
    old.node.start();
    await pass(journal.time, 100);
    const fresh = new TestNode(journal, 'new', { about: about(2), begin });
    fresh.node.start();
    await pass(journal.time, 100);
    expect([fresh.node.serves, begun]).toEqual([true, [1]]);
    await old.node.end();
    await pass(journal.time, 6000);
    const next = new TestNode(journal, 'new', { about: about(2), begin });
    next.node.start();
    await pass(journal.time, 100);
    expect([next.node.serves, begun]).toEqual([true, [1, 2]]);
    for (const { node, exchange } of [fresh, next]) {
      await node.end();
      await exchange.stop().catch(() => {});
    }
  });

  test('a standby reports a command as settled once its own commit has waited (J15)', async () => {
    const journal = journalOfTest();
    const { time } = journal;
    const [a, b] = [new TestNode(journal, 'a'), new TestNode(journal, 'b')];
    a.node.start();
    await pass(time, 200);
    const settled: number[] = [];
    b.node.onSettled((sequence) => settled.push(sequence));
    b.node.start();
    await pass(time, 200);
    const before = settled.at(-1);
    // The database warns of each of its commits.
    b.ledgers[0]!.fate = (statement) => (statement === 'report' ? 'answer lost' : 'answered');
    await a.exchange.submit(security());
    await pass(time, 2000);
    expect([b.exchange.sequence, settled.at(-1)]).toEqual([before, before]);
    expect(before).toBeLessThan(journal.sequence);
    b.ledgers[0]!.fate = () => 'answered';
    await pass(time, 1500);
    expect(settled.at(-1)).toBe(journal.sequence);
    expect([a.node.leads, b.node.leads]).toEqual([true, false]);
    for (const { node } of [a, b]) await node.end();
    await a.exchange.stop();
  });

  test('a standby believes what it had when its commit began, and not what it read since (J15)', async () => {
    const journal = journalOfTest();
    const { time } = journal;
    const [a, b] = await leaderAndStandby(journal);
    const settled: number[] = [];
    b.node.onSettled((sequence) => settled.push(sequence));
    await a.exchange.submit(security());
    await pass(time, 1200);
    const before = settled.at(-1);
    const reported = Promise.withResolvers<'answered'>();
    b.ledgers[0]!.fate = (statement) => (statement === 'report' ? reported.promise : 'answered');
    await pass(time, 1000);
    // It reads this while its own commit is under way, which may come before this one.
    await a.exchange.submit(order());
    await pass(time, 200);
    expect(b.exchange.sequence).toBe(before);
    reported.resolve('answered');
    await pass(time, 1200);
    expect([settled.at(-1), b.exchange.sequence]).toEqual([journal.sequence, journal.sequence]);
    for (const { node } of [a, b]) await node.end();
    await a.exchange.stop();
  });

  test('a node does not count as settled what it read at its start where commits do not wait (J15, J19)', async () => {
    const journal = journalOfTest();
    const { time } = journal;
    const [a, mark] = [new TestNode(journal, 'a'), newMark()];
    a.node.start();
    await pass(time, 200);
    await a.exchange.submit(security());
    const { commits } = journal;
    journal.commits = { ...commits, standbyNames: '', standbys: 0 };
    const b = new TestNode(journal, 'b', { mark });
    await recoverNode(startingJournal(journal), { recover: () => b.exchange, setAside: () => {}, mark }, () => {});
    const settled: number[] = [];
    b.node.onSettled((sequence) => settled.push(sequence));
    b.node.start();
    await pass(time, 3000);
    expect(b.exchange.sequence).toBe(journal.sequence);
    expect([settled, mark.value.sequence < journal.sequence]).toEqual([[], true]);
    journal.commits = commits;
    await pass(time, 1500);
    expect([settled.at(-1), mark.value.sequence]).toEqual([journal.sequence, journal.sequence]);
    for (const { node } of [a, b]) await node.end();
    await a.exchange.stop().catch(() => {});
  });

  test('a standby marks what the leader acknowledged as soon as its copy has it (J17)', async () => {
    const journal = journalOfTest();
    const { time } = journal;
    const mark = newMark();
    const [a, b] = [new TestNode(journal, 'a'), new TestNode(journal, 'b', { mark })];
    a.node.start();
    await pass(time, 200);
    b.node.start();
    await pass(time, 200);
    // It cannot commit by itself.
    b.ledgers[0]!.fate = (statement) => (statement === 'report' ? 'lost' : 'answered');
    b.node.acknowledged(0);
    const before = mark.value.sequence;
    await a.exchange.submit(security());
    await pass(time, 100);
    expect(mark.value.sequence).toBe(before);
    b.node.acknowledged(journal.sequence);
    await pass(time, 100);
    expect([b.exchange.sequence, mark.value.sequence]).toEqual([journal.sequence, journal.sequence]);
    for (const { node } of [a, b]) await node.end();
    await a.exchange.stop();
  });

  test('a leader that ends gives the shard up before it closes its files (J12)', async () => {
    const journal = journalOfTest();
    const a = new TestNode(journal, 'a');
    a.node.start();
    await pass(journal.time, 200);
    const closed = Promise.withResolvers<void>();
    const { files } = a.exchange;
    const isFree: boolean[] = [];
    files.stop = async () => {
      isFree.push(journal.status().isFree);
      await closed.promise;
    };
    await a.node.end();
    const stopped = a.exchange.stop();
    await pass(journal.time, 50);
    expect([isFree, journal.status().leader]).toEqual([[true], '']);
    closed.resolve();
    await stopped;
  });

  test('a standby whose connection broke opens another (J6)', async () => {
    const journal = journalOfTest();
    const [a, b] = await leaderAndStandby(journal);
    b.ledgers[0]!.close();
    await a.exchange.submit(security());
    await pass(journal.time, 200);
    expect(b.ledgers.length).toBe(2);
    expect(b.exchange.sequence).toBe(journal.sequence);
    expect(b.node.lag.groups).toBe(0);
    await b.node.end();
    await a.node.end();
    await a.exchange.stop();
  });
});
