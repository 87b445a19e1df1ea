/** How many there are of each key. */
export class Counts {
  readonly #counts = new Map<string, number>();

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  get total(): number {
    let sum = 0;
    for (const count of this.#counts.values()) sum += count;
    return sum;
  }

  /** Never fewer than none. Returns how many there are then. */
  change(key: string, by: number): number {
    const count = Math.max(0, this.of(key) + by);
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
    return count;
  }

  forget(key: string): void {
    this.#counts.delete(key);
  }
}
