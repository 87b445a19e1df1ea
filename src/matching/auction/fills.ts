import { violated } from '../../invariant.ts';
import { NO_PREVENTION, type OrderId, type Shares } from '../store/index.ts';
import type { Uncrossing } from './auction-price.ts';
import type { AuctionSide } from './auction-side.ts';
import type { Owners } from './owners.ts';
import { type Computation, ORDERS_A_PIECE, STEPS } from './steps.ts';

/** The filled orders of a side, by priority, from 0. All but the last are filled whole (Q2). */
export class Fills {
  readonly #side: AuctionSide;
  readonly #owners: Owners;
  readonly #places: number[] = [];
  #lastShares = 0;

  constructor(side: AuctionSide, owners: Owners) {
    this.#side = side;
    this.#owners = owners;
  }

  /** By priority, until the volume is used up. */
  *find({ price, volume }: Uncrossing): Computation<void> {
    const side = this.#side;
    let left = volume;
    for (let place = 0; left > 0; place++) {
      if (place === side.size) violated('Q2', 'the orders of a side have less than the volume of their auction');
      if (place % ORDERS_A_PIECE === 0) yield STEPS.fill * ORDERS_A_PIECE;
      if (!side.isIn(place)) continue;
      const shares = Math.min(left, side.quantity(place));
      if (!side.accepts(place, price) || shares < side.leastFill(place)) violated('Q3', 'a fill is not lawful');
      this.#places.push(place);
      this.#lastShares = shares;
      left -= shares;
    }
  }

  get size(): number {
    return this.#places.length;
  }

  shares(at: number): Shares {
    return at === this.size - 1 ? this.#lastShares : this.#side.quantity(this.#places[at]!);
  }

  orderId(at: number): OrderId {
    return this.#side.orderId(this.#places[at]!);
  }

  /** The number of its owner, as Owners names it. */
  owner(at: number): number {
    return this.#owners.numberOf(this.#side, this.#places[at]!);
  }

  hasMode(at: number): boolean {
    return this.#side.mode(this.#places[at]!) !== NO_PREVENTION;
  }
}
