import type { Db } from '../../database/schema/index.ts';
import type { Timers } from '../../time/timers.ts';
import { ownedBy } from '../shared/record/index.ts';

export interface ApiCountSettings {
  /** Database.background: no call waits for the writes. */
  readonly db: Db;
  /** Now, in whole microseconds since 1970 UTC. */
  readonly nowUs: () => number;
  readonly after: Timers['after'];
  /** How long a count waits at most to be written together with others; FLUSH_MS when absent. */
  readonly flushMs?: number;
  /** Called when a write of counts failed; they are kept and written with the next ones. */
  readonly onError: (error: unknown) => void;
}

const FLUSH_MS = 2_000;

/** Rows of one statement: three columns each, well below the parameters that a statement may have. */
const BATCH_ROWS = 500;

/** Calls by client. */
type Counts = Map<string, number>;

/**
 * Counts the calls of clients by month (UTC). A call costs an addition in memory; the counts are added to the database
 * every few seconds and at the end. A crash loses the counts of the last seconds, a clean stop loses none. Making each
 * count durable would cost every call a write.
 *
 * A batch belongs to the month in which it began, and ends with that month: a call in the first milliseconds of a
 * month may be counted in the one before, when the timer is late. Holds one number for each client that called since
 * the last write.
 */
export class ApiCounts {
  readonly #settings: ApiCountSettings;
  #batch: { readonly month: string; readonly calls: Counts; readonly cancelTimer: () => void } | undefined;
  /** Counts whose write failed, by month. */
  readonly #unwritten = new Map<string, Counts>();
  /** Writes happen one after the other. */
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
  async ofThisMonth(clientId: string): Promise<number> {
    await this.flush();
    const month = monthOf(new Date(this.#settings.nowUs() / 1000));
    const row = await this.#settings.db
      .selectFrom('api_counts')
      .select('calls')
      .where(ownedBy(clientId))
      .where('month', '=', month)
      .executeTakeFirst();
    return (row?.calls ?? 0) + (this.#unwritten.get(month)?.get(clientId) ?? 0);
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
    for (const [month, calls] of [...this.#unwritten]) {
      this.#unwritten.delete(month);
      try {
        await this.#addToDatabase(month, calls);
      } catch (error) {
        add(this.#unwritten, month, calls);
        this.#settings.onError(error);
      }
    }
  }

  /** In one transaction, so that a failed batch can be written again as a whole. */
  async #addToDatabase(month: string, calls: Counts): Promise<void> {
    const rows = [...calls].map(([client_id, count]) => ({ client_id, month, calls: count }));
    await this.#settings.db.transaction().execute(async (transaction) => {
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
}

function monthOf(date: Date): string {
  return date.toISOString().slice(0, 7);
}

function add(months: Map<string, Counts>, month: string, calls: Counts): void {
  const known = months.get(month);
  if (known === undefined) months.set(month, calls);
  else for (const [clientId, count] of calls) known.set(clientId, (known.get(clientId) ?? 0) + count);
}
