import { LRUCache } from 'lru-cache';

/** Parts of a window: the counts of a part end together. */
const PARTS = 12;
/** Of the parts of a window and the one that begins: the part after the last takes the place of the first. */
const SLOTS = PARTS + 1;

export interface RateCountsDeps {
  /** Counted for one name in any window. */
  readonly max: number;
  readonly windowMs: number;
  /** Names that are counted at a time; the longest unseen is forgotten first. */
  readonly namesMax: number;
  /** Milliseconds of a clock that never goes back; injected by tests. */
  readonly nowMs?: () => number;
  /** Called with the name of each one that was counted here. */
  readonly onTaken?: (name: string) => void;
}

export interface RateVerdict {
  readonly isAllowed: boolean;
  readonly remaining: number;
  /** Until fewer are counted; of one that is not allowed, until the next one is. */
  readonly secondsToWait: number;
}

interface Counted {
  total: number;
  /** The last part in which something was counted or forgotten. */
  part: number;
  readonly counts: number[];
}

/**
 * How often each name did something in the last window, with the counts of other nodes. Each one counts for a window at
 * least and for a twelfth of it longer at most, so no window, wherever it begins, has more than the limit.
 */
export class RateCounts {
  readonly max: number;
  readonly #partMs: number;
  readonly #nowMs: () => number;
  readonly #onTaken: (name: string) => void;
  readonly #names: LRUCache<string, Counted>;

  constructor({ max, windowMs, namesMax, nowMs, onTaken }: RateCountsDeps) {
    this.max = max;
    this.#partMs = windowMs / PARTS;
    this.#nowMs = nowMs ?? (() => performance.now());
    this.#onTaken = onTaken ?? (() => {});
    // Bounded by size and not by number: LRUCache allocates room for a number at once, which delays the start.
    this.#names = new LRUCache({ maxSize: namesMax, sizeCalculation: () => 1 });
  }

  /** Counts one, unless the limit is reached. */
  take(name: string): RateVerdict {
    const nowMs = this.#nowMs();
    const counted = this.#counted(name, nowMs);
    const isAllowed = counted.total < this.max;
    if (isAllowed) {
      count(counted, 1);
      this.#onTaken(name);
    }
    const { total, part, counts } = counted;
    const below = Math.min(total, this.max);
    let left = total;
    let oldest = part - PARTS;
    for (; oldest < part; oldest++) {
      left -= counts[(oldest + SLOTS) % SLOTS] as number;
      if (left < below) break;
    }
    const endsAtMs = (oldest + PARTS + 1) * this.#partMs;
    const secondsToWait = Math.ceil((endsAtMs - nowMs) / 1000);
    return { isAllowed, remaining: Math.max(0, this.max - total), secondsToWait };
  }

  /** The counts of each name by their age, in parts of a window, the newest first. */
  *counted(): Iterable<readonly [name: string, counts: readonly number[]]> {
    const part = Math.floor(this.#nowMs() / this.#partMs);
    for (const [name, { counts, part: newest }] of this.#names.entries()) {
      // A leader does this in one turn for all names: closures would take longer.
      const byAge: number[] = [];
      let total = 0;
      for (let age = 0; age < SLOTS; age++) {
        const count = part - age > newest ? 0 : (counts[(part - age + SLOTS) % SLOTS] as number);
        byAge.push(count);
        total += count;
      }
      if (total > 0) yield [name, byAge];
    }
  }

  /**
   * Counts what another node counts and this one does not.
   * @param counts by age, the newest first
   * @param unreported counted here alone
   */
  learn(name: string, counts: readonly number[], unreported: number): void {
    const counted = this.#counted(name, this.#nowMs());
    let missing = counts.reduce((sum, one) => sum + one, 0) + unreported - counted.total;
    for (let age = 0; age <= PARTS && missing > 0; age++) {
      const more = Math.min(missing, counts[age] ?? 0);
      count(counted, more, age);
      missing -= more;
    }
  }

  /** Counts what was allowed on other nodes. */
  add(name: string, more: number): void {
    count(this.#counted(name, this.#nowMs()), more);
  }

  #counted(name: string, nowMs: number): Counted {
    const part = Math.floor(nowMs / this.#partMs);
    let counted = this.#names.get(name);
    if (counted === undefined) {
      counted = { total: 0, part, counts: Array(SLOTS).fill(0) };
      this.#names.set(name, counted);
    }
    for (let passed = Math.min(part - counted.part, SLOTS); passed > 0; passed--) {
      const slot = (part - passed + 1) % SLOTS;
      counted.total -= counted.counts[slot] as number;
      counted.counts[slot] = 0;
    }
    counted.part = part;
    return counted;
  }
}

function count(counted: Counted, more: number, age = 0): void {
  const slot = (counted.part - age + SLOTS) % SLOTS;
  counted.counts[slot] = (counted.counts[slot] as number) + more;
  counted.total += more;
}
