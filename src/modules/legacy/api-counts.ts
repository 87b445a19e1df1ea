import { randomUUID } from 'node:crypto';
import type { Db } from '../../database/schema/index.ts';
import type { Timers } from '../../time/timers.ts';
import { DAY_US } from '../../time/units.ts';
import { ownedBy } from '../shared/record/index.ts';

export interface ApiCountSettings {
  /** Database.background: no call waits for the writes. */
  readonly db: Db;
  /** Now, in whole microseconds since 1970 UTC. */
  readonly nowUs: () => number;
  readonly after: Timers['after'];
  /** How long a count waits at most to be written together with others; FLUSH_MS when absent. */
  readonly flushMs?: number;
  /** Called when a write of counts failed; they are kept and written before the next ones. */
  readonly onError: (error: unknown) => void;
}

const FLUSH_MS = 2_000;

/** Rows of one statement: three columns each, well below the parameters that a statement may have. */
const BATCH_ROWS = 500;

/** How long the database knows the last batch of a process that writes no more. */
const KNOWN_US = 30 * DAY_US;

/** Calls by client. */
type Counts = Map<string, number>;

/** Counts of one transaction. */
interface Batch {
  /** The batches of a process are written in this order. */
  readonly number: number;
  readonly month: string;
  readonly calls: Counts;
}

/**
 * Counts the calls of clients by month (UTC). A call costs an addition in memory; the counts are added to the database
 * every few seconds and at the end. A crash loses the counts of the last seconds, a clean stop loses none. Making each
 * count durable would cost every call a write. No call counts twice: a batch that failed is written again as it was,
 * unless the database has its number already, because its commit was only not answered.
 *
 * A batch belongs to the month in which it began, and ends with that month: a call in the first milliseconds of a
 * month may be counted in the one before, when the timer is late. Holds one number for each client that called since
 * the last write.
 */
export class ApiCounts {
  readonly #settings: ApiCountSettings;
  #batch: { readonly month: string; readonly calls: Counts; readonly cancelTimer: () => void } | undefined;
  /** Counts that are in no batch yet, by month. */
  readonly #unwritten = new Map<string, Counts>();
  /** Its write has failed, perhaps after the commit. */
  #inDoubt: Batch | undefined;
  #batches = 0;
  /** Differs for each run of a process. */
  readonly #process = randomUUID();
  /** Writes, and reads of what they have written, happen one after the other. */
  #writing: Promise<void> = Promise.resolve();

  constructor(settings: ApiCountSettings) {
    this.#settings = settings;
  }

  count(clientId: string): void {
    this.#batch ??= this.#begin();
    const { calls } = this.#batch;
    calls.set(clientId, (calls.get(clientId) ?? 0) + 1);
  }

  #begin() {
    const { nowUs, after, flushMs = FLUSH_MS } = this.#settings;
    const date = new Date(nowUs() / 1000);
    const monthEndMs = Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
    const delayMs = Math.min(flushMs, Math.ceil(monthEndMs - nowUs() / 1000));
    return { month: monthOf(date), calls: new Map(), cancelTimer: after(delayMs, () => void this.flush()) };
  }

  /** Calls of the client since midnight UTC on the first of the month, those of this moment included. */
  ofThisMonth(clientId: string): Promise<number> {
    const read = this.flush().then(() => this.#read(clientId));
    this.#writing = read.then(
      () => {},
      () => {},
    );
    return read;
  }

  async #read(clientId: string): Promise<number> {
    const month = monthOf(new Date(this.#settings.nowUs() / 1000));
    // In one statement, so that the count includes the batch if its number is there.
    const { calls, batch } = await this.#settings.db
      .selectNoFrom((read) => [
        read.selectFrom('api_counts').select('calls').where(ownedBy(clientId)).where('month', '=', month).as('calls'),
        read.selectFrom('api_count_batches').select('batch').where('process', '=', this.#process).as('batch'),
      ])
      .executeTakeFirstOrThrow();
    const inDoubt = this.#inDoubt;
    const isMissing = inDoubt?.month === month && (batch ?? 0) < inDoubt.number;
    const missing = isMissing ? (inDoubt.calls.get(clientId) ?? 0) : 0;
    return (calls ?? 0) + missing + (this.#unwritten.get(month)?.get(clientId) ?? 0);
  }

  /** Resolves when everything counted before is written, or the write has failed. Never rejects. */
  flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = undefined;
    batch?.cancelTimer();
    if (batch !== undefined) add(this.#unwritten, batch.month, batch.calls);
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    try {
      for (let batch = this.#next(); batch !== undefined; batch = this.#next()) {
        this.#inDoubt = batch;
        await this.#addToDatabase(batch);
        this.#inDoubt = undefined;
      }
    } catch (error) {
      this.#settings.onError(error);
    }
  }

  #next(): Batch | undefined {
    if (this.#inDoubt !== undefined) return this.#inDoubt;
    for (const [month, calls] of this.#unwritten) {
      this.#unwritten.delete(month);
      return { number: ++this.#batches, month, calls };
    }
    return undefined;
  }

  #addToDatabase({ number, month, calls }: Batch): Promise<void> {
    const rows = [...calls].map(([client_id, count]) => ({ client_id, month, calls: count }));
    return this.#settings.db.transaction().execute(async (transaction) => {
      // First: an earlier attempt whose commit is still under way is waited for.
      if (!(await this.#isNew(transaction, number))) return;
      for (let index = 0; index < rows.length; index += BATCH_ROWS) {
        await transaction
          .insertInto('api_counts')
          .values(rows.slice(index, index + BATCH_ROWS))
          .onConflict((conflict) =>
            conflict.columns(['client_id', 'month']).doUpdateSet((row) => ({
              calls: row('api_counts.calls', '+', row.ref('excluded.calls')),
            })),
          )
          .execute();
      }
    });
  }

  /** Stores the number of the batch; false where the database has it already. */
  async #isNew(transaction: Db, batch: number): Promise<boolean> {
    const written_at = this.#settings.nowUs();
    if (batch === 1) {
      await transaction
        .deleteFrom('api_count_batches')
        .where('written_at', '<', written_at - KNOWN_US)
        .execute();
    }
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('api_count_batches')
      .values({ process: this.#process, batch, written_at })
      .onConflict((conflict) =>
        conflict.column('process').doUpdateSet({ batch, written_at }).where('api_count_batches.batch', '<', batch),
      )
      .executeTakeFirst();
    return numInsertedOrUpdatedRows === 1n;
  }
}

function monthOf(date: Date): string {
  return date.toISOString().slice(0, 7);
}

function add(months: Map<string, Counts>, month: string, calls: Counts): void {
  const known = months.get(month);
  if (known === undefined) months.set(month, calls);
  else for (const [clientId, count] of calls) known.set(clientId, (known.get(clientId) ?? 0) + count);
}
