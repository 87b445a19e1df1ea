import { setImmediate as nextTurn } from 'node:timers/promises';
import { DatabaseUnavailable } from '../queries/index.ts';

/** Between two counts while the server works for connections that were given up. */
const COUNT_EVERY_MS = 1000;

/** The part of a pool that says how many connections it may open. */
interface PoolSize {
  readonly options: { max: number };
}

/**
 * Keeps the connections of a pool at the server within a limit, also while the server answers nothing: a connection
 * that was given up counts until the server no longer works for it. The server is asked, because it also knows those of
 * an earlier pool of the same name. When none is left, callers are refused at once, and one a second asks again, over
 * one connection more (docs/operate/cluster.md, J30).
 */
export class ConnectionBudget {
  readonly #pool: PoolSize;
  readonly #connectionsMax: number;
  readonly #count: () => Promise<number>;
  #lost = 0;
  #isKnown = false;
  /** Counts what happened since: a count that was under way meanwhile may lack it. */
  #changes = 0;
  #countedMs = Number.NEGATIVE_INFINITY;
  #counting: Promise<void> | undefined;

  /** @param count asks the server how many connections it works for in vain */
  constructor(pool: PoolSize, count: () => Promise<number>) {
    this.#pool = pool;
    this.#connectionsMax = pool.options.max;
    this.#count = count;
  }

  get isUsedUp(): boolean {
    return this.#lost >= this.#connectionsMax;
  }

  /** A connection was given up, whose statement the server has. */
  lose(): void {
    this.#changes++;
    this.#setLost(this.#lost + 1);
  }

  /** A connection ended during a statement: the server may not know that yet. */
  doubt(): void {
    this.#changes++;
    this.#isKnown = false;
  }

  /** Resolves when a connection may be asked of the pool; rejects with DatabaseUnavailable when none is left. */
  async admit(): Promise<void> {
    if (!this.#isKnown) await this.#counted();
    else if (this.#lost > 0 && this.#counting === undefined && performance.now() >= this.#countedMs + COUNT_EVERY_MS) {
      const counted = this.#counted();
      if (this.isUsedUp) await counted;
      else counted.catch(() => {});
    }
    if (this.isUsedUp) await this.refuse();
  }

  /** Rejects with DatabaseUnavailable. */
  async refuse(): Promise<never> {
    // A caller that tries again at once leaves the thread to the others.
    await nextTurn();
    throw new DatabaseUnavailable(new Error('all connections wait for the database'));
  }

  #counted(): Promise<void> {
    this.#counting ??= this.#countNow().finally(() => {
      this.#counting = undefined;
      this.#countedMs = performance.now();
    });
    return this.#counting;
  }

  async #countNow(): Promise<void> {
    const changes = this.#changes;
    const lost = await this.#count();
    this.#isKnown = changes === this.#changes;
    this.#setLost(this.#isKnown ? lost : Math.max(lost, this.#lost));
  }

  #setLost(lost: number): void {
    this.#lost = lost;
    // With one for whoever asks the server again.
    this.#pool.options.max = Math.max(1, this.#connectionsMax - lost);
  }
}
