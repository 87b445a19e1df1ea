import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DurableMark, NO_MARK } from '../../src/cluster/durable-mark.ts';
import { recoverNode } from '../../src/cluster/recover-node.ts';
import { nodeFileSystem } from '../../src/exchange/journal/file-system.ts';
import { FaultyFileSystem } from '../support/faulty-file-system.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const hash = Buffer.alloc(32, 7);

test('a mark is there for the next process, and only ever moves on (J17)', async () => {
  const folder = temporaryFolder();
  const mark = new DurableMark(nodeFileSystem, folder);
  expect(mark.value).toEqual(NO_MARK);
  mark.epoch = 3;
  mark.advance({ sequence: 12, hash });
  mark.advance({ sequence: 11, hash: NO_MARK.hash });
  await mark.sync();
  mark.close();
  const again = new DurableMark(nodeFileSystem, folder);
  expect(again.value).toEqual({ epoch: 3, sequence: 12, hash });
  again.reset();
  again.close();
  const last = new DurableMark(nodeFileSystem, folder);
  expect(last.value).toEqual(NO_MARK);
  last.close();
});

test('a node that starts makes the mark durable that a killed process of it wrote', async () => {
  const folder = temporaryFolder();
  const killed = new DurableMark(nodeFileSystem, folder);
  killed.advance({ sequence: 12, hash });
  killed.close();
  const disk = new FaultyFileSystem();
  const mark = new DurableMark(disk, folder);
  const syncs: number[] = [];
  const recover = () => {
    syncs.push(disk.syncs);
    throw new Error('as far as this test goes');
  };
  const unused = async () => {
    throw new Error('asked of the journal');
  };
  const journal = { isBegun: unused, adopt: unused, withLedger: unused, announce: unused };
  await expect(recoverNode(journal, { recover, setAside: () => {}, mark }, () => {})).rejects.toThrow('as far');
  expect(syncs).toEqual([1]);
  await mark.sync();
  expect(disk.syncs).toBe(1);
  mark.close();
});

test('a mark that was not synced before a power cut is absent, and a damaged one stops the start', () => {
  const folder = temporaryFolder();
  const path = join(folder, 'durable-mark');
  for (const bytes of [Buffer.alloc(0), Buffer.alloc(64), Buffer.alloc(20, 1)]) {
    writeFileSync(path, bytes);
    const mark = new DurableMark(nodeFileSystem, folder);
    expect(mark.value).toEqual(NO_MARK);
    mark.close();
  }
  writeFileSync(path, Buffer.alloc(64, 1));
  expect(() => new DurableMark(nodeFileSystem, folder)).toThrow('durable-mark is damaged');
});
