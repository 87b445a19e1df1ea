import type { PricedTop, TopOfBook } from '../../src/exchange/api/top-views.ts';
import type { SecurityId } from '../../src/exchange/api/units.ts';
import { seededRandom } from '../support/random.ts';

const MIDDLE = 10_250_000;
const TICK = 10_000;

/**
 * Changes of the visible top as a busy venue has them: both sides priced, one in ten with a contingent order at the
 * price.
 */
export class TopFlow {
  readonly #random = seededRandom(20260302);
  readonly #seqs = new Map<number, number>();

  /** The next change of one of these securities, drawn at random. */
  next(securityIds: readonly number[]): TopOfBook {
    const securityId = securityIds[Math.floor(this.#random() * securityIds.length)] as number;
    const seq = (this.#seqs.get(securityId) ?? 0) + 1;
    this.#seqs.set(securityId, seq);
    const middle = MIDDLE + TICK * Math.floor(this.#random() * 40);
    return Object.freeze({
      securityId: securityId as SecurityId,
      seq,
      time: Date.now() * 1000,
      bid: this.#side(middle - TICK),
      offer: this.#side(middle + TICK),
    });
  }

  #side(price: number): PricedTop {
    const contingent = this.#random() < 0.1;
    return {
      price,
      quantity: 1 + Math.floor(this.#random() * 5000),
      orders: 1 + Math.floor(this.#random() * 9),
      contingentQuantity: contingent ? 1000 : 0,
      contingentOrders: contingent ? 1 : 0,
      firm: null,
    };
  }
}
