import { expect, it } from 'vitest';
import type { Database } from '../../../src/database/database.ts';
import { ApiCounts } from '../../../src/modules/legacy/index.ts';
import { describeOnEachDatabase } from '../../support/database.ts';

const FLUSH_MS = 2000;

/** Counts with a clock and a timer that the test drives. */
class Counting {
  ms = Date.UTC(2030, 0, 15);
  readonly errors: unknown[] = [];
  readonly counts: ApiCounts;
  #timer: { readonly delay_ms: number; readonly callback: () => void } | undefined;

  constructor(db: Database['db']) {
    this.counts = new ApiCounts({
      db,
      now: () => this.ms * 1000,
      flushMs: FLUSH_MS,
      after: (delay_ms, callback) => {
        if (this.#timer !== undefined) throw new Error('one timer at a time');
        this.#timer = { delay_ms, callback };
        return () => {
          this.#timer = undefined;
        };
      },
      onError: (error) => this.errors.push(error),
    });
  }

  /** How long the timer waits; undefined when there is none. */
  get waits_ms(): number | undefined {
    return this.#timer?.delay_ms;
  }

  /** The timer goes off in time; resolves once what it writes is written. */
  async fire(): Promise<void> {
    const { delay_ms, callback } = this.#timer!;
    this.ms += delay_ms;
    callback();
    await this.counts.flush();
  }

  count(clientId: string, times: number): void {
    for (let time = 0; time < times; time++) this.counts.count(clientId);
  }
}

function rows(database: Database) {
  return database.db.selectFrom('api_counts').selectAll().orderBy('client_id').orderBy('month').execute();
}

describeOnEachDatabase('counts of calls', (open) => {
  it('are written together, by the timer, and added to what is there', async () => {
    const database = await open();
    const counting = new Counting(database.db);
    expect(counting.waits_ms).toBeUndefined();
    counting.count('C1', 3);
    counting.count('C2', 1);
    expect(counting.waits_ms).toBe(FLUSH_MS);
    expect(await rows(database)).toEqual([]);
    await counting.fire();
    expect(counting.waits_ms).toBeUndefined();
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

  it('tell what is counted at this moment, client by client', async () => {
    const { counts, errors } = new Counting((await open()).db);
    expect(await counts.ofThisMonth('C1')).toBe(0);
    counts.count('C1');
    counts.count('C2');
    counts.count('C1');
    expect(await Promise.all([counts.ofThisMonth('C1'), counts.ofThisMonth('C2')])).toEqual([2, 1]);
    expect(errors).toEqual([]);
  });

  it('begin anew with each month, UTC', async () => {
    const database = await open();
    const counting = new Counting(database.db);
    counting.ms = Date.UTC(2030, 11, 31, 23, 59, 59, 400);
    counting.count('C1', 4);
    // The batch ends with the month, not two seconds after its first count.
    expect(counting.waits_ms).toBe(600);
    await counting.fire();
    expect(await counting.counts.ofThisMonth('C1')).toBe(0);
    counting.count('C1', 1);
    expect(counting.waits_ms).toBe(FLUSH_MS);
    expect(await counting.counts.ofThisMonth('C1')).toBe(1);
    expect(await rows(database)).toEqual([
      { client_id: 'C1', month: '2030-12', calls: 4 },
      { client_id: 'C1', month: '2031-01', calls: 1 },
    ]);
  });

  it('that cannot be written are kept and written with the next ones', async () => {
    const database = await open();
    const counting = new Counting(database.db);
    await database.db.schema.alterTable('api_counts').renameTo('away').execute();
    counting.count('C1', 2);
    await counting.fire();
    const { length: failures } = counting.errors;
    expect(failures).toBeGreaterThan(0);
    await database.db.schema.alterTable('away').renameTo('api_counts').execute();
    counting.count('C1', 3);
    await counting.fire();
    expect(await rows(database)).toEqual([{ client_id: 'C1', month: '2030-01', calls: 5 }]);
    expect(counting.errors).toHaveLength(failures);
  });

  it('of more clients than one statement can hold are all written', async () => {
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
