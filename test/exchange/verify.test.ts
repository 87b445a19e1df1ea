import { readFileSync, renameSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nodeFileSystem as files } from '../../src/exchange/journal/file-system.ts';
import { listSegments } from '../../src/exchange/journal/segments.ts';
import { recover } from '../../src/exchange/storage/recovery.ts';
import { listSnapshots, writeSnapshot } from '../../src/exchange/storage/snapshot.ts';
import { verifyVenue } from '../../src/exchange/storage/verify.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openVenue, order, security } from './venue.ts';

/** A folder of small segments with a snapshot in the middle. */
async function stoppedVenue(): Promise<string> {
  const folder = temporaryFolder();
  const { exchange } = openVenue({ folder, segmentBytesMax: 2000 });
  await exchange.submit(security());
  for (let count = 0; count < 20; count++) await exchange.submit(order());
  const { state, end } = recover(files, folder, 0);
  await writeSnapshot(files, folder, state, end);
  for (let count = 0; count < 20; count++) await exchange.submit(order());
  await exchange.stop();
  return folder;
}

test('a whole folder is found whole, with and without a replay', async () => {
  const folder = await stoppedVenue();
  const [snapshot] = listSnapshots(files, folder);
  expect(verifyVenue(files, folder)).toMatchObject({
    problems: [],
    findings: [
      `snapshot of command ${snapshot?.sequence}: whole`,
      expect.stringMatching(/^journal: commands 1 to \d+ in \d+ groups and \d files; the chain is whole$/),
      'the venue was stopped cleanly',
    ],
  });
  const replayed = verifyVenue(files, folder, { replay: true });
  expect(replayed.problems).toEqual([]);
  expect(replayed.findings).toContain(
    `snapshot of command ${snapshot?.sequence}: whole, and the state that the journal comes to`,
  );
});

test('older files in an archive are read there; without them the chain begins later, without a replay', async () => {
  const [folder, archiveFolder] = [await stoppedVenue(), temporaryFolder()];
  const [first] = listSegments(files, folder);
  renameSync(first!.path, `${archiveFolder}/${first!.name}`);
  expect(verifyVenue(files, folder, { archiveFolder, replay: true }).problems).toEqual([]);
  expect(verifyVenue(files, folder).problems).toEqual([]);
  expect(verifyVenue(files, folder, { replay: true }).problems).toEqual([expect.stringContaining('--archive')]);
});

test.each(['journal', 'snapshot', 'end', 'state', 'place'])('damage is reported: %s', async (what) => {
  const folder = await stoppedVenue();
  const [segments, [snapshot]] = [listSegments(files, folder), listSnapshots(files, folder)];
  const [first, last] = [segments[0]!.path, segments.at(-1)!.path];
  if (what === 'journal') {
    const bytes = readFileSync(first);
    writeFileSync(first, bytes.fill(0x20, 500, 501));
    expect(verifyVenue(files, folder).problems).toEqual([expect.stringMatching(/0001\.log: .* \(at byte \d+\)$/)]);
  } else if (what === 'snapshot') {
    truncateSync(snapshot!.path, 300);
    expect(verifyVenue(files, folder).problems).toEqual([expect.stringContaining(snapshot!.path)]);
  } else if (what === 'end') {
    truncateSync(last, statSync(last).size - 1);
    expect(verifyVenue(files, folder).problems).toEqual([expect.stringContaining(`${last}: the journal ends at`)]);
  } else {
    const { state, end } = recover(files, folder, 0);
    const other = what === 'place' ? { ...end, hash: Buffer.alloc(32, 1) } : end;
    if (what === 'state') state.counters.matches += 1;
    const path = await writeSnapshot(files, folder, state, other);
    const problem = what === 'place' ? 'is another' : 'is not the state that the journal comes to';
    expect(verifyVenue(files, folder, { replay: true }).problems).toEqual([
      expect.stringMatching(`^${path}.*${problem}`),
    ]);
  }
});

test('a folder without a journal is no whole one', () => {
  const folder = temporaryFolder();
  expect(verifyVenue(files, folder).problems).toEqual([`${folder}: there is no journal`]);
});
