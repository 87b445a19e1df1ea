import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { OrderId } from '../../src/exchange/api/units.ts';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { listSegments } from '../../src/exchange/journal/segments.ts';
import { copyVenue } from '../../src/exchange/storage/backup.ts';
import { isCopy, passOverIds, removeCopyMark } from '../../src/exchange/storage/copy-mark.ts';
import { placeOf } from '../../src/exchange/storage/moment.ts';
import { recover } from '../../src/exchange/storage/recovery.ts';
import { verifyVenue } from '../../src/exchange/storage/verify.ts';
import { FaultyFileSystem } from '../support/faulty-file-system.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { idOfOrder, openVenue, order, security } from './venue.ts';

const DAY_US = 86_400_000_000;

async function runningVenue(orders: number) {
  const folder = temporaryFolder();
  const venue = openVenue({ folder, segmentBytesMax: 600 });
  await venue.exchange.submit(security());
  const ids: OrderId[] = [];
  for (let count = 0; count < orders; count++) ids.push(idOfOrder(await venue.exchange.submit(order())));
  return { folder, ids, ...venue };
}

const copyOf = (folder: string) => ({ files, folder, archiveFolder: null, shard: 0, segmentBytesMax: 600 });

test('a venue that starts from a copy gives out no id that the copied one gave out since', async () => {
  const { folder, exchange } = await runningVenue(5);
  const copy = `${temporaryFolder()}/copy`;
  await copyVenue(files, folder, copy);
  const later = idOfOrder(await exchange.submit(order()));
  const { counters } = recover(files, copy, 0).state;
  expect(isCopy(files, folder)).toBe(false);
  expect(isCopy(files, copy)).toBe(true);
  expect(await passOverIds({ ...copyOf(copy), nowUs: counters.time + DAY_US })).toBe(1_000_000 + 86_400 * 100_000);
  removeCopyMark(files, copy);
  expect(isCopy(files, copy)).toBe(false);
  const restored = openVenue({ folder: copy }).exchange;
  expect(restored.figures.liveOrders).toBe(5);
  expect(restored.order(later)).toBeUndefined();
  expect(restored.lastEventSeq()).toBeGreaterThan(exchange.lastEventSeq());
  expect(idOfOrder(await restored.submit(order()))).toBeGreaterThan(later);
});

test('a clock earlier than the copy still skips ids, and time does not go back', async () => {
  const { folder } = await runningVenue(2);
  const copy = `${temporaryFolder()}/copy`;
  await copyVenue(files, folder, copy);
  const { time } = recover(files, copy, 0).state.counters;
  expect(await passOverIds({ ...copyOf(copy), nowUs: time - DAY_US })).toBe(1_000_000);
  expect(recover(files, copy, 0).state.counters.time).toBe(time);
});

test('the mark is there, and gone, after a power cut', async () => {
  const { folder } = await runningVenue(1);
  const [disk, copy] = [new FaultyFileSystem(), `${temporaryFolder()}/copy`];
  await copyVenue(disk, folder, copy);
  disk.powerCut();
  expect(isCopy(files, copy)).toBe(true);
  removeCopyMark(disk, copy);
  disk.powerCut();
  expect(isCopy(files, copy)).toBe(false);
});

test('a copy ends with the last command that is wanted, however many files it takes', async () => {
  const { folder, ids, time, exchange } = await runningVenue(3);
  const before = placeOf(files, folder, {});
  time.advanceMs(1000);
  for (let count = 0; count < 6; count++) await exchange.submit(order());
  expect(listSegments(files, folder).length).toBeGreaterThan(2);
  for (const moment of [{ command: before.command }, { timeUs: before.timeUs }, { timeUs: before.timeUs + 1 }]) {
    expect(placeOf(files, folder, moment)).toEqual(before);
  }
  const copy = `${temporaryFolder()}/copy`;
  await copyVenue(files, folder, copy, { command: before.command });
  expect(verifyVenue(files, copy).problems).toEqual([]);
  const { state, end } = recover(files, copy, 0);
  expect(end.sequence).toBe(before.command);
  expect([...state.orders.values()].map(({ orderId }) => orderId).toSorted()).toEqual(ids);
});

test('damage after the last command that is wanted does not matter; damage before it is reported', async () => {
  const { folder } = await runningVenue(6);
  const { path, firstSequence } = listSegments(files, folder).at(-2)!;
  const bytes = readFileSync(path);
  // In the first group of the file, which is not the last.
  writeFileSync(path, bytes.fill(bytes[150]! ^ 1, 150, 151));
  const copy = `${temporaryFolder()}/copy`;
  const { command } = placeOf(files, folder, { command: firstSequence - 1 });
  expect(command).toBe(firstSequence - 1);
  await copyVenue(files, folder, copy, { command });
  expect(verifyVenue(files, copy).problems).toEqual([]);
  expect(() => placeOf(files, folder, { command: firstSequence })).toThrow(`${path}: a group is damaged`);
  expect(() => placeOf(files, folder, {})).toThrow(`${path}: a group is damaged`);
});

test('a moment before the first command has no place', async () => {
  const { folder } = await runningVenue(1);
  expect(placeOf(files, folder, { timeUs: 5 })).toEqual({ command: 0, timeUs: 0 });
});
