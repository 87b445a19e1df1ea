/** How long the first wrong key of an address makes it wait, and at most. */
const FIRST_MS = 250;
const MOST_MS = 2000;
/** Wrong keys are forgotten after that long without another. */
const FORGET_MS = 60_000;
/** Addresses of all sessions that are known one by one; more of a session wait together. */
const MOST_ADDRESSES = 1000;

interface Wrong {
  readonly count: number;
  readonly until: number;
}

/** Wrong keys by session and address, and how long each must wait before another key is checked. */
export class WrongKeys {
  /** The one that had a wrong key longest ago first. */
  readonly #wrong = new Map<string, Wrong>();
  readonly #at: () => number;

  /** @param at a clock that only rises, milliseconds */
  constructor(at: () => number) {
    this.#at = at;
  }

  /** When the next key may be checked; in the past: now. */
  waitsUntil(session: string, address: string): number {
    return this.#wrong.get(this.#keyOf(session, address))?.until ?? 0;
  }

  add(session: string, address: string): void {
    const at = this.#at();
    for (const [key, { until }] of this.#wrong) {
      if (until + FORGET_MS > at) break;
      this.#wrong.delete(key);
    }
    const key = this.#keyOf(session, address);
    const count = this.#wrong.get(key)?.count ?? 0;
    this.#wrong.delete(key);
    this.#wrong.set(key, { count: count + 1, until: at + Math.min(FIRST_MS * 2 ** count, MOST_MS) });
  }

  clear(session: string, address: string): void {
    this.#wrong.delete(this.#keyOf(session, address));
  }

  get size(): number {
    return this.#wrong.size;
  }

  #keyOf(session: string, address: string): string {
    const key = `${session} ${address}`;
    return this.#wrong.has(key) || this.#wrong.size < MOST_ADDRESSES ? key : `${session} *`;
  }
}
