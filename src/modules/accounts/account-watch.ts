import { compiledOnce } from '../../database/queries/index.ts';
import type { Db } from '../../database/schema/index.ts';
import type { Timers } from '../../time/timers.ts';

const POLL_MS = 250;
/** Changes read at once. */
const PIECE = 1000;

export interface AccountWatchDeps {
  readonly db: Db;
  readonly timers: Pick<Timers, 'after' | 'nowMs'>;
  /** How old what is known may be, because other processes change accounts; absent: as old as it gets. */
  readonly ageMsMax?: number;
  /** Called with the accounts that were archived, deleted or restored; with `any` after the database was restored. */
  readonly changed: (accountIds: readonly string[] | 'any') => void;
}

/**
 * Learns which accounts another node or a person at the database has changed (J13): the database counts the changes,
 * and each node reads the count four times a second.
 */
export class AccountWatch {
  readonly #deps: AccountWatchDeps;
  /** Of the last change that was read; undefined before the first read. */
  #version: number | undefined;
  /** When the last read began that left no change unread. */
  #currentMs = Number.NEGATIVE_INFINITY;
  #reading: Promise<void> | undefined;
  #hasEnded = false;
  #cancel: () => void = () => {};

  constructor(deps: AccountWatchDeps) {
    this.#deps = deps;
    this.#poll();
  }

  end(): void {
    this.#hasEnded = true;
    this.#cancel();
  }

  /** Whether everything that was changed until a moment ago is known. */
  get isCurrent(): boolean {
    const { ageMsMax, timers } = this.#deps;
    if (this.#version === undefined) return false;
    return ageMsMax === undefined || timers.nowMs() - this.#currentMs <= ageMsMax;
  }

  /** Reads the changes, once for all who ask meanwhile. Rejects where the database cannot be read. */
  read(): Promise<void> {
    this.#reading ??= this.#readAll().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  #poll(): void {
    // The watch of the database reports a failure, and the next read finds what this one missed.
    const next = () => {
      if (!this.#hasEnded) this.#cancel = this.#deps.timers.after(POLL_MS, () => this.#poll());
    };
    this.read().then(next, next);
  }

  async #readAll(): Promise<void> {
    const beganMs = this.#deps.timers.nowMs();
    // Nothing was known before the first read that a change could have made wrong.
    if (this.#version === undefined) this.#version = await this.#newest();
    else while (await this.#hasMore(this.#version));
    this.#currentMs = beganMs;
  }

  async #newest(): Promise<number> {
    const { db } = this.#deps;
    const query = () => db.selectFrom('account_changes').select('version').orderBy('version', 'desc').limit(1);
    return (await query().execute())[0]?.version ?? 0;
  }

  /** Whether there are more changes than were read. */
  async #hasMore(from: number): Promise<boolean> {
    const { db, changed } = this.#deps;
    const query = () =>
      db.selectFrom('account_changes').selectAll().where('version', '>=', from).orderBy('version').limit(PIECE);
    const { rows } = await db.executeQuery(compiledOnce(db, 'account changes', [from, PIECE], query));
    const last = rows.at(-1)?.version ?? 0;
    this.#version = last;
    // The last change is there, unless the database was restored to an earlier moment.
    if (last < from) changed('any');
    else changed(rows.filter(({ version }) => version > from).map(({ account_id }) => account_id));
    return rows.length === PIECE;
  }
}
