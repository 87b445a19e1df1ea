import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { Deposed, LeaderFence, leaderDb } from '../../src/database/leader/index.ts';
import type { Db } from '../../src/database/schema/index.ts';
import { describeOnBothDatabases } from '../support/database.ts';
import { THOROUGH } from '../support/thorough.ts';
import { KINDS, type KindOfWork, type Owner } from './leader-work-kinds.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'openats-fence-'));
  folders.push(folder);
  return folder;
}

/** The journal as the fence asks it: the epoch of the leader. */
interface Journal {
  epoch: number;
}

/** Where an owner is stopped: before its n-th use of the database, or in its n-th transaction. */
interface Moment {
  readonly at: 'use' | 'transaction';
  readonly number: number;
}

interface Stop {
  readonly moment?: Moment;
  /** What happens until the owner is awake again. */
  readonly meanwhile?: () => Promise<void>;
}

/** An owner of an epoch, which counts its uses and its transactions. */
function ownerOf(database: Database, journal: Journal, epoch: number, { moment, meanwhile }: Stop = {}) {
  const counts = { use: 0, transaction: 0 };
  const fence = new LeaderFence({
    shard: 0,
    holder: `owner ${epoch}`,
    epoch: () => epoch,
    confirm: async (asked) => asked === journal.epoch,
  });
  const stopAt = async (at: Moment['at']) => {
    counts[at]++;
    if (moment?.at === at && moment.number === counts[at]) await meanwhile?.();
  };
  const base = database.db;
  // What leaderDb uses of a database.
  const counted = {
    getExecutor: () => base.getExecutor(),
    connection: () => ({
      execute: async (work: (db: Db) => Promise<unknown>) => {
        await stopAt('use');
        return base.connection().execute(work);
      },
    }),
  } as unknown as Db;
  const held = {
    take: (db: Db) => fence.take(db),
    hold: async (transaction: Db) => {
      await fence.hold(transaction);
      if (moment?.at === 'transaction' && moment.number === counts.transaction + 1) await endOf(transaction, base);
      await stopAt('transaction');
    },
  };
  const owner: Owner = { epoch, db: leaderDb(counted, held), mayAppend: () => journal.epoch === epoch };
  return { owner, fence, counts };
}

/** The server ends a transaction whose process does nothing, as after IDLE_MS_MAX. */
async function endOf(transaction: Db, base: Db): Promise<void> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid()::text as pid`.execute(transaction);
  await sql`select pg_terminate_backend(${Number(rows[0]?.pid)}::int, 5000)`.execute(base);
}

/** All rows of all tables. */
async function rowsOf({ db, dialect }: Database): Promise<Record<string, readonly unknown[]>> {
  const tables =
    dialect === 'postgres'
      ? sql<{ name: string }>`select tablename as name from pg_tables where schemaname = current_schema()`
      : sql<{ name: string }>`select name from sqlite_master where type = 'table'`;
  const all: Record<string, readonly unknown[]> = {};
  for (const { name } of (await tables.execute(db)).rows) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
    if (rows.length > 0) all[name] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return all;
}

/** How many rows there are; ids of blocks and of records differ from run to run. */
function countsOf(rows: Record<string, readonly unknown[]>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(rows)
      .map(([name, { length }]) => [name, length] as const)
      .sort(),
  );
}

/** Two owners in turn: the first one is stopped at the moment, the second one works, then the first one wakes. */
async function stoppedAt(database: Database, kind: KindOfWork, moment: Moment) {
  const outside = { seen: [] as string[] };
  const work = await kind(database, newFolder(), outside);
  const journal = { epoch: 1 };
  const successor = ownerOf(database, journal, 2);
  let left: Record<string, readonly unknown[]> | undefined;
  const former = ownerOf(database, journal, 1, {
    moment,
    meanwhile: async () => {
      journal.epoch = 2;
      await successor.fence.take(database.db);
      await work(successor.owner);
      left = await rowsOf(database);
    },
  });
  await former.fence.take(database.db);
  const error = await work(former.owner).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  const after = await rowsOf(database);
  await work(successor.owner);
  return { left, after, error, outside, end: await rowsOf(database) };
}

describeOnBothDatabases('a stopped leader that wakes after its successor has worked', (open) => {
  /** Of each sort; a file of the bank is written at the sixth use. */
  const momentsMax = THOROUGH || open.dialect === 'sqlite' ? 8 : 2;

  test.each(Object.entries(KINDS))(
    'writes nothing of %s',
    async (_name, kind) => {
      const alone = await open();
      const outside = { seen: [] as string[] };
      const work = await kind(alone, newFolder(), outside);
      const { owner, fence, counts } = ownerOf(alone, { epoch: 1 }, 1);
      await fence.take(alone.db);
      await work(owner);
      const expected = countsOf(await rowsOf(alone));
      const moments: Moment[] = [];
      for (let number = 1; number <= Math.min(counts.use, momentsMax); number++) moments.push({ at: 'use', number });
      // A stopped process of SQLite keeps the file: it is the only one.
      const transactions = open.dialect === 'postgres' ? Math.min(counts.transaction, momentsMax) : 0;
      for (let number = 1; number <= transactions; number++) moments.push({ at: 'transaction', number });
      expect(moments.length).toBeGreaterThan(0);
      for (const moment of moments) {
        const run = await stoppedAt(await open(), kind, moment);
        const where = `${moment.at} ${moment.number}: ${run.error}`;
        expect(run.left, where).toBeDefined();
        expect(run.after, where).toEqual(run.left);
        expect(countsOf(run.end), where).toEqual(expected);
        expect(run.outside.seen.toSorted(), where).toEqual(outside.seen.toSorted());
      }
    },
    120_000,
  );
});

describeOnBothDatabases('the fence of the leader (J31)', (open) => {
  const mark = (db: Db) => db.insertInto('clients').values(A_CLIENT).execute();
  const marks = async ({ db }: Database) => (await db.selectFrom('clients').selectAll().execute()).length;
  const A_CLIENT = { client_id: 'C9', parent_id: 'C9', name: 'x', active: 1, created_at: 1 };

  test('is taken with the first write, and refuses a process that leads no more, before it has taken it', async () => {
    const database = await open();
    const journal = { epoch: 2 };
    await expect(mark(ownerOf(database, journal, 1).owner.db)).rejects.toThrow(Deposed);
    const before = await marks(database);
    await mark(ownerOf(database, journal, 2).owner.db);
    expect(await marks(database)).toBe(before + 1);
  });

  test('goes to nobody who was stopped between the answer of the journal and its own write', async () => {
    const database = await open();
    const journal = { epoch: 1 };
    const successor = ownerOf(database, journal, 2);
    let asked = 0;
    const fence = new LeaderFence({
      shard: 0,
      holder: 'owner 1',
      epoch: () => 1,
      confirm: async () => {
        const isLeader = journal.epoch === 1;
        if (asked++ === 0) {
          journal.epoch = 2;
          await successor.fence.take(database.db);
        }
        return isLeader;
      },
    });
    await expect(fence.take(database.db)).rejects.toThrow(Deposed);
    await mark(successor.owner.db);
    expect(asked).toBe(2);
  });

  test('is taken again where a restored journal counts its epochs again, and where its own database was', async () => {
    const database = await open();
    const journal = { epoch: 7 };
    const first = ownerOf(database, journal, 7);
    await mark(first.owner.db);
    journal.epoch = 3;
    const second = ownerOf(database, journal, 3);
    await database.db.deleteFrom('clients').where('client_id', '=', 'C9').execute();
    await mark(second.owner.db);
    await expect(mark(first.owner.db)).rejects.toThrow(Deposed);
    await expect(mark(first.owner.db)).rejects.toThrow(Deposed);
    await database.db.deleteFrom('clients').where('client_id', '=', 'C9').execute();
    await database.db.updateTable('leader_fence').set({ epoch: 1, holder: 'of the backup' }).execute();
    await expect(mark(second.owner.db)).rejects.toThrow(Deposed);
    await mark(second.owner.db);
  });

  test('lets a leader read without it, and rolls back with the error of a failed statement', async () => {
    const database = await open();
    const { owner, fence } = ownerOf(database, { epoch: 1 }, 1);
    await owner.db.selectFrom('clients').selectAll().execute();
    expect(await database.db.selectFrom('leader_fence').selectAll().execute()).toEqual([]);
    await mark(owner.db);
    expect(fence.leads).toBe(true);
    await expect(mark(owner.db)).rejects.toThrow(/unique/i);
    await expect(
      owner.db.transaction().execute(async (transaction) => {
        await transaction.deleteFrom('clients').where('client_id', '=', 'C9').execute();
        throw new Error('never mind');
      }),
    ).rejects.toThrow('never mind');
    expect(await database.db.selectFrom('clients').where('client_id', '=', 'C9').selectAll().execute()).toHaveLength(1);
  });
});
