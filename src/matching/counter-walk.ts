import type { HalfBook } from './half-book.ts';
import { byPriority, leastFill, type Order } from './order.ts';
import { mustNotTrade } from './self-trade.ts';

/** Reads the counters of a hub in priority order without touching the book. */
export class CounterWalk {
  #against: HalfBook | null = null;
  #hubRank = 0;
  /** The hub, where it may have to leave out orders of its owner (M15). */
  #guarded: Order | null = null;
  #plain: Order | null = null;
  #contingent: Order | null = null;
  /** How many orders were left out for M15. */
  skipped = 0;

  /** @param guarded whether the hub may have to leave out orders of its owner */
  start(against: HalfBook, hub: Order, guarded: boolean): void {
    this.#against = against;
    this.#hubRank = hub.rank;
    this.#guarded = guarded ? hub : null;
    this.skipped = 0;
    this.#plain = this.#eligiblePlain(against.plain.best?.first ?? null);
    this.#contingent = this.#eligible(against.index.first(hub.remaining), hub.remaining);
  }

  /** The next counter whose least fill is at most `quantity`, which must never grow; null at the end. */
  next(quantity: number): Order | null {
    const index = (this.#against as HalfBook).index;
    if (this.#contingent !== null && leastFill(this.#contingent) > quantity) {
      this.#contingent = this.#eligible(index.after(this.#contingent, quantity), quantity);
    }
    const { plain, contingent } = { plain: this.#plain, contingent: this.#contingent };
    if (contingent !== null && (plain === null || byPriority(contingent, plain) < 0)) {
      this.#contingent = this.#eligible(index.after(contingent, quantity), quantity);
      return contingent;
    }
    if (plain !== null) this.#plain = this.#eligiblePlain(this.#behind(plain));
    return plain;
  }

  #behind(plain: Order): Order | null {
    if (plain.next !== null || plain.level === null) return plain.next;
    return (this.#against as HalfBook).plain.worse(plain.level)?.first ?? null;
  }

  /** The order, or the first one behind it, that is eligible (M2, M15). */
  #eligiblePlain(from: Order | null): Order | null {
    let order = this.#crossing(from);
    while (order !== null && this.#mustSkip(order)) order = this.#crossing(this.#behind(order));
    return order;
  }

  #eligible(from: Order | null, quantity: number): Order | null {
    let order = this.#crossing(from);
    while (order !== null && this.#mustSkip(order)) {
      order = this.#crossing((this.#against as HalfBook).index.after(order, quantity));
    }
    return order;
  }

  #mustSkip(order: Order): boolean {
    if (this.#guarded === null || !mustNotTrade(this.#guarded, order)) return false;
    this.skipped++;
    return true;
  }

  #crossing(order: Order | null): Order | null {
    return order !== null && order.rank + this.#hubRank <= 0 ? order : null;
  }
}
