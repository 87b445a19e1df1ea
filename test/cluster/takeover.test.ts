import { describe, expect, test } from 'vitest';
import { security } from '../exchange/venue.ts';
import { journalOfTest, LEASE_MS, leaderAndStandby, pass, TestNode } from './test-node.ts';

describe('a takeover', () => {
  test('a node that loses the lease while it reads the end of the journal goes on as a standby (J4)', async () => {
    const journal = journalOfTest();
    const { time } = journal;
    const [a, b] = await leaderAndStandby(journal);
    const claimed = Promise.withResolvers<void>();
    const late = Promise.withResolvers<'answered'>();
    // The list of nodes, the last thing before the venue is its own, is answered when the lease is over.
    b.ledgers[0]!.fate = (statement) => {
      if (statement === 'claim') claimed.resolve();
      return statement === 'members' ? late.promise : 'answered';
    };
    await a.node.end();
    await a.exchange.stop();
    await pass(time, 100);
    await claimed.promise;
    b.ledgers[0]!.isClosed = true;
    await pass(time, LEASE_MS);
    late.resolve('answered');
    await pass(time, LEASE_MS + 200);
    // Each report of the takeover opened one, and so did the standby.
    expect(b.ledgers.length).toBeGreaterThan(2);
    expect([b.node.role, b.node.epoch, b.node.serves]).toEqual(['leader', 3, true]);
    await b.node.end();
    await b.exchange.stop();
  });

  test('a node that loses the lease while its tasks start goes on as a standby (J16)', async () => {
    const journal = journalOfTest();
    const { time } = journal;
    const begun: PromiseWithResolvers<void>[] = [];
    const stepsBackAfter: number[] = [];
    const a: TestNode = new TestNode(journal, 'a', {
      begin: () => {
        a.exchange.start();
        begun.push(Promise.withResolvers<void>());
        return begun.at(-1)!.promise;
      },
      onSteppedBack: () => stepsBackAfter.push(begun.length),
    });
    a.node.start();
    await pass(time, 200);
    // The machine is so busy that nothing is answered any more.
    a.ledgers[0]!.fate = () => new Promise(() => {});
    await pass(time, 4 * LEASE_MS);
    const failed = await Promise.race([a.node.failed, Promise.resolve(null)]);
    expect([a.node.role, failed, begun.length]).toEqual(['taking over', null, 1]);
    begun[0]!.resolve();
    await pass(time, 500);
    expect([a.node.role, a.node.epoch, begun.length, a.served]).toEqual(['taking over', 2, 2, 0]);
    begun[1]!.resolve();
    await pass(time, 200);
    expect([a.node.serves, a.served, stepsBackAfter]).toEqual([true, 1, [1]]);
    expect((await a.exchange.submit(security())).ok).toBe(true);
    await a.node.end();
    await a.exchange.stop();
  });

  test.each(['answer lost', 'lost'] as const)(
    'a task with a commit of unknown outcome runs once more: %s (J6)',
    async (fate) => {
      const journal = journalOfTest();
      const outcomes: Promise<unknown>[] = [];
      const a: TestNode = new TestNode(journal, 'a', {
        begin: async () => {
          a.exchange.start();
          if (a.ledgers.length === 1) a.ledgers[0]!.fate = (statement) => (statement === 'append' ? fate : 'answered');
          outcomes.push(a.exchange.submit(security()));
          await outcomes.at(-1);
        },
      });
      a.node.start();
      await pass(journal.time, 500);
      await expect(outcomes[0]).rejects.toThrow('the journal could not be written');
      expect([a.node.serves, a.node.epoch, outcomes.length]).toEqual([true, 2, 2]);
      expect([a.exchange.sequence, a.exchange.securities().length]).toEqual([journal.sequence, 1]);
      await a.node.end();
      await a.exchange.stop();
    },
  );

  test('a venue that fails while its tasks start restarts its node', async () => {
    const journal = journalOfTest();
    const a: TestNode = new TestNode(journal, 'a', {
      begin: async () => {
        a.exchange.files.copy = () => {
          throw new Error('the disk is full');
        };
        await a.exchange.submit(security());
      },
    });
    a.node.start();
    await pass(journal.time, 200);
    expect((await a.node.failed).message).toContain('the disk is full');
    await a.node.end();
  });
});

describe('a leader whose lease ran out', () => {
  test('leads on without a restart where no other node took the venue over (J5)', async () => {
    const journal = journalOfTest();
    const a = new TestNode(journal, 'a');
    a.node.start();
    await pass(journal.time, 200);
    // Nothing of the process runs for five leases.
    a.ledgers[0]!.fate = () => new Promise(() => {});
    await pass(journal.time, 5 * LEASE_MS);
    expect([a.node.serves, a.node.role, journal.status().isFree]).toEqual([false, 'leader', true]);
    a.ledgers[0]!.fate = () => 'answered';
    await pass(journal.time, LEASE_MS / 2);
    const failed = await Promise.race([a.node.failed, Promise.resolve(null)]);
    expect([a.node.serves, a.node.epoch, failed, a.served]).toEqual([true, 1, null, 1]);
    expect((await a.exchange.submit(security())).ok).toBe(true);
    await a.node.end();
    await a.exchange.stop();
  });

  test('restarts where another node took the venue over (J3)', async () => {
    const journal = journalOfTest();
    const [a, b] = await leaderAndStandby(journal);
    a.ledgers[0]!.fate = () => new Promise(() => {});
    await pass(journal.time, 2 * LEASE_MS);
    expect([a.node.serves, b.node.serves]).toEqual([false, true]);
    a.ledgers[0]!.fate = () => 'answered';
    await pass(journal.time, LEASE_MS / 2);
    expect((await a.node.failed).message).toContain('another node leads the shard');
    expect([a.node.serves, b.node.serves, journal.epoch]).toEqual([false, true, 2]);
    for (const { node, exchange } of [a, b]) {
      await node.end();
      await exchange.stop().catch(() => {});
    }
  });

  test('restarts where its venue fails before the lease is renewed', async () => {
    const journal = journalOfTest();
    const a = new TestNode(journal, 'a');
    a.node.start();
    await pass(journal.time, 200);
    const appended = Promise.withResolvers<'answered'>();
    a.ledgers[0]!.fate = (statement) => (statement === 'append' ? appended.promise : new Promise(() => {}));
    a.exchange.files.copy = () => {
      throw new Error('the disk is full');
    };
    const answer = a.exchange.submit(security());
    await pass(journal.time, 2 * LEASE_MS);
    a.ledgers[0]!.fate = () => 'answered';
    appended.resolve('answered');
    await expect(answer).rejects.toThrow();
    expect((await a.node.failed).message).toContain('the disk is full');
    await a.node.end();
  });
});
