/** Remembers computed values by key, at most `limit` of them; the one that was computed first goes first. */
export class BoundedCache<Key, Value extends object> {
  readonly #values = new Map<Key, Value>();
  readonly #limit: number;

  constructor(limit: number) {
    if (!Number.isInteger(limit) || limit < 1) throw new RangeError(`cache limit must be a positive integer: ${limit}`);
    this.#limit = limit;
  }

  get size(): number {
    return this.#values.size;
  }

  get(key: Key, compute: (key: Key) => Value): Value {
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const value = compute(key);
    if (this.#values.size >= this.#limit) {
      for (const oldest of this.#values.keys()) {
        this.#values.delete(oldest);
        break;
      }
    }
    this.#values.set(key, value);
    return value;
  }

  forget(key: Key): void {
    this.#values.delete(key);
  }
}
