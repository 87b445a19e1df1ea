/** The greatest of the first numbers of a list whose numbers change. A question or a change costs O(log n). */
export class Latest {
  /** A tree whose leaves are the numbers; -1: none. */
  readonly #tree: Int32Array;
  readonly #leaves: number;

  constructor(size: number) {
    this.#leaves = 2 ** Math.ceil(Math.log2(Math.max(size, 1)));
    this.#tree = new Int32Array(2 * this.#leaves).fill(-1);
  }

  set(place: number, number: number): void {
    let at = this.#leaves + place;
    this.#tree[at] = number;
    for (at >>>= 1; at > 0; at >>>= 1) this.#tree[at] = Math.max(this.#tree[2 * at]!, this.#tree[2 * at + 1]!);
  }

  /** Of the first `count`; -1: without any. */
  of(count: number): number {
    let greatest = -1;
    let low = this.#leaves;
    for (let high = this.#leaves + count; low < high; low >>>= 1, high >>>= 1) {
      if (low & 1) greatest = Math.max(greatest, this.#tree[low++]!);
      if (high & 1) greatest = Math.max(greatest, this.#tree[--high]!);
    }
    return greatest;
  }
}
