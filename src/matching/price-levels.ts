import { LevelIndex } from './level-index.ts';
import { PagePool } from './level-pages.ts';
import { Level, type Order } from './order.ts';

/** Levels that wait for their next use; more are left to the garbage collector. */
const SPARE_MAX = 65_536;

/**
 * Levels for their next use, shared by the books of an engine: those that were used last are still in the cache. A
 * chain through Level.worse.
 */
export class LevelPool {
  readonly pages = new PagePool();
  #first: Level | null = null;
  #size = 0;

  take(rank: number): Level {
    const level = this.#first ?? new Level();
    if (level === this.#first) {
      this.#first = level.worse;
      this.#size--;
    }
    level.rank = rank;
    return level;
  }

  put(level: Level): void {
    level.better = null;
    if (this.#size === SPARE_MAX) return;
    level.worse = this.#first;
    this.#first = level;
    this.#size++;
  }
}

/** A look-up that walks over more levels than this lays an index. */
const WALK_MAX = 16;

/**
 * The price levels of one side of a book, for the orders without contingency or for those with one. A few levels form a
 * chain from the best outwards, which is walked; there is nothing else. When the walk becomes long, an index takes the
 * place of the chain, for good: it finds the level of a price, and the next worse one of a level. So a quiet book stays
 * small: an engine may have a hundred thousand of them.
 */
export class PriceLevels {
  best: Level | null = null;
  /** The best level with a disclosed order. */
  visible: Level | null = null;
  #index: LevelIndex | null = null;
  readonly #pool: LevelPool;

  constructor(pool: LevelPool) {
    this.#pool = pool;
  }

  find(rank: number): Level | null {
    if (this.#index !== null) return this.#index.find(rank);
    const level = this.#walkTo(rank);
    return level?.rank === rank ? level : null;
  }

  /** Puts an order behind all others at its price. It must have joined the book after them. */
  join(order: Order): void {
    const level = this.#index === null ? this.#walkOrOpen(order.rank) : this.#findOrOpen(this.#index, order.rank);
    order.level = level;
    order.previous = level.last;
    if (level.last === null) level.first = order;
    else level.last.next = order;
    level.last = order;

    level.orders++;
    level.quantity += order.remaining;
    if (!order.disclosed) return;
    level.disclosedOrders++;
    level.disclosedQuantity += order.remaining;
    if (this.visible === null || level.rank < this.visible.rank) this.visible = level;
  }

  /** Takes shares from what remains of a resting order. */
  reduce(order: Order, quantity: number): void {
    const level = order.level as Level;
    order.remaining -= quantity;
    level.quantity -= quantity;
    if (order.disclosed) level.disclosedQuantity -= quantity;
  }

  leave(order: Order): void {
    const level = order.level as Level;
    const { previous, next } = order;
    if (previous === null) level.first = next;
    else previous.next = next;
    if (next === null) level.last = previous;
    else next.previous = previous;
    order.level = order.previous = order.next = null;

    level.orders--;
    level.quantity -= order.remaining;
    if (order.disclosed) {
      level.disclosedOrders--;
      level.disclosedQuantity -= order.remaining;
      if (level.disclosedOrders === 0 && level === this.visible) this.visible = this.#nextVisible(level);
    }
    if (level.orders === 0) this.#close(level);
  }

  /** The next worse level; null behind the last. */
  worse(level: Level): Level | null {
    return this.#index === null ? level.worse : this.#index.worseThan(level);
  }

  #findOrOpen(index: LevelIndex, rank: number): Level {
    const found = index.find(rank);
    if (found !== null) return found;
    const level = this.#pool.take(rank);
    index.add(level);
    if (this.best === null || rank < this.best.rank) this.best = level;
    return level;
  }

  #walkOrOpen(rank: number): Level {
    const better = this.#walkTo(rank);
    if (better?.rank === rank) return better;
    // The walk may have laid an index.
    if (this.#index !== null) return this.#findOrOpen(this.#index, rank);
    const level = this.#pool.take(rank);
    this.#link(level, better);
    return level;
  }

  /** The level of a rank, or else the worst of the better ones. */
  #walkTo(rank: number): Level | null {
    let reached: Level | null = null;
    let steps = 0;
    for (let level = this.best; level !== null && level.rank <= rank; level = level.worse) {
      reached = level;
      steps++;
    }
    if (steps > WALK_MAX) this.#layIndex();
    return reached;
  }

  #layIndex(): void {
    const levels: Level[] = [];
    for (let level = this.best; level !== null; level = level.worse) levels.push(level);
    this.#index = new LevelIndex(this.#pool.pages, levels);
  }

  #link(level: Level, better: Level | null): void {
    const worse = better === null ? this.best : better.worse;
    level.better = better;
    level.worse = worse;
    if (better === null) this.best = level;
    else better.worse = level;
    if (worse !== null) worse.better = level;
  }

  #close(level: Level): void {
    if (this.#index === null) this.#unlink(level);
    else {
      if (level === this.best) this.best = this.#index.worseThan(level);
      this.#index.delete(level);
    }
    this.#pool.put(level);
  }

  #unlink({ better, worse }: Level): void {
    if (better === null) this.best = worse;
    else better.worse = worse;
    if (worse !== null) worse.better = better;
  }

  #nextVisible(level: Level): Level | null {
    let worse = this.worse(level);
    while (worse !== null && worse.disclosedOrders === 0) worse = this.worse(worse);
    return worse;
  }
}
