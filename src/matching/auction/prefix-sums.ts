/** Sums of the first numbers of a list that grows and whose numbers change. A question or a change costs O(log n). */
export class PrefixSums {
  /** From index 1 on; each has the sum of as many numbers as the lowest set bit of its index says. */
  readonly #tree: number[] = [0];

  push(number: number): void {
    const at = this.#tree.length;
    let sum = number;
    for (let part = at - 1; part > (at & (at - 1)); part &= part - 1) sum += this.#tree[part]!;
    this.#tree.push(sum);
  }

  add(place: number, change: number): void {
    for (let at = place + 1; at < this.#tree.length; at += at & -at) this.#tree[at]! += change;
  }

  /** Of the first `count` numbers. */
  of(count: number): number {
    let sum = 0;
    for (let at = count; at > 0; at &= at - 1) sum += this.#tree[at]!;
    return sum;
  }

  /** The first place up to which, it included, the numbers, from 0 on, sum to at least `sum`, which is above 0. */
  placeOf(sum: number): number {
    let at = 0;
    let left = sum;
    for (let step = 2 ** (31 - Math.clz32(this.#tree.length)); step >= 1; step >>>= 1) {
      const next = at + step;
      if (next < this.#tree.length && this.#tree[next]! < left) {
        at = next;
        left -= this.#tree[next]!;
      }
    }
    return at;
  }
}
