/** Small whole numbers as keys, by a number that changes. A change costs O(log n), asking for the least O(1). */
export class LeastFirst {
  /** A binary heap, in which the place of every key is known. */
  readonly #keys: number[] = [];
  readonly #numbers: number[] = [];
  /** By key; -1: it has no number. */
  readonly #places: Int32Array;

  /** @param size above all keys */
  constructor(size: number) {
    this.#places = new Int32Array(size).fill(-1);
  }

  has(key: number): boolean {
    return this.#places[key]! >= 0;
  }

  set(key: number, number: number): void {
    const place = this.#places[key]!;
    if (place < 0) this.#rise(key, number, this.#keys.length);
    else this.#rise(key, number, this.#sink(number, place));
  }

  delete(key: number): void {
    const place = this.#places[key]!;
    if (place < 0) return;
    this.#places[key] = -1;
    const last = this.#keys.pop() as number;
    const number = this.#numbers.pop() as number;
    if (place < this.#keys.length) this.#rise(last, number, this.#sink(number, place));
  }

  /** The key with the least number, of all but some, which are few; undefined: without one. */
  leastWithout(others: readonly number[]): number | undefined {
    // With n others it is on one of the first n + 1 levels of the heap.
    const end = Math.min(2 ** (others.length + 1) - 1, this.#keys.length);
    let least = -1;
    for (let place = 0; place < end; place++) {
      if (others.includes(this.#keys[place]!)) continue;
      if (least < 0 || this.#numbers[place]! < this.#numbers[least]!) least = place;
    }
    return this.#keys[least];
  }

  /** Puts a key at this free place, or above it where its number is less than those there. */
  #rise(key: number, number: number, from: number): void {
    let place = from;
    while (place > 0) {
      const above = (place - 1) >>> 1;
      if (this.#numbers[above]! <= number) break;
      this.#put(this.#keys[above]!, this.#numbers[above]!, place);
      place = above;
    }
    this.#put(key, number, place);
  }

  /** Moves up what is less than the number. Returns the free place. */
  #sink(number: number, from: number): number {
    const numbers = this.#numbers;
    let place = from;
    for (let below = 2 * place + 1; below < numbers.length; below = 2 * place + 1) {
      if (below + 1 < numbers.length && numbers[below + 1]! < numbers[below]!) below++;
      if (number <= numbers[below]!) break;
      this.#put(this.#keys[below]!, numbers[below]!, place);
      place = below;
    }
    return place;
  }

  #put(key: number, number: number, place: number): void {
    this.#keys[place] = key;
    this.#numbers[place] = number;
    this.#places[key] = place;
  }
}
