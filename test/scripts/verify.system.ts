import { execFile } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openDatabase, openHistoryDatabase } from '../../src/database/open-database.ts';
import { HistoryFollower } from '../../src/history/follower.ts';
import { HistoryStore } from '../../src/history/store.ts';
import { commands, options, Venue } from '../history/venue.ts';
import { anIssuer, anOffering, aTrade } from '../modules/shared/records.ts';
import { damagePageOf } from '../support/damaged-page.ts';
import { ownDatabase } from '../support/own-database.ts';
import { hasPostgres } from '../support/postgres-url.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const SCRIPT = join(import.meta.dirname, '../../scripts/verify.ts');

async function verify(
  folder: string,
  ...options: readonly string[]
): Promise<{ readonly code: number; readonly lines: readonly string[] }> {
  const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [SCRIPT, folder, ...options]);
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

test('npm run verify recomputes the balances of the ledger, and checks trades and their units', async () => {
  const venue = new Venue();
  await venue.takeAll(commands(20, 5));
  const folder = temporaryFolder();
  renameSync(venue.folder, join(folder, 'venue'));
  const file = join(folder, 'openats.db');
  const { db, close } = await openDatabase({ file });
  const { offering_id } = await anOffering(db, 'C1', await anIssuer(db, 'C1'));
  const { trade_id } = await aTrade(db, 'C1', offering_id);
  await db.updateTable('offerings').set({ sold_shares: '10.000000' }).execute();
  await close();
  const whole = await verify(folder);
  for (const line of [
    'ledger: its balances are those of its entries and of the records',
    'trades: their states agree with their money, and the sold units of offerings with their trades',
    'units: each SETTLED trade has a row of its units, and nothing is issued for another',
  ]) {
    expect(whole.lines).toContain(line);
  }
  expect(whole.code).toBe(0);

  const database = new DatabaseSync(file);
  database.exec("update trades set order_status = 'SETTLED', recorded_amount = total_amount");
  database.exec("update offerings set sold_shares = '11.000000'");
  database.exec("update ledger_balances set amount = amount - 1 where kind = 'due'");
  database.exec(
    "insert into ledger_entries (posting, event, kind, owner, amount, posted_at) values (9, 'x', 'cash', 'A1', 5, 1)",
  );
  database.close();
  const due = /^PROBLEM ledger: due of \d+ is -1, (its entries|the records) come to 0 /;
  expect(await verify(folder)).toEqual({
    code: 1,
    lines: [
      'PROBLEM ledger: posting 9 sums to 5 and not to 0',
      expect.stringMatching(due),
      expect.stringMatching(/^PROBLEM ledger: cash of A1 is 5, the records come to 0 /),
      expect.stringMatching(due),
      `PROBLEM trades: offering ${offering_id} has sold 11000000, its trades hold 10000000 (millionths of a unit)`,
      `PROBLEM units: trade ${trade_id} is SETTLED without a row of its units`,
    ],
  });
});

test('npm run verify names a file that is no order history, and folders that are not there', async () => {
  const folder = temporaryFolder();
  const [text, main, none] = [join(folder, 'notes.txt'), join(folder, 'openats.db'), join(folder, 'none')];
  writeFileSync(text, 'notes');
  await (await openDatabase({ file: main })).close();
  const wanted = 'name the history.db of a data folder, or the URL of the PostgreSQL database of the venue';
  const refused = async (...options: readonly string[]) => {
    const { code, lines } = await verify(folder, ...options);
    expect(code).toBe(2);
    return lines[0];
  };
  expect(await refused('--history', text)).toBe(`--history: ${text} is no order history; ${wanted}`);
  expect(await refused('--history', main)).toBe(`--history: ${main} is no order history; ${wanted}`);
  expect(await refused('--history', none)).toBe(`--history: there is no file ${none}; ${wanted}`);
  expect(await refused('--archive', none)).toBe(`--archive: there is no folder ${none}`);
  expect(await refused('--reports', none)).toBe(`--reports: there is no folder ${none}`);
  expect((await verify(none)).lines[0]).toBe(`FOLDER: there is no folder ${none}`);
});

test.runIf(hasPostgres)(
  'npm run verify says that the database of a URL has no order history, not the URL',
  async () => {
    const { url, drop } = await ownDatabase('verify');
    const { lines, code } = await verify(temporaryFolder(), '--history', url);
    await drop();
    expect([code, lines[0]]).toEqual([
      2,
      expect.stringMatching(/^--history: the database of the URL has no order history; /),
    ]);
    expect(lines.join()).not.toContain('postgres:/');
  },
);
