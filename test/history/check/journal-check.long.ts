import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openHistoryDatabase } from '../../../src/database/open-database.ts';
import { JournalCheck } from '../../../src/history/check/journal-check.ts';
import { pageProblems } from '../../../src/history/check/page-check.ts';
import { HistoryFollower } from '../../../src/history/follower.ts';
import { HistoryStore } from '../../../src/history/store.ts';
import { damagePageOf } from '../../support/damaged-page.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { commands, options, Venue } from '../venue.ts';

async function stoppedVenue() {
  const venue = new Venue();
  const file = join(temporaryFolder(), 'history.db');
  const history = await openHistoryDatabase({ file });
  const durable = await venue.takeAll(commands(300, 5));
  const follower = await HistoryFollower.open(options(venue, new HistoryStore(history, 0)));
  await follower.advance(durable);
  await history.close();
  return { folder: venue.folder, file, durable };
}

function change(file: string, statement: string): void {
  const database = new DatabaseSync(file);
  database.exec(statement);
  database.close();
}

function checkOf({ folder, file, durable }: Awaited<ReturnType<typeof stoppedVenue>>) {
  const messages: string[] = [];
  const passes: { readonly delayMs: number; readonly begin: () => void }[] = [];
  let scheduled = Promise.withResolvers<void>();
  const check = new JournalCheck({
    ...{ folder, archiveFolder: null, history: { file }, sqliteFiles: [file], commandsPerSecond: 1_000_000 },
    durable: () => durable,
    timers: {
      after: (delayMs, begin) => {
        passes.push({ delayMs, begin });
        scheduled.resolve();
        return () => messages.push('called off');
      },
    },
    nowSeconds: () => 1_800_000_000,
    onProblem: (text) => messages.push(text),
    onNote: (text) => messages.push(text),
  });
  /** Resolves when the next one is scheduled. */
  const pass = async () => {
    scheduled = Promise.withResolvers();
    passes.at(-1)!.begin();
    await scheduled.promise;
    return passes.at(-1)!.delayMs;
  };
  return { check, messages, pass };
}

test('a pass finds nothing in what is whole, and the next begins an hour later', async () => {
  const venue = await stoppedVenue();
  const { check, messages, pass } = checkOf(venue);
  expect(check.figures).toEqual({ command: 0, problems: 0, completedAt: 0 });
  expect(await pass()).toBe(3_600_000);
  expect(messages).toEqual([]);
  expect(check.figures).toEqual({ command: venue.durable, problems: 0, completedAt: 1_800_000_000 });
  await check.end();
  expect(messages).toEqual(['called off']);
});

test('each pass reports the damage that it finds, and counts it until a pass finds none', async () => {
  const venue = await stoppedVenue();
  const { check, messages, pass } = checkOf(venue);
  change(
    venue.file,
    'update order_entry_rows set price = price + 1 where order_id = (select min(order_id) from orders)',
  );
  await pass();
  expect(messages).toEqual([expect.stringMatching(/^order_entry_rows: order_id \d+ differs in price$/)]);
  expect(check.figures.problems).toBe(1);
  change(
    venue.file,
    'update order_entry_rows set price = price - 1 where order_id = (select min(order_id) from orders)',
  );
  await pass();
  expect([messages.length, check.figures.problems]).toEqual([1, 0]);
  await check.end();
});

test('a history that cannot be read now is noted, and looked at again', async () => {
  const venue = await stoppedVenue();
  const { messages, pass, check } = checkOf({ ...venue, file: join(temporaryFolder(), 'nowhere.db') });
  expect(await pass()).toBe(3_600_000);
  expect(messages).toEqual([expect.stringContaining('the check of the journal was interrupted: ')]);
  expect(check.figures).toMatchObject({ problems: 0, completedAt: 0 });
  await check.end();
});

test('a damaged page is found, with the table that it is of', async () => {
  const venue = await stoppedVenue();
  expect([...pageProblems(venue.file)].flat()).toEqual([]);
  damagePageOf(venue.file, 'matches_buy');
  const { check, messages, pass } = checkOf(venue);
  await pass();
  expect(messages[0]).toContain(`${venue.file}: table matches: `);
  expect(check.figures.problems).toBe(messages.length);
  await check.end();
});
