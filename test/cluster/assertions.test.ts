/** Planted faults of a node and of its journal: each is found by an assertion, and the node serves no more. */
import { afterEach, expect, test, vi } from 'vitest';
import { JournalWriter } from '../../src/exchange/journal/writer.ts';
import { violated } from '../../src/invariant.ts';
import { order, security } from '../exchange/venue.ts';
import { MemoryLedger } from './memory-ledger.ts';
import { journalOfTest, LEASE_MS, leaderAndStandby, pass, TestNode } from './test-node.ts';

afterEach(() => vi.restoreAllMocks());

const brokenRule = (rule: string) =>
  expect.objectContaining({ name: 'InvariantViolated', message: expect.stringContaining(`(${rule})`) });

const { claim } = MemoryLedger.prototype;

test('a node gets the epoch of the leader before it: found by J3, and not tried again', async () => {
  const journal = journalOfTest();
  const claims = vi.spyOn(MemoryLedger.prototype, 'claim').mockImplementation(async function (
    this: MemoryLedger,
    ...args
  ) {
    const taken = await claim.apply(this, args);
    return taken && { ...taken, epoch: args[0] };
  });
  const { node } = new TestNode(journal, 'a');
  node.start();
  await pass(journal.time, 200);
  expect(await node.failed).toEqual(brokenRule('J3'));
  await pass(journal.time, 200);
  expect([node.role, node.serves, claims.mock.calls.length]).toEqual(['deposed', false, 1]);
  await node.end();
});

test('a node takes over without a command that the leader acknowledged: found by J1', async () => {
  const journal = journalOfTest();
  const [a, b] = await leaderAndStandby(journal);
  await a.exchange.submit(security());
  await pass(journal.time, 200);
  b.node.acknowledged(b.exchange.sequence + 1);
  await a.node.end();
  await a.exchange.stop();
  await pass(journal.time, 2 * LEASE_MS);
  expect(await b.node.failed).toEqual(brokenRule('J1'));
  expect(b.served).toBe(0);
  await b.node.end();
});

test.each([0, 1])('a listener finds a broken rule: node %i of leader and standby serves no more', async (index) => {
  const journal = journalOfTest();
  const nodes = await leaderAndStandby(journal);
  const [a] = nodes;
  const { exchange, node } = nodes[index] as TestNode;
  exchange.subscribe(() => violated('M11', 'a rule of a test'));
  const sent = a.exchange.submit(security());
  if (index === 0) await expect(sent).rejects.toThrow('the outcome of this call is unknown');
  else await sent;
  await pass(journal.time, 1200);
  expect(await (index === 0 ? exchange.failed : node.failed)).toEqual(brokenRule('M11'));
  expect([node.serves, node.follows]).toEqual([false, false]);
  for (const one of nodes) await one.node.end();
  await a.exchange.stop().catch(() => {});
});

test('the files of the leader lack a group of the journal: found by J7, and its caller does not know', async () => {
  const journal = journalOfTest();
  const { exchange, node } = new TestNode(journal, 'a');
  node.start();
  await pass(journal.time, 200);
  await exchange.submit(security());
  vi.spyOn(JournalWriter.prototype, 'copy').mockImplementation(() => {});
  await expect(exchange.submit(order())).rejects.toThrow('the outcome of this call is unknown');
  expect(await exchange.failed).toEqual(brokenRule('J7'));
  await node.end();
});
