/** What a power cut leaves of a journal in files: every acknowledged order. */
import { expect, test } from 'vitest';
import { VenueUnavailable } from '../../src/exchange/api/outcomes.ts';
import type { OrderId } from '../../src/exchange/api/units.ts';
import { listSegments } from '../../src/exchange/journal/segments.ts';
import { FaultyFileSystem } from '../support/faulty-file-system.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { idOfOrder, openVenue, order, security } from './venue.ts';

test('a power cut takes no acknowledged order, wherever in its segment the journal is', async () => {
  for (const count of [1, 4, 5, 6, 11]) {
    const [folder, files] = [temporaryFolder(), new FaultyFileSystem()];
    const { exchange } = openVenue({ folder, files, segmentBytesMax: 600 });
    await exchange.submit(security());
    const ids: OrderId[] = [];
    for (let placed = 0; placed < count; placed++) ids.push(idOfOrder(await exchange.submit(order())));
    files.powerCut();
    const after = openVenue({ folder }).exchange;
    for (const id of ids) expect(after.order(id as OrderId)).toMatchObject({ status: 'Live' });
  }
});

test('orders in a segment that a process began right before its end are there after a power cut', async () => {
  const [folder, files] = [temporaryFolder(), new FaultyFileSystem()];
  const before = openVenue({ folder, files, segmentBytesMax: 600 }).exchange;
  await before.submit(security());
  files.folderSyncError = new Error('the process ends here');
  const placing = async () => {
    for (;;) await before.submit(order());
  };
  await expect(placing()).rejects.toThrow(VenueUnavailable);
  expect([files.folderSyncError, listSegments(files, folder).length]).toEqual([null, 2]);
  const { exchange } = openVenue({ folder, files });
  const id = idOfOrder(await exchange.submit(order()));
  files.powerCut();
  expect(openVenue({ folder }).exchange.order(id)).toMatchObject({ status: 'Live' });
});
