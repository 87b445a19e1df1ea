/**
 * Deliveries whose transaction may still be under way. After a reported commit they are taken out at once, unless
 * others about the same record wait too: then, and for commits that nobody reports, the database is asked at growing
 * intervals which rows it has, in the order of writing. Nothing is asked while no delivery waits.
 */
import type { Logger } from 'pino';
import type { Db } from '../../database/schema/index.ts';
import { jobFailed } from '../../time/failed-jobs.ts';
import type { Timers } from '../../time/timers.ts';
import type { Delivery } from '../delivery/index.ts';
import { Counts } from './counts.ts';

export interface UncommittedDeps {
  readonly db: Db;
  readonly timers: Pick<Timers, 'after' | 'nowMs'>;
  /** Called for a delivery whose row is in the database. */
  readonly found: (delivery: Delivery) => void;
  readonly log: Pick<Logger, 'error'>;
}

const FIRST_SEARCH_MS = 20;
const SEARCH_MS_MAX = 5000;
/**
 * A transaction that is not committed by then was rolled back. A row that came later still is sent at the next start.
 */
const FORGOTTEN_MS = 60_000;
/** Ids in one query. */
const LOOKED_FOR_MAX = 500;

export class Uncommitted {
  readonly #deps: UncommittedDeps;
  readonly #waiting = new Map<string, { readonly delivery: Delivery; readonly sinceMs: number }>();
  readonly #ofTransaction = new WeakMap<Db, Delivery[]>();
  /** By client and record: how many of the waiting deliveries are about it. */
  #about = new Counts();
  #delayMs = FIRST_SEARCH_MS;
  #cancelTimer: (() => void) | undefined;
  #isSearching = false;
  #searchesAgain = false;

  constructor(deps: UncommittedDeps) {
    this.#deps = deps;
  }

  add(transaction: Db, deliveries: readonly Delivery[]): void {
    if (deliveries.length === 0) return;
    const sinceMs = this.#deps.timers.nowMs();
    for (const delivery of deliveries) {
      this.#waiting.set(delivery.id, { delivery, sinceMs });
      for (const key of keysOf(delivery)) this.#about.change(key, 1);
    }
    const earlier = this.#ofTransaction.get(transaction);
    if (earlier === undefined) this.#ofTransaction.set(transaction, [...deliveries]);
    else earlier.push(...deliveries);
    this.#delayMs = FIRST_SEARCH_MS;
    this.#plan();
  }

  /** How many deliveries were added to a transaction that has not ended. */
  addedTo(transaction: Db): number {
    return this.#ofTransaction.get(transaction)?.length ?? 0;
  }

  /**
   * The deliveries of a committed transaction that nobody has taken out yet. None where another about the same record
   * waits: it may have been committed before, so that the database is asked at once.
   */
  take(transaction: Db): Delivery[] {
    const taken = this.forget(transaction);
    if (!taken.some((delivery) => keysOf(delivery).some((key) => this.#about.of(key) > 0))) return taken;
    this.add(transaction, taken);
    this.#ofTransaction.delete(transaction);
    this.#searchNow();
    return [];
  }

  /** The deliveries of the transaction are no longer waited for; answers those that were. */
  forget(transaction: Db): Delivery[] {
    const deliveries = this.#ofTransaction.get(transaction) ?? [];
    this.#ofTransaction.delete(transaction);
    return deliveries.filter((delivery) => this.#remove(delivery));
  }

  /** The delivery has ended; answers whether it was waited for. */
  ended(deliveryId: string): boolean {
    const waiting = this.#waiting.get(deliveryId);
    return waiting !== undefined && this.#remove(waiting.delivery);
  }

  /** Whether the commit of its transaction is still waited for. */
  has(deliveryId: string): boolean {
    return this.#waiting.has(deliveryId);
  }

  stop(): void {
    this.#waiting.clear();
    this.#about = new Counts();
    this.#cancelTimer?.();
  }

  #remove(delivery: Delivery): boolean {
    if (!this.#waiting.delete(delivery.id)) return false;
    for (const key of keysOf(delivery)) this.#about.change(key, -1);
    return true;
  }

  #plan(): void {
    if (this.#cancelTimer !== undefined || this.#isSearching || this.#waiting.size === 0) return;
    this.#cancelTimer = this.#deps.timers.after(this.#delayMs, () => void this.#search());
  }

  #searchNow(): void {
    this.#cancelTimer?.();
    this.#searchesAgain = this.#isSearching;
    if (!this.#isSearching) void this.#search();
  }

  async #search(): Promise<void> {
    this.#cancelTimer = undefined;
    this.#isSearching = true;
    this.#delayMs = Math.min(2 * this.#delayMs, SEARCH_MS_MAX);
    try {
      // All of them: those that were rolled back keep no other from being looked for.
      const all = [...this.#waiting.keys()];
      for (let from = 0; from < all.length; from += LOOKED_FOR_MAX) {
        await this.#takeThoseOf(all.slice(from, from + LOOKED_FOR_MAX));
      }
      this.#forgetOld();
    } catch (error) {
      jobFailed(this.#deps.log, 'new webhooks could not be looked for', error);
    }
    this.#isSearching = false;
    if (this.#searchesAgain) this.#searchNow();
    else this.#plan();
  }

  async #takeThoseOf(ids: readonly string[]): Promise<void> {
    const { db, found } = this.#deps;
    const rows = await db
      .selectFrom('webhook_outbox')
      .select('delivery_id')
      .where('delivery_id', 'in', ids)
      .orderBy('outbox_seq')
      .execute();
    for (const { delivery_id: id } of rows) {
      const waiting = this.#waiting.get(id);
      if (waiting === undefined) continue;
      this.#remove(waiting.delivery);
      found(waiting.delivery);
    }
  }

  #forgetOld(): void {
    const before = this.#deps.timers.nowMs() - FORGOTTEN_MS;
    for (const { delivery, sinceMs } of this.#waiting.values()) if (sinceMs < before) this.#remove(delivery);
  }
}

function keysOf({ clientId, about }: Delivery): string[] {
  return about.map((record) => `${clientId} ${record}`);
}
