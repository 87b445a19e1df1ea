/** Which of some numbers that follow each other in a list is the greatest. A question or a change costs O(log n). */
export class Latest {
  readonly #numbers: Float64Array;
  /** A tree whose leaves are the places of the numbers; -1: none. */
  readonly #tree: Int32Array;
  readonly #leaves: number;

  constructor(size: number) {
    this.#leaves = 2 ** Math.ceil(Math.log2(Math.max(size, 1)));
    this.#numbers = new Float64Array(size);
    this.#tree = new Int32Array(2 * this.#leaves).fill(-1);
  }

  /** @param number from 0; -1: none */
  set(place: number, number: number): void {
    let at = this.#leaves + place;
    this.#numbers[place] = number;
    this.#tree[at] = number < 0 ? -1 : place;
    for (at >>>= 1; at > 0; at >>>= 1) this.#tree[at] = this.#greater(this.#tree[2 * at]!, this.#tree[2 * at + 1]!);
  }

  /** The place of the greatest of those from a place up to another one, which is not included; -1: without any. */
  of(start: number, end: number): number {
    let greatest = -1;
    let low = this.#leaves + start;
    for (let high = this.#leaves + end; low < high; low >>>= 1, high >>>= 1) {
      if (low & 1) greatest = this.#greater(greatest, this.#tree[low++]!);
      if (high & 1) greatest = this.#greater(greatest, this.#tree[--high]!);
    }
    return greatest;
  }

  #greater(one: number, other: number): number {
    if (one < 0 || other < 0) return Math.max(one, other);
    return this.#numbers[one]! > this.#numbers[other]! ? one : other;
  }
}
