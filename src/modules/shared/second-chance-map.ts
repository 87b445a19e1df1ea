/** Entries that are passed over at most before one is dropped, so that a drop never takes long. */
const CHANCES_MAX = 32;

interface Entry<V> {
  readonly value: V;
  /** Asked for since it was set, or since it was last passed over when one had to go. */
  asked: boolean;
}

/**
 * A bounded map for caches on the way of every order: when it is full, the oldest entry that was not asked for lately is
 * dropped, and those that were get a second chance behind the others. A mark costs a reader nothing, where moving would.
 */
export class SecondChanceMap<V> {
  readonly #entriesMax: number;
  /** The oldest first. */
  readonly #entries = new Map<string, Entry<V>>();

  constructor(entriesMax: number) {
    this.#entriesMax = entriesMax;
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    entry.asked = true;
    return entry.value;
  }

  /** The entry is as new as one that was never there. */
  set(key: string, value: V): void {
    this.#entries.delete(key);
    if (this.#entries.size >= this.#entriesMax) this.#dropOne();
    this.#entries.set(key, { value, asked: false });
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
  }

  #dropOne(): void {
    let chances = CHANCES_MAX;
    for (const [key, entry] of this.#entries) {
      this.#entries.delete(key);
      if (!entry.asked || chances === 0) return;
      chances -= 1;
      entry.asked = false;
      this.#entries.set(key, entry);
    }
  }
}
