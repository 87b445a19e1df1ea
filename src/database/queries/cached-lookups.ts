import { LRUCache } from 'lru-cache';

interface Kept<V> {
  readonly value: V;
  readonly untilUs: number;
}

export interface CacheLimits {
  /** The most cached values; the least recently used is dropped first. */
  readonly entriesMax: number;
  /** A value is looked up again after this time, because other processes change it. */
  readonly ageMsMax: number;
}

export interface CacheOptions<V> extends CacheLimits {
  /** When a value ends by itself, in microseconds since 1970: it is not returned from then on. */
  readonly endsAt?: (value: V) => number;
}

/** For LRUCache.get, which would otherwise create an object for each call. */
const NO_OPTIONS = {};

/** A cache of values from the database. A missing value (undefined) is not cached. */
export class CachedLookups<V> {
  readonly #lookUp: (key: string) => Promise<V>;
  readonly #limits: CacheOptions<V>;
  readonly #nowUs: () => number;
  readonly #kept: LRUCache<string, Kept<V>>;
  readonly #running = new Map<string, Promise<V>>();
  /** Counts the clears: the result of a lookup that began before one may be stale and is not cached. */
  #generation = 0;

  /** nowUs: microseconds since 1970. */
  constructor(lookUp: (key: string) => Promise<V>, limits: CacheOptions<V>, nowUs: () => number) {
    this.#lookUp = lookUp;
    this.#limits = limits;
    // Bounded by size and not by number: LRUCache allocates room for a number at once, which delays the start.
    this.#kept = new LRUCache({ maxSize: limits.entriesMax, sizeCalculation: () => 1 });
    this.#nowUs = nowUs;
  }

  /** The value, without a promise when it is cached; concurrent callers share one lookup. */
  get(key: string): V | Promise<V> {
    return this.cached(key) ?? this.#running.get(key) ?? this.#start(key);
  }

  /** The value when it is cached. */
  cached(key: string): V | undefined {
    const kept = this.#kept.get(key, NO_OPTIONS);
    return kept !== undefined && this.#nowUs() < kept.untilUs ? kept.value : undefined;
  }

  /** Empties the cache; lookups under way are not cached either. */
  clear(): void {
    this.#generation++;
    this.#kept.clear();
    this.#running.clear();
  }

  /** Drops the values that match; lookups under way are not cached. */
  forget(matches: (value: V) => boolean): void {
    this.#generation++;
    this.#running.clear();
    for (const [key, { value }] of this.#kept.entries()) if (matches(value)) this.#kept.delete(key);
  }

  #start(key: string): Promise<V> {
    const generation = this.#generation;
    const lookup = this.#lookUp(key)
      .then((value) => {
        if (generation === this.#generation && value !== undefined) this.#keep(key, value);
        return value;
      })
      .finally(() => {
        if (this.#running.get(key) === lookup) this.#running.delete(key);
      });
    this.#running.set(key, lookup);
    return lookup;
  }

  #keep(key: string, value: V): void {
    const untilUs = this.#nowUs() + this.#limits.ageMsMax * 1000;
    this.#kept.set(key, { value, untilUs: Math.min(untilUs, this.#limits.endsAt?.(value) ?? Infinity) });
  }
}
