import { execFile } from 'node:child_process';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openHistoryDatabase } from '../../src/database/open-database.ts';
import { HistoryFollower } from '../../src/history/follower.ts';
import { HistoryStore } from '../../src/history/store.ts';
import { commands, options, Venue } from '../history/venue.ts';
import { damagePageOf } from '../support/damaged-page.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SCRIPT = join(import.meta.dirname, '../../scripts/verify.ts');

async function verify(folder: string): Promise<{ readonly code: number; readonly lines: readonly string[] }> {
  const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, folder]);
    return { code: 0, lines: linesOf(stdout) };
  } catch (error) {
    const { code, stderr } = error as { code: number; stderr: string };
    return { code, lines: linesOf(stderr) };
  }
}

test('npm run verify compares the order history of a data folder with its journal', async () => {
  const venue = new Venue();
  const folder = temporaryFolder();
  const file = join(folder, 'history.db');
  const history = await openHistoryDatabase({ file });
  const durable = await venue.takeAll(commands(300, 5));
  const follower = await HistoryFollower.open(options(venue, new HistoryStore(history, 0)));
  await follower.advance(durable);
  await history.close();
  renameSync(venue.folder, join(folder, 'venue'));
  const whole = await verify(folder);
  const { eventSeq } = venue.state.counters;
  expect(whole.lines).toContain(`${file}: its pages are whole`);
  expect(whole.lines).toContain(`order history: its rows are those of ${eventSeq} events`);
  expect(whole.code).toBe(0);

  const database = new DatabaseSync(file);
  database.exec('update order_updates set remaining = 7 where seq = (select max(seq) from order_updates)');
  database.exec(`update history_position set seq = ${eventSeq + 5}`);
  database.close();
  expect(await verify(folder)).toEqual({
    code: 1,
    lines: [
      expect.stringMatching(/^PROBLEM order_updates: seq \d+ differs in remaining$/),
      `PROBLEM the order history holds event ${eventSeq + 5}, but the journal ends at event ${eventSeq}`,
    ],
  });

  damagePageOf(file, 'matches_buy');
  const damaged = await verify(folder);
  expect([damaged.code, damaged.lines[0]]).toEqual([1, expect.stringContaining(`PROBLEM ${file}: table matches: `)]);
});
