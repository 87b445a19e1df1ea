/**
 * Letters whose transaction may still be under way. Whoever commits says so and they are taken out at once; for the
 * others the database is asked, at growing intervals, whether their rows are there. Nothing is asked while there are
 * none.
 */
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Schema } from '../../../database/schema.ts';
import type { Timers } from '../../../time/timers.ts';
import type { Letter } from '../../../webhooks/delivery.ts';

export interface UncommittedOptions {
  readonly db: Kysely<Schema>;
  readonly timers: Pick<Timers, 'after' | 'nowMs'>;
  /** Told of a letter whose row is in the database. */
  readonly found: (letter: Letter) => void;
  readonly log: Pick<Logger, 'error'>;
}

const FIRST_LOOK_MS = 20;
const LOOK_MS_MAX = 5000;
/**
 * A transaction that is not committed by then was rolled back. A row that came later still is sent at the next start.
 */
const FORGOTTEN_MS = 60_000;
/** Ids in one query. */
const LOOKED_FOR_MAX = 500;

export class Uncommitted {
  readonly #options: UncommittedOptions;
  readonly #waiting = new Map<string, { readonly letter: Letter; readonly sinceMs: number }>();
  readonly #ofTransaction = new WeakMap<Kysely<Schema>, Letter[]>();
  #delayMs = FIRST_LOOK_MS;
  #cancelTimer: (() => void) | undefined;

  constructor(options: UncommittedOptions) {
    this.#options = options;
  }

  add(transaction: Kysely<Schema>, letters: readonly Letter[]): void {
    const sinceMs = this.#options.timers.nowMs();
    for (const letter of letters) this.#waiting.set(letter.id, { letter, sinceMs });
    const earlier = this.#ofTransaction.get(transaction);
    if (earlier === undefined) this.#ofTransaction.set(transaction, [...letters]);
    else earlier.push(...letters);
    this.#delayMs = FIRST_LOOK_MS;
    this.#plan();
  }

  /** The letters of the transaction that nobody has taken out yet; they are no longer waited for. */
  take(transaction: Kysely<Schema>): Letter[] {
    const letters = this.#ofTransaction.get(transaction) ?? [];
    this.#ofTransaction.delete(transaction);
    return letters.filter(({ id }) => this.#waiting.delete(id));
  }

  stop(): void {
    this.#waiting.clear();
    this.#cancelTimer?.();
  }

  #plan(): void {
    if (this.#cancelTimer !== undefined || this.#waiting.size === 0) return;
    this.#cancelTimer = this.#options.timers.after(this.#delayMs, () => void this.#look());
  }

  async #look(): Promise<void> {
    this.#delayMs = Math.min(2 * this.#delayMs, LOOK_MS_MAX);
    try {
      const ids = [...this.#waiting.keys()].slice(0, LOOKED_FOR_MAX);
      if (ids.length > 0) await this.#takeThoseOf(ids);
      this.#forgetOld();
    } catch (error) {
      this.#options.log.error({ err: error }, 'new webhooks could not be looked for; tried again');
    }
    this.#cancelTimer = undefined;
    this.#plan();
  }

  async #takeThoseOf(ids: readonly string[]): Promise<void> {
    const { db, found } = this.#options;
    const rows = await db
      .selectFrom('webhook_outbox')
      .select('delivery_id')
      .where('delivery_id', 'in', ids)
      .orderBy('outbox_seq')
      .execute();
    for (const { delivery_id: id } of rows) {
      const waiting = this.#waiting.get(id);
      if (waiting === undefined) continue;
      this.#waiting.delete(id);
      found(waiting.letter);
    }
  }

  #forgetOld(): void {
    const before = this.#options.timers.nowMs() - FORGOTTEN_MS;
    for (const [id, { sinceMs }] of this.#waiting) if (sinceMs < before) this.#waiting.delete(id);
  }
}
