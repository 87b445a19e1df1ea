import { LevelIndex } from './level-index.ts';
import type { Order } from './order.ts';

/** The orders at one price, oldest first, and what they add up to. */
export class Level {
  rank = 0;
  quantity = 0;
  orders = 0;
  disclosedQuantity = 0;
  disclosedOrders = 0;
  first: Order | null = null;
  last: Order | null = null;
  better: Level | null = null;
  worse: Level | null = null;
  /** Its place in the window of the index; -1 when it has none. */
  slot = -1;
}

/**
 * The price levels of one side of a book, for the orders without contingency or for those with one. Levels form a chain
 * from the best outwards; the index finds the level of a price, and the neighbours of a new one.
 */
export class PriceLevels {
  best: Level | null = null;
  /** The best level with a disclosed order. */
  visible: Level | null = null;
  readonly #index = new LevelIndex();
  /** Levels for their next use, a chain through Level.worse. */
  #spare: Level | null = null;

  find(rank: number): Level | null {
    return this.#index.find(rank);
  }

  /** Puts an order behind all others at its price. It must have joined the book after them. */
  join(order: Order): void {
    const level = this.#index.find(order.rank) ?? this.#open(order.rank);
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
      if (level.disclosedOrders === 0 && level === this.visible) this.visible = nextVisible(level);
    }
    if (level.orders === 0) this.#close(level);
  }

  #open(rank: number): Level {
    const level = this.#spare ?? new Level();
    this.#spare = level.worse;
    level.rank = rank;

    this.#index.add(level);
    const best = this.best;
    // Most new levels improve on the best, which saves the search for their neighbours.
    const better = best === null || rank < best.rank ? null : this.#index.betterThan(level);
    const worse = better === null ? best : better.worse;
    level.better = better;
    level.worse = worse;
    if (better === null) this.best = level;
    else better.worse = level;
    if (worse !== null) worse.better = level;
    if (this.#index.isMisplaced) this.#index.relay(this.best as Level);
    return level;
  }

  #close(level: Level): void {
    const { better, worse } = level;
    if (better === null) this.best = worse;
    else better.worse = worse;
    if (worse !== null) worse.better = better;
    this.#index.delete(level);
    level.better = null;
    level.worse = this.#spare;
    this.#spare = level;
  }
}

function nextVisible(level: Level): Level | null {
  let worse = level.worse;
  while (worse !== null && worse.disclosedOrders === 0) worse = worse.worse;
  return worse;
}
