import { expect, test } from 'vitest';
import type { Database } from '../../../src/database/database.ts';
import type { Db } from '../../../src/database/schema/index.ts';
import { ApiCounts } from '../../../src/modules/legacy/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';
import { ManualTime } from '../../support/manual-time.ts';

const FLUSH_MS = 2000;

/** Counts with a clock and a timer that the test drives. */
class Counting {
  readonly time = new ManualTime('2030-01-15T00:00:00Z');
  readonly errors: unknown[] = [];
  readonly counts: ApiCounts;

  constructor(db: Database['db']) {
    this.counts = new ApiCounts({
      db,
      nowUs: () => this.time.nowUs(),
      flushMs: FLUSH_MS,
      after: (delayMs, callback) => {
        if (this.time.waiting > 0) throw new Error('one timer at a time');
        return this.time.after(delayMs, callback);
      },
      onError: (error) => this.errors.push(error),
    });
  }

  /** How long the timer waits; undefined when it does not exist. */
  get waitsMs(): number | undefined {
    const { next } = this.time;
    return next === undefined ? undefined : (next - this.time.nowUs()) / 1000;
  }

  /** The timer goes off in time; resolves once what it writes is written. */
  async fire(): Promise<void> {
    this.time.moveTo(this.time.next!);
    await this.counts.flush();
  }

  count(clientId: string, times: number): void {
    for (let time = 0; time < times; time++) this.counts.count(clientId);
  }
}

/** Transactions are committed, and the answers of some are lost. */
function withoutAnswers(db: Db, lost: boolean[]): Db {
  return withTransactions(db, async (execute) => {
    await execute();
    if (lost.shift() === true) throw new Error('Connection terminated');
  });
}

/** The first transactions fail. */
function withoutTransactions(db: Db, failing: number): Db {
  return withTransactions(db, async (execute) => {
    if (failing-- > 0) throw new Error('no connection');
    await execute();
  });
}

type Work = (transaction: Db) => Promise<unknown>;

function withTransactions(db: Db, around: (execute: () => Promise<unknown>) => Promise<void>): Db {
  const transaction = () => ({ execute: (work: Work) => around(() => db.transaction().execute(work)) });
  return new Proxy(db, {
    get: (target, name) => {
      if (name === 'transaction') return transaction;
      const value = target[name as keyof Db];
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

function rows(database: Database) {
  return database.db.selectFrom('api_counts').selectAll().orderBy('client_id').orderBy('month').execute();
}

describeOnEachDatabase('counts of calls', (open) => {
  test('are written together, by the timer, and added to what is there', async () => {
    const database = await open();
    const counting = new Counting(database.db);
    expect(counting.waitsMs).toBeUndefined();
    counting.count('C1', 3);
    counting.count('C2', 1);
    expect(counting.waitsMs).toBe(FLUSH_MS);
    expect(await rows(database)).toEqual([]);
    await counting.fire();
    expect(counting.waitsMs).toBeUndefined();
    counting.count('C1', 2);
    await counting.fire();
    expect(await rows(database)).toEqual([
      { client_id: 'C1', month: '2030-01', calls: 5 },
      { client_id: 'C2', month: '2030-01', calls: 1 },
    ]);
    // Another process that begins where this one ended.
    const next = new Counting(database.db);
    next.count('C1', 1);
    expect(await next.counts.ofThisMonth('C1')).toBe(6);
  });

  test('include the counts of this moment, client by client', async () => {
    const { counts, errors } = new Counting((await open()).db);
    expect(await counts.ofThisMonth('C1')).toBe(0);
    counts.count('C1');
    counts.count('C2');
    counts.count('C1');
    expect(await Promise.all([counts.ofThisMonth('C1'), counts.ofThisMonth('C2')])).toEqual([2, 1]);
    expect(errors).toEqual([]);
  });

  test('restart with each month, UTC', async () => {
    const database = await open();
    const counting = new Counting(database.db);
    counting.time.moveTo('2030-12-31T23:59:59.400Z');
    counting.count('C1', 4);
    // The batch ends with the month, not two seconds after its first count.
    expect(counting.waitsMs).toBe(600);
    await counting.fire();
    expect(await counting.counts.ofThisMonth('C1')).toBe(0);
    counting.count('C1', 1);
    expect(counting.waitsMs).toBe(FLUSH_MS);
    expect(await counting.counts.ofThisMonth('C1')).toBe(1);
    expect(await rows(database)).toEqual([
      { client_id: 'C1', month: '2030-12', calls: 4 },
      { client_id: 'C1', month: '2031-01', calls: 1 },
    ]);
  });

  test('that cannot be written are kept and written with the next ones', async () => {
    const database = await open();
    const counting = new Counting(database.db);
    await database.db.schema.alterTable('api_counts').renameTo('hidden').execute();
    counting.count('C1', 2);
    await counting.fire();
    const { length: failures } = counting.errors;
    expect(failures).toBeGreaterThan(0);
    await database.db.schema.alterTable('hidden').renameTo('api_counts').execute();
    counting.count('C1', 3);
    await counting.fire();
    expect(await rows(database)).toEqual([{ client_id: 'C1', month: '2030-01', calls: 5 }]);
    expect(counting.errors).toHaveLength(failures);
  });

  test('count once where the answer to a commit was lost, also in the count of the month', async () => {
    const database = await open();
    const counting = new Counting(withoutAnswers(database.db, [true, false, true]));
    counting.count('C1', 2);
    await counting.counts.flush();
    expect(counting.errors).toHaveLength(1);
    counting.count('C1', 3);
    counting.count('C2', 1);
    // The first batch is not added again; the second one is added, and its answer is lost too.
    expect(await counting.counts.ofThisMonth('C1')).toBe(5);
    expect(counting.errors).toHaveLength(2);
    await counting.counts.flush();
    expect(await rows(database)).toEqual([
      { client_id: 'C1', month: '2030-01', calls: 5 },
      { client_id: 'C2', month: '2030-01', calls: 1 },
    ]);
    const batches = await database.db.selectFrom('api_count_batches').select('batch').execute();
    expect([batches, counting.errors.length]).toEqual([[{ batch: 2 }], 2]);
  });

  test('count in the month while their batch cannot be written, and the database forgets old processes', async () => {
    const database = await open();
    const old = { process: 'old', batch: 7, written_at: 1 };
    await database.db.insertInto('api_count_batches').values(old).execute();
    const counting = new Counting(withoutTransactions(database.db, 2));
    counting.count('C1', 2);
    await counting.fire();
    counting.count('C1', 1);
    expect(await counting.counts.ofThisMonth('C1')).toBe(3);
    expect(await counting.counts.ofThisMonth('C1')).toBe(3);
    expect(await rows(database)).toEqual([{ client_id: 'C1', month: '2030-01', calls: 3 }]);
    expect(await database.db.selectFrom('api_count_batches').select('batch').execute()).toEqual([{ batch: 2 }]);
  });

  test('of more clients than one statement can hold are all written', async () => {
    const database = await open();
    const counting = new Counting(database.db);
    for (let client = 0; client < 1201; client++) counting.count(`C${client}`, 2);
    await counting.counts.flush();
    const { clients, calls } = await database.db
      .selectFrom('api_counts')
      .select((select) => [select.fn.countAll<number>().as('clients'), select.fn.sum<number>('calls').as('calls')])
      .executeTakeFirstOrThrow();
    expect({ clients: Number(clients), calls: Number(calls) }).toEqual({ clients: 1201, calls: 2402 });
  });
});
