/** Writes until when deliveries stay in the database, in batches and in the order in which they were postponed. */
import type { Logger } from 'pino';
import type { Db } from '../../database/schema/index.ts';
import { jobFailed, RetryPause } from '../../time/failed-jobs.ts';
import type { Timers } from '../../time/timers.ts';

export interface DueDelivery {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly dueMs: number;
  /** Attempts that were made. */
  readonly attempts: number;
  readonly written: () => void;
}

export interface DueTimesDeps {
  readonly db: Db;
  readonly after: Timers['after'];
  readonly log: Pick<Logger, 'error'>;
}

/** Rows of one transaction. */
const BATCH_ROWS = 200;
/** The longest pause after a failure. */
const RETRY_MS = 5000;

export class DueTimes {
  readonly #deps: DueTimesDeps;
  #waiting: DueDelivery[] = [];
  #writing = false;
  #stopped = false;
  readonly #pause = new RetryPause(RETRY_MS);

  constructor(deps: DueTimesDeps) {
    this.#deps = deps;
  }

  postpone(delivery: DueDelivery): void {
    this.#waiting.push(delivery);
    if (!this.#writing) void this.#write();
  }

  get isBusy(): boolean {
    return this.#writing;
  }

  /** A webhook whose time is not written is sent at once after the next start. */
  stop(): void {
    this.#stopped = true;
  }

  async #write(): Promise<void> {
    this.#writing = true;
    try {
      while (this.#waiting.length > 0 && !this.#stopped) {
        const batch = this.#waiting.slice(0, BATCH_ROWS);
        await this.#writeBatch(batch);
        this.#waiting.splice(0, batch.length);
        this.#pause.reset();
        for (const { written } of batch) written();
      }
      this.#writing = false;
    } catch (error) {
      if (this.#stopped) return;
      jobFailed(this.#deps.log, 'times of webhooks could not be written', error);
      this.#deps.after(this.#pause.next(), () => void this.#write());
    }
  }

  #writeBatch(batch: readonly DueDelivery[]): Promise<void> {
    return this.#deps.db.transaction().execute(async (transaction) => {
      for (const { id, dueMs, attempts } of batch) {
        await transaction
          .updateTable('webhook_outbox')
          .set({ due_at: Math.round(dueMs * 1000), attempts })
          .where('delivery_id', '=', id)
          .execute();
      }
    });
  }
}
