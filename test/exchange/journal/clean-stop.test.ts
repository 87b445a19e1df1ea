import { readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { nodeFileSystem as files } from '../../../src/exchange/journal/file-system.ts';
import { journalStart } from '../../../src/exchange/journal/reader.ts';
import { listSegments } from '../../../src/exchange/journal/segments.ts';
import { JournalTail } from '../../../src/exchange/journal/tail.ts';
import { recover } from '../../../src/exchange/storage/recovery.ts';
import { writeSnapshot } from '../../../src/exchange/storage/snapshot.ts';
import { FaultyFileSystem } from '../../support/faulty-file-system.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { openVenue, order, security } from '../venue.ts';
import { open, writeGroups } from './groups.ts';

async function stoppedVenue(segmentBytesMax = 1_000_000): Promise<{ folder: string; last: string }> {
  const folder = temporaryFolder();
  const { exchange } = openVenue({ folder, segmentBytesMax });
  await exchange.submit(security());
  for (let count = 0; count < 5; count++) await exchange.submit(order());
  await exchange.stop();
  return { folder, last: listSegments(files, folder).at(-1)!.path };
}

const DAMAGE: Readonly<Record<string, (path: string) => void>> = {
  empty: (path) => truncateSync(path, 0),
  zeros: (path) => writeFileSync(path, Buffer.alloc(statSync(path).size)),
  'cut in the header': (path) => truncateSync(path, 30),
  'cut after the header': (path) => truncateSync(path, 64),
  'cut in the last group': (path) => truncateSync(path, statSync(path).size - 1),
};

describe.each(Object.keys(DAMAGE))('a last segment that is %s', (kind) => {
  const damage = DAMAGE[kind]!;

  test.each([1_000_000, 400])(
    'after a clean stop is damage and no torn record (segments of %d bytes)',
    async (bytes) => {
      const { folder, last } = await stoppedVenue(bytes);
      damage(last);
      const before = readFileSync(last);
      expect(() => openVenue({ folder })).toThrow(last);
      expect(() => openVenue({ folder })).toThrow(/at byte \d+/);
      expect(readFileSync(last)).toEqual(before);
    },
  );

  test('after a snapshot is damage, also without the mark', async () => {
    const { folder, last } = await stoppedVenue();
    const { state, end } = recover(files, folder, 0);
    await writeSnapshot(files, folder, state, end);
    rmSync(`${folder}/clean-stop.json`);
    damage(last);
    expect(() => openVenue({ folder })).toThrow(last);
    expect(() => openVenue({ folder })).toThrow(/at byte \d+/);
  });
});

test('the mark is gone, durably, before the journal goes on', async () => {
  const { folder, last } = await stoppedVenue();
  const disk = new FaultyFileSystem();
  const { exchange } = openVenue({ folder, files: disk });
  await exchange.submit(order());
  disk.powerCut();
  expect(files.list(folder)).not.toContain('clean-stop.json');
  truncateSync(last, 700);
  expect(openVenue({ folder }).exchange.figures.liveOrders).toBeLessThan(5);
});

test('a start that does nothing leaves the mark', async () => {
  const { folder, last } = await stoppedVenue();
  openVenue({ folder });
  truncateSync(last, 700);
  expect(() => openVenue({ folder })).toThrow(/says that the venue was stopped after command/);
});

test('a stop is marked durably; a venue that failed marks nothing', async () => {
  const { folder } = await stoppedVenue();
  const disk = new FaultyFileSystem();
  const { exchange } = openVenue({ folder, files: disk });
  await exchange.submit(order());
  await exchange.stop();
  disk.powerCut();
  expect(files.list(folder)).toContain('clean-stop.json');
  const failing = openVenue({ folder, files: disk }).exchange;
  disk.syncError = new Error('EIO: i/o error, fdatasync');
  await expect(failing.submit(order())).rejects.toThrow('unknown');
  await failing.stop();
  expect(files.list(folder)).not.toContain('clean-stop.json');
});

test('a mark that is damaged is named, and one of another journal refused', async () => {
  const { folder } = await stoppedVenue();
  const mark = `${folder}/clean-stop.json`;
  const whole = JSON.parse(readFileSync(mark, 'utf8')) as object;
  writeFileSync(mark, JSON.stringify({ ...whole, hash: '00' }));
  expect(() => openVenue({ folder })).toThrow('of another journal');
  writeFileSync(mark, '{');
  expect(() => openVenue({ folder })).toThrow(`${mark}: it is damaged`);
});

test.each([1, 1_000_000])(
  'a copy that failed marks nothing when it is stopped (segments of %d bytes)',
  async (bytes) => {
    const [from, folder, disk] = [temporaryFolder(), temporaryFolder(), new FaultyFileSystem()];
    await writeGroups(from, 2);
    const copy = open(folder, bytes, disk);
    const tail = new JournalTail(files, from, journalStart(0));
    const [first, second] = [tail.next(3)!, tail.next(3)!];
    disk.bytesLeft = first.bytes.length + 10;
    copy.copy(first);
    expect(() => copy.copy(second)).toThrow('ENOSPC');
    disk.bytesLeft = Number.POSITIVE_INFINITY;
    await copy.stop();
    expect(files.list(folder)).not.toContain('clean-stop.json');
    const whole = open(folder, bytes, disk);
    await whole.stop();
    expect(files.list(folder)).toContain('clean-stop.json');
  },
);
