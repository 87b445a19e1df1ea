/** What the operator of the databases can do wrong, and a cluster notices (docs/operate/cluster.md, J17, J19, J20). */
import { describe, expect, test } from 'vitest';
import { commitProblem } from '../../src/cluster/durability.ts';
import { DurableMark } from '../../src/cluster/durable-mark.ts';
import { order, security } from '../exchange/venue.ts';
import { FaultyFileSystem } from '../support/faulty-file-system.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { MemoryLedger } from './memory-ledger.ts';
import { journalOfTest, LEASE_MS, leaderAndStandby, pass, quiet, TestNode } from './test-node.ts';

const WAITING = { waits: 'on', standbyNames: '*', standbys: 1 };

async function ended(...nodes: TestNode[]): Promise<void> {
  for (const { node, exchange } of nodes) {
    await node.end();
    await exchange.stop().catch(() => {});
  }
}

/** A node whose mark a test may give to the next process of it. */
function markedNode(journal: ReturnType<typeof journalOfTest>, name: string, folder: string): TestNode {
  return new TestNode(journal, name, { mark: new DurableMark(new FaultyFileSystem(), folder) });
}

describe('a rewound journal', () => {
  test('is not taken over while a node knows more of it, and is once it is whole again (J17)', async () => {
    const journal = journalOfTest();
    const { time } = journal;
    const [a, b] = await leaderAndStandby(journal);
    for (let count = 0; count < 5; count++) await a.exchange.submit(count === 0 ? security() : order());
    await pass(time, 200);
    const { sequence } = journal;
    // Both databases are replaced by an older copy of them.
    const lost = journal.groups.splice(2);
    journal.members.clear();
    for (const ledger of [...a.ledgers, ...b.ledgers]) ledger.close();
    await pass(time, LEASE_MS + 1000);
    expect((await a.node.failed).message).toContain('the connection is closed');
    expect([b.node.role, b.node.serves, b.node.troubles.has('rewound')]).toEqual(['standby', false, true]);
    expect(b.node.troubles.closing).toMatch(/lacks commands up to \d+, which node b knows to be durable/);
    // A node that was not there before knows it from the report of the other.
    const c = new TestNode(journal, 'c');
    c.node.start();
    await pass(time, 2000);
    expect([c.node.role, c.node.serves]).toEqual(['standby', false]);
    expect(c.node.troubles.closing).toContain('which node b knows to be durable');
    journal.groups.push(...lost);
    await pass(time, 2500);
    expect([b.node.serves, c.node.serves].filter(Boolean)).toHaveLength(1);
    expect([b.exchange.sequence, c.exchange.sequence]).toEqual([journal.sequence, journal.sequence]);
    expect(journal.sequence).toBeGreaterThanOrEqual(sequence);
    await ended(a, b, c);
  });

  test('is closed by the node that leads it once another comes that knows more (J17)', async () => {
    const journal = journalOfTest();
    const { time } = journal;
    const folder = temporaryFolder();
    const a = markedNode(journal, 'a', folder);
    a.node.start();
    await pass(time, 200);
    for (let count = 0; count < 5; count++) await a.exchange.submit(count === 0 ? security() : order());
    await ended(a);
    journal.groups.splice(2);
    journal.members.clear();
    const c = new TestNode(journal, 'c');
    c.node.start();
    await pass(time, 200);
    expect(c.node.serves).toBe(true);
    const again = markedNode(journal, 'a', folder);
    again.node.start();
    await pass(time, 2500);
    expect((await c.node.failed).message).toContain('which node a knows to be durable');
    expect(c.node.serves).toBe(false);
    const next = new TestNode(journal, 'c');
    next.node.start();
    await pass(time, 2500);
    expect([again.node.role, next.node.role]).toEqual(['standby', 'standby']);
    // The operator gives up what is lost.
    journal.givenUp.push(journal.members.get('a')!.durable);
    await pass(time, 2500);
    expect([again.node.serves, next.node.serves].filter(Boolean)).toHaveLength(1);
    await ended(c, again, next);
  });

  test('a claim writes what the node knows to be durable into the history of the shard (J17)', async () => {
    const journal = journalOfTest();
    const [a, b] = await leaderAndStandby(journal);
    await a.exchange.submit(security());
    await a.exchange.submit(order());
    await pass(journal.time, 1200);
    const { hash, lastSequence } = journal.groups.at(-1)!;
    await ended(a);
    await pass(journal.time, 100);
    expect(journal.claims.at(-1)).toMatchObject({ sequence: lastSequence, hash });
    await ended(b);
  });
});

describe('commits that do not wait', () => {
  test.each([
    { waits: 'remote_write', standbyNames: '*', standbys: 1 },
    { waits: 'on', standbyNames: '', standbys: 0 },
  ])('end the acknowledgements until they wait again: %o (J19)', async (unsafe) => {
    const journal = journalOfTest();
    const { time } = journal;
    const [a, b] = await leaderAndStandby(journal);
    await a.exchange.submit(security());
    journal.commits = unsafe;
    await expect(a.exchange.submit(order())).rejects.toThrow('the outcome of this call is unknown');
    expect((await a.node.failed).message).toContain('commits of the journal do not wait');
    await pass(time, LEASE_MS + 2000);
    expect([b.node.role, b.node.serves]).toEqual(['standby', false]);
    journal.commits = WAITING;
    await pass(time, 1500);
    expect([b.node.serves, b.node.troubles.has('durability')]).toEqual([true, false]);
    await ended(a, b);
  });

  test('are noticed by a node that leads and has nothing to write (J19)', async () => {
    const journal = journalOfTest();
    const [a, b] = await leaderAndStandby(journal);
    journal.commits = { ...WAITING, standbyNames: ' ' };
    await pass(journal.time, LEASE_MS);
    expect((await a.node.failed).message).toContain('synchronous_standby_names is empty');
    await ended(a, b);
  });

  test('are noticed with a renewal of the lease, also where no report is answered (J19)', async () => {
    const journal = journalOfTest();
    const [a, b] = await leaderAndStandby(journal);
    a.ledgers[0]!.fate = (statement) => (statement === 'report' ? new Promise(() => {}) : 'answered');
    journal.commits = { ...WAITING, standbyNames: '', standbys: 0 };
    await pass(journal.time, LEASE_MS / 2);
    expect((await a.node.failed).message).toContain('synchronous_standby_names is empty');
    await ended(b);
  });

  test('are noticed by the claim of the venue: nobody serves until they wait again (J19)', async () => {
    const journal = journalOfTest();
    const a = new TestNode(journal, 'a', {
      openLedger: async () => {
        const ledger = new MemoryLedger(journal);
        // Switched off between the look before and the claim.
        ledger.fate = (statement) => {
          if (statement === 'claim' && journal.epoch === 0) journal.commits = { ...WAITING, waits: 'local' };
          return 'answered';
        };
        return ledger;
      },
    });
    a.node.start();
    await pass(journal.time, 200);
    expect([a.node.serves, a.served, journal.epoch]).toEqual([false, 0, 1]);
    journal.commits = WAITING;
    await pass(journal.time, 1500);
    expect([a.node.serves, a.served]).toEqual([true, 1]);
    await ended(a);
  });

  test('are noticed on a new connection, before a report is answered (J19)', async () => {
    const journal = journalOfTest();
    journal.commits = { ...WAITING, waits: 'off' };
    const a = new TestNode(journal, 'a', {
      openLedger: async () => {
        const ledger = new MemoryLedger(journal);
        ledger.fate = (statement) => (statement === 'report' ? new Promise(() => {}) : 'answered');
        return ledger;
      },
    });
    a.node.start();
    await pass(journal.time, 200);
    expect(a.node.troubles.closing).toContain('synchronous_commit is off');
  });

  test('are warned of where no standby is required, and the venue goes on (J19)', async () => {
    const journal = journalOfTest();
    const warned: object[] = [];
    const log = { ...quiet, warn: (fields: object) => warned.push(fields) };
    const a = new TestNode(journal, 'a', { requiresStandby: false, log });
    a.node.start();
    await pass(journal.time, 200);
    journal.commits = { ...WAITING, standbyNames: '', standbys: 0 };
    await a.exchange.submit(security());
    await pass(journal.time, 1200);
    expect([a.node.serves, a.node.troubles.has('durability'), a.node.troubles.standbys]).toEqual([true, true, 0]);
    expect(warned).toHaveLength(1);
    await ended(a);
  });

  test('only commits that wait for a standby to flush them are durable', () => {
    const waits = ['off', 'local', 'remote_write', 'on', 'remote_apply'];
    const durable = waits.filter((one) => commitProblem({ waits: one, standbyNames: '*' }) === null);
    expect(durable).toEqual(['on', 'remote_apply']);
  });
});

describe('two primaries', () => {
  test('close the venue on every node that sees them, until there is one (J20)', async () => {
    const journal = journalOfTest();
    const { time } = journal;
    let problem: string | null = null;
    const check = async () => problem;
    const hosts = { check, checkNow: check, close: () => {} };
    const [a, b] = [new TestNode(journal, 'a', { hosts }), new TestNode(journal, 'b', { hosts })];
    for (const { node } of [a, b]) {
      node.start();
      await pass(time, 200);
    }
    expect(a.node.serves).toBe(true);
    problem = 'several hosts take writes';
    await pass(time, 2500);
    expect((await a.node.failed).message).toContain(problem);
    expect([b.node.role, b.node.troubles.closing]).toEqual(['standby', problem]);
    await pass(time, LEASE_MS);
    expect(b.node.serves).toBe(false);
    problem = null;
    await pass(time, 1500);
    expect(b.node.serves).toBe(true);
    await ended(a, b);
  });

  test('are not followed by a standby that sees them: its connection may be to the wrong one (J20)', async () => {
    const journal = journalOfTest();
    const { time } = journal;
    let problem: string | null = 'several hosts take writes';
    const check = async () => problem;
    const a = new TestNode(journal, 'a');
    a.node.start();
    await pass(time, 200);
    await a.exchange.submit(security());
    const b = new TestNode(journal, 'b', { hosts: { check, checkNow: check, close: () => {} } });
    const settled: number[] = [];
    b.node.onSettled((sequence) => settled.push(sequence));
    b.node.start();
    await pass(time, 1500);
    expect([b.exchange.sequence, settled]).toEqual([0, []]);
    problem = null;
    await pass(time, 1500);
    expect([b.exchange.sequence, settled.at(-1)]).toEqual([journal.sequence, journal.sequence]);
    await ended(a, b);
  });

  describe('that a standby met over a new connection', () => {
    async function connectedMeanwhile() {
      const journal = journalOfTest();
      const { time } = journal;
      const state: { problem: string | null } = { problem: null };
      const confirmed = Promise.withResolvers<void>();
      const check = async () => state.problem;
      const a = new TestNode(journal, 'a');
      const b = new TestNode(journal, 'b', {
        hosts: { check, checkNow: check, close: () => {} },
        confirmHistory: () => confirmed.promise,
      });
      for (const { node } of [a, b]) {
        node.start();
        await pass(time, 200);
      }
      for (let count = 0; count < 5; count++) await a.exchange.submit(count === 0 ? security() : order());
      await pass(time, 1500);
      state.problem = 'several hosts take writes';
      for (const ledger of b.ledgers) ledger.close();
      await pass(time, 500);
      await ended(a);
      return { journal, b, state, confirm: confirmed.resolve };
    }

    test('are followed by a question to the order history before it leads (J19)', async () => {
      const { journal, b, state, confirm } = await connectedMeanwhile();
      state.problem = null;
      await pass(journal.time, LEASE_MS * 2);
      expect([b.node.role, b.node.serves]).toEqual(['standby', false]);
      confirm();
      await pass(journal.time, 200);
      expect(b.node.serves).toBe(true);
      await ended(b);
    });

    test('are followed by a look for its own mark (J17)', async () => {
      const { journal, b, state, confirm } = await connectedMeanwhile();
      journal.groups.splice(2);
      // So that nobody else says what it knows.
      journal.members.clear();
      confirm();
      state.problem = null;
      await pass(journal.time, LEASE_MS * 2);
      expect([b.node.role, b.node.troubles.has('rewound'), b.node.serves]).toEqual(['standby', true, false]);
      await ended(b);
    });
  });
});
