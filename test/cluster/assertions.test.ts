/** Planted faults of a node and of its journal: each is found by an assertion, and the node serves no more. */
import { afterEach, expect, test, vi } from 'vitest';
import { JournalWriter } from '../../src/exchange/journal/writer.ts';
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
