import { readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { journalStart, readJournal } from '../../src/exchange/journal/reader.ts';
import { listSegments } from '../../src/exchange/journal/segments.ts';
import { copyVenue } from '../../src/exchange/storage/backup.ts';
import { recover } from '../../src/exchange/storage/recovery.ts';
import { writeSnapshot } from '../../src/exchange/storage/snapshot.ts';
import { digestOf } from '../../src/exchange/storage/snapshot-lines.ts';
import { FaultyFileSystem } from '../support/faulty-file-system.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openVenue, order, security } from './venue.ts';

async function runningVenue(orders: number, segmentBytesMax = 1024 * 1024, over: Parameters<typeof order>[0] = {}) {
  const folder = temporaryFolder();
  const venue = openVenue({ folder, segmentBytesMax });
  await venue.exchange.submit(security());
  for (let count = 0; count < orders; count++) await venue.exchange.submit(order(over));
  return { folder, ...venue };
}

test('the copy of a running venue has all that was durable, and can be started', async () => {
  const { folder } = await runningVenue(30, 2000);
  const { state, end } = recover(files, folder, 0);
  await writeSnapshot(files, folder, state, end);
  const copy = `${temporaryFolder()}/copy`;
  const copied = await copyVenue(files, folder, copy);
  expect(copied.length).toBe(1 + listSegments(files, folder).length);
  expect(digestOf(recover(files, copy, 0, { eventSeqMax: 0 }).state)).toBe(digestOf(state));
  expect(recover(files, copy, 0).snapshotSequence).toBe(end.sequence);
  expect(openVenue({ folder: copy }).exchange.figures.liveOrders).toBe(30);
});

test('a group that is written while the last file is read does not tear the copy', async () => {
  const { folder, exchange } = await runningVenue(30);
  const { path } = listSegments(files, folder).at(-1)!;
  const reading = new FaultyFileSystem();
  const early = readFileSync(path);
  await Promise.all(Array.from({ length: 50 }, () => exchange.submit(order())));
  await exchange.submit(order());
  // The first half of the file as it was before these groups, the rest as it is now.
  const half = readJournal(files, folder, journalStart(0), () => {}).size - 200;
  const torn = Buffer.concat([early.subarray(0, half), readFileSync(path).subarray(half)]);
  const copy = `${temporaryFolder()}/copy`;
  const read = (file: string) => (file === path ? torn : readFileSync(file));
  await copyVenue(Object.assign(reading, { read }), folder, copy);
  expect(recover(files, copy, 0).state.orders.size).toBe(30);
  writeFileSync(path, torn);
  expect(() => recover(files, folder, 0)).toThrow('no group starts here');
});

test('a full segment that is damaged is not copied, nor is anything into a folder in use', async () => {
  const { folder } = await runningVenue(30, 2000);
  const used = temporaryFolder();
  writeFileSync(`${used}/other`, '');
  await expect(copyVenue(files, folder, used)).rejects.toThrow(`${used} is not empty`);
  const [first] = listSegments(files, folder);
  truncateSync(first!.path, statSync(first!.path).size - 1);
  await expect(copyVenue(files, folder, `${temporaryFolder()}/copy`)).rejects.toThrow(
    /journal-0000000000000001\.log: a group is cut off \(at byte \d+\)/,
  );
});

test('a snapshot that is written meanwhile is not in the copy without its commands', async () => {
  const { folder, exchange } = await runningVenue(5);
  const snapshot = async () => {
    const { state, end } = recover(files, folder, 0);
    await writeSnapshot(files, folder, state, end);
  };
  await snapshot();
  let isFirst = true;
  const meanwhile = async (file: number) => {
    await files.sync(file);
    if (!isFirst) return;
    isFirst = false;
    await exchange.submit(order());
    await snapshot();
  };
  const copy = `${temporaryFolder()}/copy`;
  await copyVenue({ ...files, sync: meanwhile }, folder, copy);
  expect(recover(files, copy, 0).warnings).toEqual([]);
  expect(recover(files, copy, 0).state.orders.size).toBe(6);
});

test('a copy whose chain is broken is reported as damaged', async () => {
  const { folder } = await runningVenue(30, 2000);
  const { state, end } = recover(files, folder, 0);
  await writeSnapshot(files, folder, state, { ...end, hash: Buffer.alloc(32, 1) });
  await expect(copyVenue(files, folder, `${temporaryFolder()}/copy`)).rejects.toThrow(/not whole.*chain.*is another/);
  const [first, second] = listSegments(files, folder);
  // A first segment that is whole in itself, and of another past.
  const other = await runningVenue(30, 2000, { quantity: 101 });
  writeFileSync(first!.path, readFileSync(listSegments(files, other.folder)[0]!.path));
  await expect(copyVenue(files, folder, `${temporaryFolder()}/copy`)).rejects.toThrow(`copy/${second!.name}`);
});
