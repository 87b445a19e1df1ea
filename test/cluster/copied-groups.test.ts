/** A standby whose disk or copy fails between the files of a group and the venue (docs/operate/cluster.md, J9, J17). */
import { expect, test } from 'vitest';
import { DurableMark } from '../../src/cluster/durable-mark.ts';
import { encodeGroup, hashOf } from '../../src/exchange/journal/format.ts';
import { order, security } from '../exchange/venue.ts';
import { FaultyFileSystem } from '../support/faulty-file-system.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { journalOfTest, pass, TestNode } from './test-node.ts';

/** A leader, and a standby with its own disk for the durable mark. */
async function withOwnDisk() {
  const journal = journalOfTest();
  const disk = new FaultyFileSystem();
  const leader = new TestNode(journal, 'a');
  const standby = new TestNode(journal, 'b', { mark: new DurableMark(disk, temporaryFolder()) });
  for (const { node } of [leader, standby]) {
    node.start();
    await pass(journal.time, 200);
  }
  return { leader, standby, disk, journal };
}

test('a standby whose disk was full has all commands once there is space again, and not before', async () => {
  const { leader, standby, disk, journal } = await withOwnDisk();
  const { time } = journal;
  disk.bytesLeft = 0;
  for (let count = 0; count < 5; count++) await leader.exchange.submit(count === 0 ? security() : order());
  let levelAt: number | undefined;
  void standby.node.level().then(() => {
    levelAt = standby.exchange.sequence;
  });
  await pass(time, 1000);
  expect(levelAt).toBeUndefined();
  disk.bytesLeft = Number.POSITIVE_INFINITY;
  await pass(time, 1000);
  standby.node.acknowledged(leader.exchange.sequence);
  await pass(time, 100);
  expect(levelAt).toBe(leader.exchange.sequence);
  expect(standby.exchange.position).toEqual(leader.exchange.position);
});

test('a standby that cannot apply a group of its files restarts (J6)', async () => {
  const { leader, standby, journal } = await withOwnDisk();
  await leader.exchange.submit(security());
  await pass(journal.time, 200);
  const { sequence, hash } = leader.exchange.position;
  const failed = standby.node.failed.then(({ message }) => message);
  const bytes = encodeGroup(sequence + 1, ['no command'], hash);
  const next = { firstSequence: sequence + 1, lastSequence: sequence + 1, previousHash: hash, hash: hashOf(bytes) };
  journal.groups.push({ ...next, bytes, number: journal.groups.length + 1, epoch: journal.epoch });
  await pass(journal.time, 200);
  expect(standby.node.role).toBe('deposed');
  expect(await failed).toContain('no command');
});
