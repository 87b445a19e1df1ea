/** A takeover at another server of the database waits for the reports of members (docs/operate/cluster.md, J26). */
import { describe, expect, test } from 'vitest';
import { announceStart, recoverNode } from '../../src/cluster/recover-node.ts';
import { order, security } from '../exchange/venue.ts';
import { type MemoryJournal, MemoryLedger, startingJournal } from './memory-ledger.ts';
import { journalOfTest, LEASE_MS, leaderAndStandby, newMark, pass, quiet, TestNode } from './test-node.ts';

/** The server of the database is replaced by a copy, which has these groups, and all connections end. */
function replaced(journal: MemoryJournal, groups: number, ...nodes: TestNode[]) {
  journal.serverRun++;
  const lost = journal.groups.splice(groups);
  for (const ledger of nodes.flatMap(({ ledgers }) => ledgers)) ledger.isClosed = true;
  return lost;
}

async function ended(...nodes: TestNode[]): Promise<void> {
  for (const { node, exchange } of nodes) {
    await node.end();
    await exchange.stop().catch(() => {});
  }
}

describe('a takeover at another server of the database', () => {
  test('waits for the node that knows what the server lacks, and is refused then (J26)', async () => {
    const journal = journalOfTest();
    const { time } = journal;
    const [a, b] = await leaderAndStandby(journal);
    for (let count = 0; count < 6; count++) await a.exchange.submit(count === 0 ? security() : order());
    await pass(time, 1200);
    // The leader loses its power and its mark; the journal is restored without its last groups.
    await a.node.end();
    const { node: _, ...row } = { ...journal.members.get('b')! };
    replaced(journal, 2, a, b);
    journal.expire();
    // The row of the other node is as old as the copy.
    journal.members.set('b', { ...row, node: 'b', durable: { ...row.durable, sequence: 0 }, serverRun: '1' });
    const again = new TestNode(journal, 'a', {
      mark: newMark(),
    });
    b.ledgers[0]!.isClosed = true;
    again.node.start();
    for (let count = 0; count < 60; count++) {
      expect(again.node.leads).toBe(false);
      await pass(time, 50);
    }
    expect([again.node.role, again.node.troubles.has('rewound')]).toEqual(['standby', true]);
    expect(again.node.troubles.closing).toContain('which node b knows to be durable');
    await ended(b, again);
  });

  test('learns of a node whose own takeover is under way what the server lacks (J26)', async () => {
    const journal = journalOfTest();
    const { time } = journal;
    const begun = Promise.withResolvers<void>();
    const mark = newMark();
    const a = new TestNode(journal, 'a', { mark, begin: () => begun.promise });
    const b = new TestNode(journal, 'b');
    for (const { node } of [a, b]) {
      node.start();
      await pass(time, 200);
    }
    expect(a.node.role).toBe('taking over');
    // What it read when it took over, and nobody else did.
    mark.advance({ sequence: 1, hash: Buffer.alloc(32, 7) });
    replaced(journal, 0, a, b);
    journal.expire();
    for (let count = 0; count < 60; count++) {
      await pass(time, 50);
      expect(b.node.leads).toBe(false);
    }
    expect(journal.members.get('a')).toMatchObject({ role: 'taking over', serverRun: '2' });
    expect(b.node.troubles.closing).toContain('which node a knows to be durable');
    begun.resolve();
    await ended(a, b);
  });

  test('learns of a node that still reads its files what the server lacks (J26)', async () => {
    const journal = journalOfTest();
    const { time } = journal;
    const [a, b] = await leaderAndStandby(journal);
    // The leader ends; it alone knows that its last command is durable.
    const mark = newMark();
    mark.advance({ sequence: 9, hash: Buffer.alloc(32, 7) });
    replaced(journal, journal.groups.length, a, b);
    await ended(a);
    journal.expire();
    await announceStart(new MemoryLedger(journal), { node: 'a', rules: 1, version: 'test', mark });
    for (let count = 0; count < 80; count++) {
      await pass(time, 50);
      expect(b.node.leads).toBe(false);
    }
    expect(b.node.troubles.closing).toContain('which node a knows to be durable');
    await ended(b);
  });

  test('waits for a member that a majority can do without for the time of a lease (J26)', async () => {
    const journal = journalOfTest();
    const { time } = journal;
    const warned: [object, string][] = [];
    const log = { ...quiet, warn: (fields: object, message: string) => warned.push([fields, message]) };
    const nodes = [
      new TestNode(journal, 'a'),
      new TestNode(journal, 'b', { log }),
      new TestNode(journal, 'c'),
    ] as const;
    const [a, b, c] = nodes;
    for (const { node } of nodes) {
      node.start();
      await pass(time, 200);
    }
    await c.node.end();
    replaced(journal, journal.groups.length, ...nodes);
    await pass(time, LEASE_MS - 200);
    expect([journal.leader, b.node.leads]).toEqual(['', false]);
    await pass(time, 400);
    expect(b.node.serves).toBe(true);
    expect(warned).toContainEqual([{ nodes: ['c'] }, 'members have not reported to this server of the database']);
    await ended(a, b);
  });

  test('waits for a majority of the members, or for the word of the operator (J26)', async () => {
    const journal = journalOfTest();
    const { time } = journal;
    const [a, b] = await leaderAndStandby(journal);
    await b.node.end();
    // However long it has been gone.
    await pass(time, 20_000);
    replaced(journal, journal.groups.length, a, b);
    await pass(time, 20_000);
    expect(journal.members.get('a')).toMatchObject({ role: 'deposed', serverRun: '2' });
    const again = new TestNode(journal, 'a', { mark: a.nextMark });
    again.node.start();
    await pass(time, 20_000);
    expect([again.node.leads, again.node.troubles.has('members')]).toEqual([false, true]);
    expect(again.node.troubles.awaiting).toContain('b have not reported');
    // It is no reason to follow nothing.
    expect(again.node.troubles.closing).toBe(null);
    // As `admin -- cluster members remove b`.
    journal.members.delete('b');
    await pass(time, 1200);
    expect([again.node.serves, again.node.troubles.awaiting]).toEqual([true, null]);
    await ended(again);
    await a.exchange.stop();
  });

  test('does not count a node that starts for the first time at it (J26)', async () => {
    const journal = journalOfTest();
    const { time } = journal;
    const [a, b] = await leaderAndStandby(journal);
    await b.node.end();
    replaced(journal, journal.groups.length, a, b);
    await pass(time, 20_000);
    const nodes = [
      new TestNode(journal, 'a', { mark: a.nextMark }),
      ...['c', 'd'].map((name) => new TestNode(journal, name)),
    ];
    for (const { node } of nodes) node.start();
    await pass(time, 20_000);
    for (const { node } of nodes) {
      expect([node.leads, node.troubles.awaiting]).toEqual([false, expect.stringContaining('b have not reported')]);
    }
    // As `admin -- cluster members remove b`.
    journal.members.delete('b');
    await pass(time, 1200);
    expect(nodes.filter(({ node }) => node.serves)).toHaveLength(1);
    await ended(...nodes);
    await a.exchange.stop();
  });

  test('takes a member whose folder was emptied for one that has not reported (J26)', async () => {
    const journal = journalOfTest();
    const { time } = journal;
    const nodes = ['a', 'b', 'c'].map((name) => new TestNode(journal, name));
    for (const { node } of nodes) {
      node.start();
      await pass(time, 200);
    }
    const [a, b, c] = nodes as [TestNode, TestNode, TestNode];
    await a.exchange.submit(security());
    await pass(time, 1200);
    await b.node.end();
    await c.node.end();
    replaced(journal, journal.groups.length, a, b, c);
    // The leader reports, and is gone too.
    await pass(time, 1000);
    await ended(a);
    // As after the loss of its disk: its name, and nothing else.
    const emptied = new TestNode(journal, 'c');
    emptied.node.start();
    await pass(time, 20_000);
    expect([emptied.node.leads, emptied.node.troubles.has('members')]).toEqual([false, true]);
    expect(emptied.node.troubles.awaiting).toContain('b, c have not reported');
    // Whatever it copies meanwhile, and however often it starts, until a majority has reported.
    await emptied.node.end();
    const later = new TestNode(journal, 'c', { mark: emptied.nextMark });
    later.node.start();
    await pass(time, 20_000);
    expect(later.node.leads).toBe(false);
    const next = new TestNode(journal, 'b', { mark: b.nextMark });
    next.node.start();
    await pass(time, LEASE_MS + 2000);
    expect([next.node.serves, later.node.serves].filter(Boolean)).toHaveLength(1);
    await ended(later, next);
  });

  test('has the report of an emptied member before it copies, though its first was lost (J26)', async () => {
    const journal = journalOfTest();
    const { time } = journal;
    const [a, b] = await leaderAndStandby(journal);
    await a.exchange.submit(security());
    await pass(time, 1200);
    await ended(a, b);
    replaced(journal, journal.groups.length, a, b);
    const [mark, ledger] = [newMark(), new MemoryLedger(journal)];
    const emptied = new TestNode(journal, 'b', { mark });
    const own = { node: 'b', rules: 1, version: 'test', mark };
    const starting = startingJournal(journal, (at) => announceStart(at, own));
    // The report of its start never came. It starts from the copy, and reports what that has.
    await recoverNode(starting, { recover: () => emptied.exchange, setAside: () => {}, mark }, () => {});
    emptied.node.start();
    await pass(time, 1200);
    expect(journal.members.get('b')!.durable.sequence).toBeGreaterThan(0);
    const members = await ledger.read('members', 0);
    expect(members.find(({ node }) => node === 'b')).toMatchObject({ hasReported: false });
    await ended(emptied);
  });

  test('counts a member that began with an empty folder at a journal that was led (J26)', async () => {
    const journal = journalOfTest();
    const { time } = journal;
    const [a, b] = await leaderAndStandby(journal);
    await a.exchange.submit(security());
    await b.node.end();
    // It is not level, and knows one group.
    const mark = newMark();
    const openLedger = async () => {
      const ledger = new MemoryLedger(journal);
      ledger.fate = (statement) => (statement === 'groups' ? 'lost' : 'answered');
      return ledger;
    };
    const emptied = new TestNode(journal, 'b', { mark, openLedger });
    emptied.node.start();
    await pass(time, 1200);
    mark.advance(journal.groups.map(({ lastSequence: sequence, hash }) => ({ sequence, hash }))[0]!);
    await pass(time, 1200);
    expect(emptied.exchange.sequence).toBe(0);
    replaced(journal, journal.groups.length, a, emptied);
    await pass(time, 1200);
    const members = await new MemoryLedger(journal).read('members', 0);
    expect(members.map(({ node, hasReported }) => [node, hasReported])).toEqual([
      ['a', true],
      ['b', true],
    ]);
    await ended(a, emptied);
  });

  test('counts a member that has never started (J26)', async () => {
    const journal = journalOfTest();
    const { time } = journal;
    const [a, b] = await leaderAndStandby(journal);
    // As `admin -- cluster members add c` and `d`.
    for (const node of ['c', 'd']) {
      journal.members.set(node, { ...journal.members.get('b')!, node, seenUs: 0, serverRun: '0' });
    }
    replaced(journal, journal.groups.length, a, b);
    await pass(time, 20_000);
    expect([b.node.leads, b.node.troubles.has('members')]).toEqual([false, true]);
    const c = new TestNode(journal, 'c');
    c.node.start();
    await pass(time, 1200);
    expect([b.node.serves, c.node.serves].filter(Boolean)).toHaveLength(1);
    await ended(a, b, c);
  });

  test('a leader that fell waits for nobody where the server stays the same (J26)', async () => {
    const journal = journalOfTest();
    const { time } = journal;
    const [a, b] = await leaderAndStandby(journal);
    await a.node.end();
    a.ledgers[0]!.isClosed = true;
    journal.expire();
    await pass(time, 100);
    expect(b.node.serves).toBe(true);
    // A node that starts waits for nobody either.
    await b.node.end();
    b.ledgers[0]!.isClosed = true;
    journal.expire();
    const next = new TestNode(journal, 'c');
    next.node.start();
    await pass(time, 100);
    expect(next.node.serves).toBe(true);
    await ended(b, next);
  });
});
