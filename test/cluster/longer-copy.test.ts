/** The only complete copy of the journal is not set aside, however its folder came there (J9, J17). */
import { expect, test } from 'vitest';
import { DurableMark } from '../../src/cluster/durable-mark.ts';
import type { Ledger } from '../../src/cluster/ledger.ts';
import { recoverNode } from '../../src/cluster/recover-node.ts';
import { nodeFileSystem } from '../../src/exchange/journal/file-system.ts';
import { JournalDamaged } from '../../src/exchange/journal/index.ts';
import { idOfOrder, order, security } from '../exchange/venue.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { MemoryLedger } from './memory-ledger.ts';
import { journalOfTest, pass, TestNode } from './test-node.ts';

/** Two copies of one journal, and the journal as it was before the last order. */
async function rewound() {
  const journal = journalOfTest();
  const [leader, copy] = [new TestNode(journal, 'a'), new TestNode(journal, 'b')];
  leader.node.start();
  copy.node.start();
  await pass(journal.time, 200);
  await leader.exchange.submit(security());
  const groups = journal.groups.length;
  const orderId = idOfOrder(await leader.exchange.submit(order()));
  await pass(journal.time, 200);
  expect(copy.exchange.order(orderId)).toBeDefined();
  for (const { node } of [leader, copy]) await node.end();
  journal.groups.splice(groups);
  const starting = {
    isBegun: async () => true,
    adopt: async () => undefined,
    withLedger: <T>(work: (ledger: Ledger) => Promise<T>) => work(new MemoryLedger(journal)),
  };
  return { journal, starting, copy: copy.exchange, orderId };
}

test('a restored folder that is longer than the journal waits for the operator, and says its end', async () => {
  const { journal, starting, copy, orderId } = await rewound();
  const mark = new DurableMark(nodeFileSystem, temporaryFolder());
  const reasons: unknown[] = [];
  const files = { recover: () => copy, setAside: (reason: unknown) => reasons.push(reason), mark };
  const exchange = await recoverNode(starting, files, () => {});
  expect(exchange.order(orderId)).toBeDefined();
  expect(reasons).toEqual([]);
  expect(mark.value).toMatchObject({ epoch: journal.epoch, sequence: copy.sequence });
  expect(await new MemoryLedger(journal).isHeld(mark.value)).toBe(false);
  mark.close();
});

test('damaged files of a restored folder stay where they are', async () => {
  const { starting } = await rewound();
  const recover = () => {
    throw new JournalDamaged('at byte 64: the group is damaged');
  };
  const folder = temporaryFolder();
  const files = (mark: DurableMark) => ({ recover, setAside: () => Promise.reject(new Error('set aside')), mark });
  const first = new DurableMark(nodeFileSystem, folder);
  await expect(recoverNode(starting, files(first), () => {})).rejects.toThrow('at byte 64');
  first.close();
});

test('a venue of one process forgets the mark: what it acknowledges is in its files alone', () => {
  const folder = temporaryFolder();
  const marked = new DurableMark(nodeFileSystem, folder);
  marked.advance({ sequence: 7, hash: Buffer.alloc(32, 1) });
  marked.close();
  DurableMark.forget(nodeFileSystem, folder);
  DurableMark.forget(nodeFileSystem, folder);
  const later = new DurableMark(nodeFileSystem, folder);
  expect([later.isNew, later.value.sequence]).toEqual([true, 0]);
  later.close();
});
