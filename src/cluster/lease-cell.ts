/** Where the values are in the memory that the threads share. */
const [EPOCH, ALIVE, UNTIL, KEPT] = [0, 1, 2, 3] as const;
const VALUES = 4;

/**
 * The lease of a leader, shared by its main thread and the thread that renews it (LeaseKeeper). Times are
 * milliseconds of the timers' clock; each thread has its own, which begins at its `originMs` of a clock of the process.
 */
export class LeaseCell {
  readonly buffer: SharedArrayBuffer;
  readonly #values: BigInt64Array;
  readonly #originMs: number;

  constructor(originMs = 0, buffer = new SharedArrayBuffer(VALUES * BigInt64Array.BYTES_PER_ELEMENT)) {
    this.buffer = buffer;
    this.#values = new BigInt64Array(buffer);
    this.#originMs = originMs;
  }

  /** The epoch of the lease to renew; 0: no lease. */
  get epoch(): number {
    return Number(Atomics.load(this.#values, EPOCH));
  }

  /** When the main thread last ran. */
  get aliveAtMs(): number {
    return this.#time(ALIVE);
  }

  /** Until when the main thread holds the lease by its own statements. */
  get untilMs(): number {
    return this.#time(UNTIL);
  }

  /** Until when it is held by the statements of the other thread. */
  get keptUntilMs(): number {
    return this.#time(KEPT);
  }

  /** The main thread runs, and holds the lease of an epoch. */
  hold(epoch: number, nowMs: number, untilMs: number): void {
    this.#setTime(ALIVE, nowMs);
    this.#setTime(UNTIL, untilMs);
    if (this.epoch === epoch) return;
    this.#setTime(KEPT, nowMs);
    Atomics.store(this.#values, EPOCH, BigInt(epoch));
  }

  /** Holds no lease any more. */
  release(): void {
    Atomics.store(this.#values, EPOCH, 0n);
  }

  kept(untilMs: number): void {
    this.#setTime(KEPT, untilMs);
  }

  #time(index: number): number {
    return Number(Atomics.load(this.#values, index)) / 1000 - this.#originMs;
  }

  #setTime(index: number, ms: number): void {
    Atomics.store(this.#values, index, BigInt(Math.floor((ms + this.#originMs) * 1000)));
  }
}
