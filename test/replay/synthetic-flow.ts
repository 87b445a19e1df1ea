import { seededRandom } from '../../bench/support/random.ts';

interface RestingOrder {
  readonly id: number;
  readonly side: 1 | -1;
  readonly price: number;
  size: number;
}

const MID = 100_0000;
const TICK = 100;

/**
 * Lines of a LOBSTER file from a seed: orders around one price, reductions, cancels, executions and halts; among them
 * what recorded files have too: orders older than the file, orders that are gone, and reductions by more than what
 * remains.
 */
export function syntheticFlow(count: number, seed: number): string[] {
  const flow = new SyntheticFlow(seed);
  return Array.from({ length: count }, (_, index) => `${34_200 + index / 1000},${flow.next()}`);
}

class SyntheticFlow {
  readonly #random: () => number;
  readonly #orders: RestingOrder[] = [];
  #ids = 1_000_000;
  /** Messages until a halt ends; 0 while the market is open. */
  #haltedFor = 0;

  constructor(seed: number) {
    this.#random = seededRandom(seed);
  }

  next(): string {
    if (this.#haltedFor > 0 && --this.#haltedFor === 0) return '7,0,0,1,-1';
    if (this.#haltedFor === 10) return '7,0,0,0,-1';
    const choice = this.#random();
    if (choice < 0.002 && this.#haltedFor === 0) {
      this.#haltedFor = 20;
      return '7,0,0,-1,-1';
    }
    if (choice < 0.02) return `5,0,${this.#between(1, 100)},${MID},1`;
    if (choice < 0.04) return `3,${this.#between(1, 1000)},100,${MID},1`;
    if (choice < 0.06) return `4,${this.#between(1, 1000)},10,${MID},${this.#side()}`;
    if (choice < 0.52 || this.#orders.length < 10) return this.#submission();
    if (choice < 0.6) return this.#reduction();
    return choice < 0.82 ? this.#deletion() : this.#execution();
  }

  #submission(): string {
    const side = this.#side();
    if (this.#random() < 0.05) return this.#crossing(side);
    const price = MID - side * TICK * this.#between(1, 8);
    const order: RestingOrder = { id: this.#ids++, side, price, size: this.#between(1, 300) };
    this.#orders.push(order);
    return line(1, order, order.size);
  }

  /** Takes from the other side at once, which recorded files show as executions: here orders are filled without one. */
  #crossing(side: 1 | -1): string {
    const price = MID + side * TICK * this.#between(1, 2);
    return line(1, { id: this.#ids++, side, price, size: 0 }, this.#between(1, 40));
  }

  #reduction(): string {
    const order = this.#orders[this.#between(0, this.#orders.length - 1)] as RestingOrder;
    const size = this.#between(1, Math.ceil(order.size * 1.2));
    order.size -= size;
    if (order.size <= 0) this.#forget(order);
    return line(2, order, size);
  }

  #deletion(): string {
    const order = this.#orders[this.#between(0, this.#orders.length - 1)] as RestingOrder;
    // Some stay listed, and are named again when they are gone.
    if (this.#random() < 0.95) this.#forget(order);
    return line(3, order, Math.max(order.size, 1));
  }

  /** Of the best order of a side, as this flow sees it. */
  #execution(): string {
    const side = this.#side();
    const best = this.#orders
      .filter((order) => order.side === side)
      .sort((one, other) => side * (other.price - one.price) || one.id - other.id)[0];
    if (best === undefined) return this.#submission();
    const size = this.#between(1, best.size);
    best.size -= size;
    // A fully executed order may be cancelled all the same.
    if (best.size <= 0) this.#forget(best);
    return line(4, best, size);
  }

  #forget(order: RestingOrder): void {
    const index = this.#orders.indexOf(order);
    if (index >= 0) this.#orders.splice(index, 1);
  }

  #side(): 1 | -1 {
    return this.#random() < 0.5 ? 1 : -1;
  }

  #between(least: number, most: number): number {
    return least + Math.floor(this.#random() * (most - least + 1));
  }
}

function line(type: number, { id, price, side }: RestingOrder, size: number): string {
  return `${type},${id},${size},${price},${side}`;
}
