import { LRUCache } from 'lru-cache';

interface Kept<V> {
  readonly value: V;
  readonly untilMs: number;
}

export interface CacheLimits {
  /** Most values kept; one that was not asked for lately goes first. */
  readonly entriesMax: number;
  /** A value is looked up again after this time, for what other processes change. */
  readonly ageMsMax: number;
}

/** For LRUCache.get, which otherwise makes an object each time. */
export const NO_OPTIONS = {};

/** Values from the database that are asked for again and again: answered at once while they are known. */
export class CachedLookups<V> {
  readonly #lookUp: (key: string) => Promise<V>;
  readonly #limits: CacheLimits;
  readonly #nowMs: () => number;
  readonly #kept: LRUCache<string, Kept<V>>;
  readonly #running = new Map<string, Promise<V>>();
  /** Counts the clears: a lookup that began before one may hold what is no longer so, and is not kept. */
  #generation = 0;

  constructor(lookUp: (key: string) => Promise<V>, limits: CacheLimits, nowMs: () => number) {
    this.#lookUp = lookUp;
    this.#limits = limits;
    this.#kept = new LRUCache({ max: limits.entriesMax });
    this.#nowMs = nowMs;
  }

  /** The value, at once when it is known; callers that ask meanwhile share one lookup. */
  get(key: string): V | Promise<V> {
    const kept = this.#kept.get(key, NO_OPTIONS);
    if (kept !== undefined && this.#nowMs() < kept.untilMs) return kept.value;
    return this.#running.get(key) ?? this.#start(key);
  }

  /** Forgets everything, lookups under way included. */
  clear(): void {
    this.#generation++;
    this.#kept.clear();
    this.#running.clear();
  }

  #start(key: string): Promise<V> {
    const generation = this.#generation;
    const lookup = this.#lookUp(key)
      .then((value) => {
        if (generation === this.#generation) this.#keep(key, value);
        return value;
      })
      .finally(() => {
        if (this.#running.get(key) === lookup) this.#running.delete(key);
      });
    this.#running.set(key, lookup);
    return lookup;
  }

  #keep(key: string, value: V): void {
    this.#kept.set(key, { value, untilMs: this.#nowMs() + this.#limits.ageMsMax });
  }
}
