import type { Timers } from '../../time/timers.ts';

const WHEEL_TICK_MS = 100;
const SLOTS = 11;

/** Something that is looked after about once a second. */
export interface Visited {
  /** Milliseconds until the next visit wanted (at most a second is kept to); null: never again. */
  visit(nowMs: number): number | null;
}

/**
 * One timer for all connections. Each waits in the slot of its next visit, so that a tick touches only those that are
 * due, and a message that postpones a heartbeat costs nothing: the visit that comes too early just waits again.
 */
export class Wheel {
  readonly #timers: Pick<Timers, 'nowMs' | 'every'>;
  readonly #slots: Visited[][] = Array.from({ length: SLOTS }, () => []);
  readonly #end: () => void;
  #position = 0;

  constructor(timers: Pick<Timers, 'nowMs' | 'every'>) {
    this.#timers = timers;
    this.#end = timers.every(WHEEL_TICK_MS, () => this.#tick());
  }

  add(member: Visited, delayMs: number): void {
    const ticks = Math.min(SLOTS - 1, Math.max(1, Math.ceil(delayMs / WHEEL_TICK_MS)));
    this.#slots[(this.#position + ticks) % SLOTS]?.push(member);
  }

  stop(): void {
    this.#end();
  }

  #tick(): void {
    this.#position = (this.#position + 1) % SLOTS;
    const due = this.#slots[this.#position] ?? [];
    this.#slots[this.#position] = [];
    const nowMs = this.#timers.nowMs();
    for (const member of due) {
      const delayMs = member.visit(nowMs);
      if (delayMs !== null) this.add(member, delayMs);
    }
  }
}
