/** Which numbers of events are still those of the venue after it was put back (S23). */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { EventSeq, Restore } from '../../src/exchange/api/index.ts';
import { nodeFileSystem as files } from '../../src/exchange/journal/index.ts';
import { noteRestore, openRestores } from '../../src/exchange/storage/index.ts';
import { cursorAt, readCursor } from '../../src/modules/ats/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const venue = (last: number, restores: readonly Restore[]) => {
  return { venueId: 'venue', shard: 0, lastEventSeq: () => last as EventSeq, restores };
};
const at = (seq: number) => seq as EventSeq;

test('a restore ends at the last event that the next start finds, however often that start is repeated', async () => {
  const folder = temporaryFolder();
  expect(await openRestores(files, folder, at(5))).toEqual([]);
  await noteRestore(files, folder, null);
  await noteRestore(files, folder, null);
  const restores = await openRestores(files, folder, at(7));
  expect(restores).toEqual([{ id: expect.any(String), seq: 7 }]);
  expect(await openRestores(files, folder, at(50))).toEqual(restores);
  await noteRestore(files, folder, null);
  const again = await openRestores(files, folder, at(60));
  expect(again.map(({ seq }) => seq)).toEqual([7, 60]);
  // A copy up to a moment between the two.
  await noteRestore(files, folder, at(20));
  expect((await openRestores(files, folder, at(1_000_020))).map(({ seq }) => seq)).toEqual([7, 20]);
});

test('a cursor of what a restore cut off is refused, also once other events have its number', async () => {
  const folder = temporaryFolder();
  const before = venue(100, []);
  const [kept, lost] = [cursorAt(before, at(40)), cursorAt(before, at(41))];
  await noteRestore(files, folder, null);
  const first = venue(40, await openRestores(files, folder, at(40)));
  expect([kept, lost].map((cursor) => readCursor(first, cursor))).toEqual([40, 'future']);
  const later = venue(1000, first.restores);
  expect([kept, lost].map((cursor) => readCursor(later, cursor))).toEqual([40, 'future']);
  const [own, ownLost] = [cursorAt(later, at(60)), cursorAt(later, at(61))];
  expect(readCursor(later, own)).toBe(60);
  expect(readCursor(before, own)).toBe('foreign');
  await noteRestore(files, folder, null);
  const twice = venue(2000, await openRestores(files, folder, at(60)));
  expect([kept, lost, own, ownLost].map((cursor) => readCursor(twice, cursor))).toEqual([40, 'future', 60, 'future']);
});

test('a damaged list of restores is named', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'restores.json'), '[{"id":');
  await expect(openRestores(files, folder, at(7))).rejects.toThrow(`${join(folder, 'restores.json')}: it is no list`);
});
