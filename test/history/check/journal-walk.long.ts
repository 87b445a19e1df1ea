import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '../../../src/database/database.ts';
import { openHistoryDatabase } from '../../../src/database/open-database.ts';
import { nodeFileSystem as files } from '../../../src/exchange/journal/file-system.ts';
import { listSegments } from '../../../src/exchange/journal/segments.ts';
import { listSnapshots, loadSnapshot } from '../../../src/exchange/storage/snapshot.ts';
import { JournalWalk, type JournalWalkDeps } from '../../../src/history/check/journal-walk.ts';
import { HistoryFollower } from '../../../src/history/follower.ts';
import { HistoryStore } from '../../../src/history/store.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { commands, options, Venue } from '../venue.ts';

async function projectedVenue(history: Database) {
  const venue = new Venue();
  const durable = await venue.takeAll(commands(600, 108));
  const follower = await HistoryFollower.open(options(venue, new HistoryStore(history, 0)));
  await follower.advance(durable);
  return { venue, durable };
}

/** Undoes what it tries: projecting a venue takes longer than all walks over it. */
async function tried<T>({ db }: Database, work: (changed: Pick<Database, 'db'>) => Promise<T>): Promise<void> {
  const transaction = await db.startTransaction().execute();
  try {
    await work({ db: transaction });
  } finally {
    await transaction.rollback().execute();
  }
}

/** What one walk finds. */
async function walked(
  { db }: Pick<Database, 'db'>,
  { folder, sequence, state }: Venue,
  more: Partial<JournalWalkDeps> = {},
): Promise<string[]> {
  const problems: string[] = [];
  const problem = (text: string) => problems.push(text);
  const projected = state.counters.eventSeq;
  const walk = JournalWalk.open({
    files,
    folder,
    archiveFolder: null,
    db,
    durable: sequence,
    projected,
    problem,
    ...more,
  });
  while (await walk.step(100));
  expect(walk.command).toBe(more.durable ?? sequence);
  return problems;
}

/** Tables whose rows are known by another column than the number of the event. */
const KEYS: Readonly<Record<string, string>> = { order_entry_rows: 'order_id', matches: 'match_id' };

const CHANGED_ROWS = [
  ['order_entry_rows', 'quantity = quantity + 1', 'quantity'],
  ['order_entry_rows', "member_id = 'another'", 'member_id'],
  ['order_updates', "reason = 'another'", 'reason'],
  ['matches', 'price = price + 1, sell_remaining = sell_remaining + 7', 'price, sell_remaining'],
  ['market_events', "market = case market when 'halted' then 'open' else 'halted' end", 'market'],
] as const;

const WRONG_LISTS = [
  ['an ended order', 'delete from ended_orders where order_id = (select max(order_id) from ended_orders)'],
  ['the status that an order ended with', "update ended_orders set status = 'Not Approved' where status = 'Executed'"],
  ['a live order', 'delete from live_orders where order_id = (select max(order_id) from live_orders)'],
  ['the status of a live order', "update live_orders set status = 'Not Approved'"],
  ['the client of a live order', "update live_orders set client_id = 'another'"],
  ['a number of orders', "update history_counts set records = records + 1 where kind = 'order'"],
  ['a number of trades', "delete from history_counts where kind = 'trade'"],
  ['a number of ended orders', "update history_counts set records = records - 1 where kind = 'Cancelled'"],
] as const;

describeOnEachDatabase('the walk', (open) => {
  test('finds nothing in what the follower wrote', async () => {
    const history = await open.history();
    const { venue } = await projectedVenue(history);
    expect(await walked(history, venue)).toEqual([]);
  });

  test('compares nothing after the last event of the history', async () => {
    const history = await open.history();
    const { venue } = await projectedVenue(history);
    await venue.takeAll(commands(50, 6));
    const projected = await new HistoryStore(history, 0).position();
    expect(await walked(history, venue, { projected })).toEqual([]);
  });

  test('finds rows that differ, are missing or too many, and what the lists have wrong', async () => {
    const history = await open.history();
    const { venue } = await projectedVenue(history);
    for (const [table, change, differences] of CHANGED_ROWS) {
      await tried(history, async ({ db }) => {
        const key = KEYS[table] ?? 'seq';
        const id = await middleOf({ db }, table, key);
        await sql.raw(`update ${table} set ${change} where ${key} = ${id}`).execute(db);
        expect(await walked({ db }, venue)).toEqual([`${table}: ${key} ${id} differs in ${differences}`]);
      });
    }
    await tried(history, async ({ db }) => {
      const id = await middleOf({ db }, 'matches', 'match_id');
      await sql.raw(`update matches set match_id = ${id + 1} where match_id = ${id}`).execute(db);
      expect(await walked({ db }, venue)).toEqual([
        `matches: match_id ${id + 1} is in no event of the journal`,
        `matches: match_id ${id} is missing`,
      ]);
    });
    for (const [what, change] of WRONG_LISTS) {
      await tried(history, async ({ db }) => {
        await sql.raw(change).execute(db);
        expect((await walked({ db }, venue)).join('\n'), what).toMatch(/^(ended_orders|live_orders|history_counts): /);
      });
    }
    await tried(history, async ({ db }) => {
      const { rows } = await sql<{ order_id: number }>`insert into live_orders (client_id, status, order_id)
        select client_id, 'Live', order_id from ended_orders order by order_id limit 1 returning order_id`.execute(db);
      expect(await walked({ db }, venue)).toContain(`live_orders: order_id ${rows[0]!.order_id} has ended`);
    });
    expect(await walked(history, venue)).toEqual([]);
  });

  test('names a segment that is damaged, however old', async () => {
    const history = await open.history();
    const { venue } = await projectedVenue(history);
    const path = listSegments(files, venue.folder)[1]!.path;
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.fill(bytes[200]! ^ 1, 200, 201));
    await expect(walked(history, venue)).rejects.toThrow(`${path}: a group is damaged`);
  });

  test('goes on where a segment moves to the archive while it is read', async () => {
    const history = await open.history();
    const { venue, durable } = await projectedVenue(history);
    const archiveFolder = temporaryFolder();
    const problems: string[] = [];
    const { folder, state } = venue;
    const walk = JournalWalk.open({
      ...{ files, folder, archiveFolder, db: history.db, durable, projected: state.counters.eventSeq },
      problem: (text) => problems.push(text),
    });
    await walk.step(1);
    for (const { path, name } of listSegments(files, folder).slice(0, -1)) renameSync(path, join(archiveFolder, name));
    while (await walk.step(50));
    expect([walk.command, problems]).toEqual([durable, []]);
  });

  test('begins with the oldest snapshot where the first files are elsewhere', async () => {
    const history = await open.history();
    const { venue } = await projectedVenue(history);
    const [first, second] = listSegments(files, venue.folder);
    for (const { path, name } of [first!, second!]) renameSync(path, join(temporaryFolder(), name));
    expect(await walked(history, venue)).toEqual([]);
    const { id } = (await sql<{ id: number }>`select max(seq) as id from order_updates`.execute(history.db)).rows[0]!;
    await sql.raw(`update order_updates set quantity = quantity + 1 where seq = ${id}`).execute(history.db);
    expect(await walked(history, venue)).toEqual([`order_updates: seq ${id} differs in quantity`]);
    // Of the events right after that snapshot, before the newer ones.
    const { path } = listSnapshots(files, venue.folder).at(-1)!;
    const { eventSeq } = loadSnapshot(files, path, 0).state.counters;
    const after = sql<{ id: number }>`select min(seq) as id from order_updates where seq > ${eventSeq}`;
    const { id: next } = (await after.execute(history.db)).rows[0]!;
    await sql.raw(`update order_updates set quantity = quantity + 1 where seq = ${next}`).execute(history.db);
    expect(await walked(history, venue)).toContain(`order_updates: seq ${next} differs in quantity`);
  });
});

async function middleOf({ db }: Pick<Database, 'db'>, table: string, key: string): Promise<number> {
  const { rows } = await sql.raw<{ id: number }>(`select ${key} as id from ${table} order by ${key}`).execute(db);
  return rows[Math.floor(rows.length / 2)]!.id;
}

test('the walk finds a token that leads to no order', async () => {
  const history = await openHistoryDatabase({ file: join(temporaryFolder(), 'history.db') });
  const { venue } = await projectedVenue(history);
  const { rows } = await sql<{ order_id: number }>`delete from order_tokens
    where order_id = (select max(order_id) from order_tokens) returning order_id`.execute(history.db);
  expect(await walked(history, venue)).toEqual([`order_tokens: order_id ${rows[0]!.order_id} is missing`]);
  await history.close();
});
