/** The only complete copy of the journal is not set aside, however its folder came there (J9, J17). */

import { expect, test } from 'vitest';
import { DurableMark } from '../../src/cluster/durable-mark.ts';
import { recoverNode } from '../../src/cluster/recover-node.ts';
import { nodeFileSystem } from '../../src/exchange/journal/file-system.ts';
import { JournalDamaged } from '../../src/exchange/journal/index.ts';
import { idOfOrder, order, security } from '../exchange/venue.ts';
import { FaultyFileSystem } from '../support/faulty-file-system.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startingJournal } from './memory-ledger.ts';
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
  return { journal, starting: startingJournal(journal), copy: copy.exchange, orderId };
}

/** The mark of a restored folder; `later`: an earlier process made its file and ended before it reached the journal. */
function restoredMark(start: 'first' | 'later'): DurableMark {
  const folder = temporaryFolder();
  if (start === 'later') new DurableMark(nodeFileSystem, folder).close();
  return new DurableMark(nodeFileSystem, folder);
}

const STARTS = ['first', 'later'] as const;

test.each(STARTS)('a restored folder longer than the journal waits for the operator: %s start', async (start) => {
  const { journal, starting, copy, orderId } = await rewound();
  const mark = restoredMark(start);
  const reasons: unknown[] = [];
  const files = { recover: () => copy, setAside: (reason: unknown) => reasons.push(reason), mark };
  const exchange = await recoverNode(starting, files, () => {});
  expect(exchange.order(orderId)).toBeDefined();
  expect(reasons).toEqual([]);
  expect(mark.value).toMatchObject({ epoch: journal.epoch, sequence: copy.sequence });
  expect(journal.place(mark.value).isHeld).toBe(false);
  mark.close();
});

test.each(STARTS)('damaged files of a restored folder stay where they are: %s start', async (start) => {
  const { starting } = await rewound();
  const recover = () => {
    throw new JournalDamaged('at byte 64: the group is damaged');
  };
  const reasons: unknown[] = [];
  const mark = restoredMark(start);
  const files = { recover, setAside: (reason: unknown) => reasons.push(reason), mark };
  await expect(recoverNode(starting, files, () => {})).rejects.toThrow('at byte 64');
  expect(reasons).toEqual([]);
  mark.close();
});

test('damaged files of a node whose power was cut before its first report are made again (J9)', async () => {
  const { starting } = await rewound();
  const disk = new FaultyFileSystem();
  const folder = temporaryFolder();
  const reasons: unknown[] = [];
  const setAside = (reason: unknown) => reasons.push(reason);
  const empty = () => new TestNode(journalOfTest(), 'c').exchange;
  const mark = new DurableMark(disk, folder);
  await recoverNode(starting, { recover: empty, setAside, mark }, () => {});
  // Nothing of its files was synced, but this was.
  expect([mark.isNew, disk.syncs]).toEqual([true, 1]);
  mark.close();
  const next = new DurableMark(disk, folder);
  let isDamaged = true;
  const recover = () => {
    if (!isDamaged) return empty();
    isDamaged = false;
    throw new JournalDamaged('at byte 427: a group is damaged');
  };
  await recoverNode(starting, { recover, setAside, mark: next }, () => {});
  expect(reasons).toHaveLength(1);
  next.close();
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
