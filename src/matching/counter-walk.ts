import type { HalfBook } from './half-book.ts';
import { byPriority, leastFill, type Order } from './order.ts';

/** Reads the counters of a hub in priority order without touching the book. */
export class CounterWalk {
  #against: HalfBook | null = null;
  #hubRank = 0;
  #plain: Order | null = null;
  #contingent: Order | null = null;

  start(against: HalfBook, hubRank: number, quantity: number): void {
    this.#against = against;
    this.#hubRank = hubRank;
    this.#plain = against.plain.best === null ? null : this.#crossing(against.plain.best.first);
    this.#contingent = this.#crossing(against.index.first(quantity));
  }

  /** The next counter whose least fill is at most `quantity`, which must never grow; null at the end. */
  next(quantity: number): Order | null {
    const index = (this.#against as HalfBook).index;
    if (this.#contingent !== null && leastFill(this.#contingent) > quantity) {
      this.#contingent = this.#crossing(index.after(this.#contingent, quantity));
    }
    const { plain, contingent } = { plain: this.#plain, contingent: this.#contingent };
    if (contingent !== null && (plain === null || byPriority(contingent, plain) < 0)) {
      this.#contingent = this.#crossing(index.after(contingent, quantity));
      return contingent;
    }
    if (plain !== null) this.#plain = this.#crossing(plain.next ?? this.#firstBehind(plain));
    return plain;
  }

  #firstBehind({ level }: Order): Order | null {
    if (level === null) return null;
    return (this.#against as HalfBook).plain.worse(level)?.first ?? null;
  }

  #crossing(order: Order | null): Order | null {
    return order !== null && order.rank + this.#hubRank <= 0 ? order : null;
  }
}
