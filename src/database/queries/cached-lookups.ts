import { LRUCache } from 'lru-cache';
import { systemTimers, type Timers } from '../../time/timers.ts';
import { DatabaseUnavailable } from './unavailable.ts';

interface Kept<V> {
  readonly value: V;
  untilUs: number;
  /** Until then it is used where the database is unavailable. */
  readonly spareUntilUs: number;
}

export interface CacheLimits {
  /** The most cached values; the least recently used is dropped first. */
  readonly entriesMax: number;
  /** A value is looked up again after this time, because other processes change it. */
  readonly ageMsMax: number;
  /** Where the database is unavailable, a value is used for as long after its last lookup; absent: not at all. */
  readonly unavailableMsMax?: number;
}

export interface CacheOptions<V> extends CacheLimits {
  /** When a value ends by itself, in microseconds since 1970: it is not returned from then on. */
  readonly endsAt?: (value: V) => number;
}

/** How long a lookup may take where an earlier value is known: a silent database does not answer for longer. */
const LOOKUP_MS_MAX = 1000;
/** The earlier value is then used for as long before the database is asked again. */
const SPARE_USED_MS = 10_000;
const LATE = Symbol('late');

/** For LRUCache.get, which would otherwise create an object for each call. */
const NO_OPTIONS = {};

/** A cache of values from the database. A missing value (undefined) is not cached. */
export class CachedLookups<V> {
  readonly #lookUp: (key: string) => Promise<V>;
  readonly #limits: CacheOptions<V>;
  readonly #nowUs: () => number;
  readonly #kept: LRUCache<string, Kept<V>>;
  readonly #running = new Map<string, Promise<V>>();
  readonly #after: Timers['after'];
  /** Counts the clears: the result of a lookup that began before one may be stale and is not cached. */
  #generation = 0;

  /** nowUs: microseconds since 1970. */
  constructor(
    lookUp: (key: string) => Promise<V>,
    limits: CacheOptions<V>,
    nowUs: () => number,
    after: Timers['after'] = systemTimers.after,
  ) {
    this.#lookUp = lookUp;
    this.#after = after;
    this.#limits = limits;
    // Bounded by size and not by number: LRUCache allocates room for a number at once, which delays the start.
    this.#kept = new LRUCache({ maxSize: limits.entriesMax, sizeCalculation: () => 1 });
    this.#nowUs = nowUs;
  }

  /** The value, without a promise when it is cached; concurrent callers share one lookup. */
  get(key: string): V | Promise<V> {
    const cached = this.cached(key);
    if (cached !== undefined) return cached;
    const found = this.#running.get(key) ?? this.#start(key);
    const spare = this.#kept.peek(key, NO_OPTIONS);
    return spare === undefined || this.#nowUs() >= spare.spareUntilUs ? found : this.#orSpare(found, key, spare);
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
    const askedUs = this.#nowUs();
    const lookup = this.#lookUp(key)
      .then((value) => {
        if (value === undefined) this.#kept.delete(key);
        else if (generation === this.#generation) this.#keep(key, value, askedUs);
        return value;
      })
      .finally(() => {
        if (this.#running.get(key) === lookup) this.#running.delete(key);
      });
    this.#running.set(key, lookup);
    return lookup;
  }

  /** What the lookup finds; the earlier value where the database is unavailable. */
  async #orSpare(found: Promise<V>, key: string, spare: Kept<V>): Promise<V> {
    const late = Promise.withResolvers<typeof LATE>();
    const cancel = this.#after(LOOKUP_MS_MAX, () => late.resolve(LATE));
    try {
      const value = await Promise.race([found, late.promise]);
      if (value !== LATE) return value;
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
    } finally {
      cancel();
    }
    // It was forgotten or replaced meanwhile.
    if (this.#kept.peek(key, NO_OPTIONS) !== spare) return found;
    spare.untilUs = Math.min(this.#nowUs() + SPARE_USED_MS * 1000, spare.spareUntilUs);
    return spare.value;
  }

  /** Its age counts from the question: the answer of a slow database may be as old as that. */
  #keep(key: string, value: V, askedUs: number): void {
    const { ageMsMax, unavailableMsMax = 0, endsAt } = this.#limits;
    const endsAtUs = endsAt?.(value) ?? Infinity;
    const after = (ms: number) => Math.min(askedUs + ms * 1000, endsAtUs);
    this.#kept.set(key, { value, untilUs: after(ageMsMax), spareUntilUs: after(unavailableMsMax) });
  }
}
