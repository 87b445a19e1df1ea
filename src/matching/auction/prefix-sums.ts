/** Sums of the first numbers of a list whose numbers change. A question or a change costs O(log n). */
export class PrefixSums {
  readonly #tree: Float64Array;

  constructor(size: number) {
    this.#tree = new Float64Array(size + 1);
  }

  add(place: number, change: number): void {
    for (let at = place + 1; at < this.#tree.length; at += at & -at) this.#tree[at]! += change;
  }

  /** Of the first `count` numbers. */
  of(count: number): number {
    let sum = 0;
    for (let at = count; at > 0; at -= at & -at) sum += this.#tree[at]!;
    return sum;
  }

  /** The first place up to which, it included, the numbers, from 0 on, sum to at least `sum`, which is above 0. */
  placeOf(sum: number): number {
    let at = 0;
    let left = sum;
    for (let step = 2 ** Math.floor(Math.log2(this.#tree.length)); step >= 1; step /= 2) {
      const next = at + step;
      if (next < this.#tree.length && this.#tree[next]! < left) {
        at = next;
        left -= this.#tree[next]!;
      }
    }
    return at;
  }
}
