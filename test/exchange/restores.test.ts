/** Which numbers of events are still those of the venue after it was put back (S23). */
import { cpSync, writeFileSync } from 'node:fs';
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

/** A venue in a folder: it is saved, another one takes its place, and it goes on for some events. */
async function venueThatRestores() {
  let folder = temporaryFolder();
  let last = 100;
  let open = venue(last, await openRestores(files, folder, at(last)));
  return {
    cursor: (seq: number) => cursorAt(open, at(seq)),
    read: (cursors: readonly string[]) => cursors.map((cursor) => readCursor(open, cursor)),
    goOnTo: (seq: number) => {
      last = seq;
      open = venue(last, open.restores);
    },
    save: () => ({ folder: copyOf(folder), last }),
    restore: async (saved: { readonly folder: string; readonly last: number }, replaced?: string) => {
      const copy = copyOf(saved.folder);
      await noteRestore(files, copy, null, replaced ?? folder);
      ({ last } = saved);
      open = venue(last, await openRestores(files, copy, at(last)));
      folder = copy;
    },
    get restores() {
      return open.restores;
    },
  };
}

function copyOf(folder: string): string {
  const copy = temporaryFolder();
  cpSync(folder, copy, { recursive: true });
  return copy;
}

test('a cursor between two restores of a snapshot is of events that are gone, not of another venue', async () => {
  const one = await venueThatRestores();
  const first = one.save();
  one.goOnTo(200);
  const before = one.cursor(150);
  await one.restore(first);
  one.goOnTo(160);
  const between = [one.cursor(100), one.cursor(101), one.cursor(160)];
  const second = one.save();
  await one.restore(first);
  one.goOnTo(180);
  expect(one.read([before, ...between])).toEqual(['future', 100, 'future', 'future']);
  const third = [one.cursor(100), one.cursor(101)];
  // Of the part that it has again, all; of the one that it ended, what both have.
  await one.restore(second);
  one.goOnTo(300);
  expect(one.read([before, ...between, ...third])).toEqual(['future', 100, 101, 160, 100, 'future']);
  await one.restore(first);
  expect(one.read([before, ...between, ...third])).toEqual(['future', 100, 'future', 'future', 100, 'future']);
});

test('the restores that a snapshot does not know are as many as its own at most', async () => {
  const one = await venueThatRestores();
  const first = one.save();
  const cursors: string[] = [];
  for (let count = 0; count < 1002; count++) {
    await one.restore(first);
    cursors.push(one.cursor(100));
  }
  expect(one.restores).toHaveLength(1000);
  expect(one.read([cursors[0], cursors[10], cursors[1001]] as string[])).toEqual(['foreign', 100, 100]);
});

test('a restore takes no list of a venue that is another one or whose list is damaged', async () => {
  const one = await venueThatRestores();
  await one.restore(one.save());
  const saved = one.save();
  const other = temporaryFolder();
  await noteRestore(files, other, at(3));
  await one.restore(saved, other);
  expect(one.restores.map(({ seq }) => seq)).toEqual([100, 100]);
  writeFileSync(join(other, 'restores.json'), '[{"id":');
  await one.restore(saved, other);
  expect(one.restores.map(({ seq }) => seq)).toEqual([100, 100]);
});

test('a damaged list of restores is named', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'restores.json'), '[{"id":');
  await expect(openRestores(files, folder, at(7))).rejects.toThrow(`${join(folder, 'restores.json')}: it is no list`);
});
