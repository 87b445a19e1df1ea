import { createRequire } from 'node:module';
import type { BusinessTime, Turn } from './business-time.ts';
import type { Clock } from './clock.ts';
import type { Timers } from './timers.ts';
import type { Microseconds } from './units.ts';

// As an import its class would be the default of a default.
const { default: BTree } = createRequire(import.meta.url)('sorted-btree') as typeof import('sorted-btree');

type Key = readonly [dueUs: Microseconds, turn: number, number: number];

interface Wake {
  readonly callback: () => unknown;
}

const TURNS: Readonly<Record<Turn, number>> = { venue: 0, job: 1, delivery: 2 };
/** A timer never sleeps longer, so that a system clock that was set is noticed. */
const SLEEP_MS_MAX = 60_000;
/** How long what was set off may take before the clock is not moved on any more. */
const SETTLED_MS_MAX = 60_000;
/** Checks in turns of the event loop that follow each other, before there is a pause between them. */
const CHECKS_IN_TURNS = 50;
/** Calls at the same instant; more are calls without an end. */
const CALLS_AN_INSTANT_MAX = 100_000;

export interface MovableTimeDeps {
  /** Of the system. */
  readonly clock: Clock;
  readonly timers: Pick<Timers, 'after' | 'nowMs'>;
}

/** What is done at each moment on the way of a clock that is moved on. */
export interface Way {
  /** Before anything but the venue, which journals its own moments, is called back at a moment. */
  readonly reached: (nowUs: Microseconds) => Promise<void>;
  /** Aborted: it stays where it is. */
  readonly signal?: AbortSignal;
}

/** What a moment set off did not end. */
class NeverSettled extends Error {
  override readonly name = 'NeverSettled';
}

/**
 * A time that is stopped and moved on: the system's until it is first stopped. What is due waits in the order of its
 * instants; a walk calls it back one after the other, each at its instant, and no time passes meanwhile.
 */
export class MovableTime implements BusinessTime {
  readonly #deps: MovableTimeDeps;
  readonly #due = new BTree<Key, Wake>(undefined, compareKeys);
  readonly #busy = new Set<() => boolean>();
  #number = 0;
  /** Ahead of the clock of the system, where it runs. */
  #aheadUs: Microseconds = 0;
  /** Where it is frozen; undefined: it runs. */
  #frozenAt: Microseconds | undefined;
  #isWalking = false;
  readonly #afterWalk: (() => void)[] = [];
  #cancelTimer = () => {};
  #armedFor = Number.POSITIVE_INFINITY;

  constructor(deps: MovableTimeDeps) {
    this.#deps = deps;
  }

  nowUs(): Microseconds {
    return this.#frozenAt ?? this.systemUs() + this.#aheadUs;
  }

  systemUs(): Microseconds {
    return this.#deps.clock.nowUs();
  }

  get isFrozen(): boolean {
    return this.#frozenAt !== undefined;
  }

  at(dueUs: Microseconds, callback: () => unknown, turn: Turn = 'job'): () => void {
    const key: Key = [dueUs, TURNS[turn], this.#number++];
    this.#due.set(key, { callback });
    this.#arm();
    return () => void this.#due.delete(key);
  }

  waitsFor(isBusy: () => boolean): () => void {
    this.#busy.add(isBusy);
    return () => void this.#busy.delete(isBusy);
  }

  /** Freezes it where it is, or at a later instant. */
  freeze(atUs = this.nowUs()): void {
    this.#frozenAt = atUs;
    this.#disarm();
  }

  /** From now on it runs as the clock of the system does, from where it is. */
  run(): void {
    this.#aheadUs = this.nowUs() - this.systemUs();
    this.#frozenAt = undefined;
    this.#arm();
  }

  /** Moves on, from where it is, to an instant. Where this rejects, it is frozen at the last moment that it reached. */
  async walk(toUs: Microseconds, way: Way): Promise<void> {
    if (!this.isFrozen) throw new Error('a clock that runs cannot be moved');
    this.#isWalking = true;
    try {
      await this.#walk(toUs, way);
    } finally {
      this.#isWalking = false;
      for (const callback of this.#afterWalk.splice(0)) callback();
    }
  }

  /** Calls back now, or where time is being moved, at the end of that: for work that no other waits for. */
  afterWalk(callback: () => void): void {
    if (this.#isWalking) this.#afterWalk.push(callback);
    else callback();
  }

  async #walk(toUs: Microseconds, { reached, signal }: Way): Promise<void> {
    await this.settled();
    let calls = 0;
    let reachedUs: Microseconds | undefined;
    for (let next = this.#due.minKey(); next !== undefined && next[0] <= toUs; next = this.#due.minKey()) {
      if (signal?.aborted) return;
      const nowUs = Math.max(this.nowUs(), next[0]);
      calls = nowUs === this.#frozenAt ? calls + 1 : 0;
      if (calls > CALLS_AN_INSTANT_MAX) throw new NeverSettled('the work of one moment has no end');
      this.#frozenAt = nowUs;
      if (next[1] > TURNS.venue && reachedUs !== nowUs) {
        await reached(nowUs);
        reachedUs = nowUs;
      }
      // It may have been cancelled meanwhile.
      const wake = this.#due.get(next);
      this.#due.delete(next);
      await wake?.callback();
      await this.settled();
    }
    this.#frozenAt = Math.max(this.nowUs(), toUs);
  }

  /** Resolves when nothing is busy. Throws NeverSettled. */
  async settled(): Promise<void> {
    const { timers } = this.#deps;
    const endMs = timers.nowMs() + SETTLED_MS_MAX;
    for (let checks = 0, quiet = 0; quiet < 2; checks++) {
      quiet = this.#isBusy ? 0 : quiet + 1;
      if (timers.nowMs() > endMs) throw new NeverSettled('what a moment set off has not ended within a minute');
      if (quiet > 0 || checks < CHECKS_IN_TURNS) await new Promise<void>((resolve) => setImmediate(resolve));
      else await new Promise<void>((resolve) => void timers.after(1, resolve));
    }
  }

  get #isBusy(): boolean {
    for (const isBusy of this.#busy) if (isBusy()) return true;
    return false;
  }

  /** Where the clock runs. What is added meanwhile has its turn later. */
  #callDue(nowUs: Microseconds): void {
    const due: Wake[] = [];
    for (let next = this.#due.minKey(); next !== undefined && next[0] <= nowUs; next = this.#due.minKey()) {
      due.push(this.#due.get(next) as Wake);
      this.#due.delete(next);
    }
    for (const { callback } of due) callback();
  }

  #disarm(): void {
    this.#cancelTimer();
    this.#armedFor = Number.POSITIVE_INFINITY;
  }

  #arm(): void {
    const first = this.#due.minKey();
    if (this.isFrozen || first === undefined || first[0] >= this.#armedFor) return;
    this.#disarm();
    this.#armedFor = first[0];
    const delayMs = Math.ceil((first[0] - this.nowUs()) / 1000);
    this.#cancelTimer = this.#deps.timers.after(Math.min(Math.max(delayMs, 1), SLEEP_MS_MAX), () => {
      this.#armedFor = Number.POSITIVE_INFINITY;
      if (!this.isFrozen) this.#callDue(this.nowUs());
      this.#arm();
    });
  }
}

function compareKeys([dueA, turnA, a]: Key, [dueB, turnB, b]: Key): number {
  // Infinity less itself is no number.
  if (dueA !== dueB) return dueA < dueB ? -1 : 1;
  return turnA === turnB ? a - b : turnA - turnB;
}
